#!/usr/bin/env bats
# What those who run the server see of it: health, flags and their twins in the environment, starting and stopping.
# shellcheck disable=SC2030,SC2031,SC2154 # a test is a subshell; what is unknown here comes from the helper

load helper

dice='[1,2,3,4,1,2,3,4,1,2]'

# run_program EXIT-STATUS [ARGUMENT...]: runs the program, which is to end by itself with this status. Sets out and err.
run_program() {
    local got=0
    "$YUTOMOK" "${@:2}" >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" &
    wait_for_end $! 10 || got=$?
    out=$(<"$BATS_TEST_TMPDIR/out")
    err=$(<"$BATS_TEST_TMPDIR/err")
    expect_equal "$got" "$1" "Exit status of yutomok ${*:2}, with $err"
}

# One line on stderr, which holds this, and nothing on stdout.
expect_complaint() {
    expect_equal "$out" "" "On stdout"
    [[ $err == *"$1"* && $err != *$'\n'* ]] || expect_equal "$err" "one line with \"$1\"" "On stderr"
}

# A port on which nothing listens, as far as one can know.
free_port() {
    start_server >&2
    stop_server >&2
    echo "$port"
}

# Sends TERM, and waits until the server has heard of it.
begin_stop() {
    kill -TERM "$server_pid"
    wait_for_log drain 5
}

# eventually_not COMMAND...: until it fails; fails itself if that takes too long.
eventually_not() {
    local deadline=$((SECONDS + 6))
    while "$@"; do
        ((SECONDS < deadline)) || return 1
        sleep 0.02
    done
}

is_ready() {
    request /readyz && [[ $status == 200 ]]
}

# Waits until the server has ended, as it should.
end_stop() {
    local pid=$server_pid
    server_pid=
    wait_for_end "$pid" 20
}

@test "healthz and readyz" {
    get '{"status":"ok"}' /healthz
    get '{"status":"ready"}' /readyz
    check_rows
}

@test "openapi.yaml is YAML" {
    request /openapi.yaml
    expect_status 200
    expect_equal "${fields[content-type]}" application/yaml
    expect_equal "$(yq -r .openapi "$answer")" 3.1.0
}

@test "--help lists every flag" {
    local flag
    run_program 0 --help
    expect_equal "$err" ""
    for flag in host port threads max-body max-batch idle-timeout max-connections drain-delay drain-timeout healthcheck \
        version help; do
        [[ $out == *"--$flag "* ]] || expect_equal "$out" "--$flag among the flags"
    done
}

@test "--version" {
    run_program 0 --version
    expect_equal "$err" ""
    [[ $out =~ ^yutomok\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
    expect_equal "${out#yutomok }" "$(yq -r .info.version "$root/openapi.yaml")" "Version in openapi.yaml"
}

@test "a wrong flag: one line that names it, and exit status 2" {
    run_program 2 --prot 8080
    expect_complaint prot
    run_program 2 --port 65536
    expect_complaint --port
    run_program 2 --port http
    expect_complaint --port
    run_program 2 --port ''
    expect_complaint --port
    run_program 2 --threads 0
    expect_complaint --threads
    run_program 2 --max-body -1
    expect_complaint --max-body
    run_program 2 --max-body 1X
    expect_complaint --max-body
    run_program 2 --port
    expect_complaint port
    run_program 2 --healthcheck=yes
    expect_complaint healthcheck
    run_program 2 8080
    expect_complaint 8080
}

@test "a wrong variable: one line that names it, and exit status 2" {
    YUTOMOK_PORT=-1 run_program 2
    expect_complaint YUTOMOK_PORT
    PORT=x run_program 2
    expect_complaint PORT
    YUTOMOK_DRAIN_TIMEOUT=soon run_program 2 --port 0
    expect_complaint YUTOMOK_DRAIN_TIMEOUT
    YUTOMOK_MAX_BATCH=2T run_program 2 --port 0
    expect_complaint YUTOMOK_MAX_BATCH
}

@test "a host that is not there: one line, and exit status 1" {
    run_program 1 --host host.invalid --port 0
    expect_complaint host.invalid
    run_program 1 --host 192.0.2.1 --port 0
    expect_complaint 192.0.2.1
}

@test "a port in use: one line, and exit status 1" {
    run_program 1 --port "$port"
    expect_complaint "$port"
}

@test "the log line that says ready has the version, host, port and number of threads" {
    start_server --threads 1
    expect_equal "$(jq -c '[.event, .host, .port > 0, .threads]' "$server_log")" '["ready","127.0.0.1",true,1]'
    expect_equal "$(jq -r .version "$server_log")" "$("$YUTOMOK" --version | cut -d ' ' -f 2)"
    jq -e '.time | test("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$")' "$server_log"
    [[ ! -s $server_log.out ]]
    stop_server
}

@test "flags: one thread serves as well" {
    start_server --threads 1 --max-connections 100 --idle-timeout 5
    row '{"max_score":190}' application/json "$dice" /yut
    check_rows
    stop_server
}

@test "each flag has a twin in the environment, and the flag counts" {
    YUTOMOK_MAX_BODY=30 YUTOMOK_THREADS=2 YUTOMOK_HOST=0.0.0.0 start_server --threads 1
    expect_equal "$(jq -c '[.host, .threads]' "$server_log")" '["0.0.0.0",1]'
    row '{"max_score":190}' application/json "$dice" /yut
    row '413 body-too-large' application/json "$dice          " /yut
    check_rows
    stop_server
}

@test "the port comes from PORT, rather from YUTOMOK_PORT, and rather still from the flag" {
    PORT=0 start_server_with
    stop_server
    PORT=1 YUTOMOK_PORT=0 start_server_with
    stop_server
    PORT=1 YUTOMOK_PORT=2 start_server_with --port 0
    stop_server
    local wanted
    wanted=$(free_port)
    YUTOMOK_PORT=$wanted start_server_with
    expect_equal "$port" "$wanted"
    stop_server
}

@test "sizes may have units" {
    start_server --max-body 1K
    row '{"max_score":190}' application/json "$(printf '%-1024s' "$dice")" /yut
    row '413 body-too-large' application/json "$(printf '%-1025s' "$dice")" /yut
    check_rows
    stop_server
}

@test "IPv6" {
    [[ -e /proc/net/if_inet6 && $(</proc/net/if_inet6) == *00000000000000000000000000000001* ]] || skip "There is no ::1"
    start_server --host ::1
    url="http://[::1]:$port"
    row '{"max_score":190}' application/json "$dice" /yut
    check_rows
    run_program 0 --healthcheck --host ::1 --port "$port"
    stop_server
}

@test "--healthcheck: 0 when the server is well" {
    run_program 0 --healthcheck --port "$port"
    YUTOMOK_PORT=$port run_program 0 --healthcheck
    run_program 0 --port "$port" --healthcheck --host 0.0.0.0
}

@test "--healthcheck: 1 and one line when there is no server" {
    local nobody
    nobody=$(free_port)
    run_program 1 --healthcheck --port "$nobody"
    expect_complaint "$nobody"
}

@test "SIGTERM and SIGINT end it with exit status 0" {
    start_server
    stop_server TERM
    expect_equal "$(jq -r .event "$server_log" | tr '\n' ' ')" 'ready drain stop '
    start_server
    stop_server INT
}

@test "connections that are idle do not delay the end" {
    local connection
    start_server --idle-timeout 3600 --drain-timeout 3600
    exec {connection}<>"/dev/tcp/127.0.0.1/$port"
    printf 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n' >&"$connection"
    read -r <&"$connection"
    stop_server
    exec {connection}>&-
}

@test "after SIGTERM, readyz says 503 for the time of --drain-delay, and the rest is served" {
    start_server --drain-delay 3600
    begin_stop
    eventually_not is_ready
    request /readyz
    expect '503 draining'
    [[ ${fields[retry-after]} =~ ^[0-9]+$ ]]
    request /healthz
    expect '{"status":"ok"}'
    request -d "$dice" /yut
    expect '{"max_score":190}'
    expect_equal "${fields[connection]}" close "Connection"
    # A second signal ends the delay.
    kill -TERM "$server_pid"
    end_stop
}

@test "requests in flight are finished after SIGTERM" {
    local connection line
    start_server --drain-timeout 3600
    exec {connection}<>"/dev/tcp/127.0.0.1/$port"
    printf 'POST /yut HTTP/1.1\r\nHost: localhost\r\nContent-Length: 21\r\nExpect: 100-continue\r\n\r\n' >&"$connection"
    read -r line <&"$connection"
    expect_equal "$line" $'HTTP/1.1 100 Continue\r'
    read -r line <&"$connection"
    begin_stop
    printf '%s' "${dice:0:10}" >&"$connection"
    kill -0 "$server_pid"
    printf '%s' "${dice:10}" >&"$connection"
    answer=$BATS_TEST_TMPDIR/answer
    timeout 20 cat <&"$connection" >"$answer"
    exec {connection}>&-
    split_raw
    expect '{"max_score":190}'
    end_stop
}

@test "after SIGTERM nobody else gets in" {
    local connection
    start_server --drain-timeout 3600
    exec {connection}<>"/dev/tcp/127.0.0.1/$port"
    printf 'POST /yut HTTP/1.1\r\nHost: localhost\r\nContent-Length: 21\r\nExpect: 100-continue\r\n\r\n' >&"$connection"
    read -r _ <&"$connection"
    begin_stop
    # The log may be a moment ahead of what it tells of.
    eventually_not curl -sS --max-time 1 "$url/healthz"
    printf '%s' "$dice" >&"$connection"
    timeout 20 cat <&"$connection" | grep -q '{"max_score":190}'
    exec {connection}>&-
    end_stop
}

@test "requests in flight that do not end are cut off after --drain-timeout" {
    local connection
    start_server --drain-timeout 0
    exec {connection}<>"/dev/tcp/127.0.0.1/$port"
    printf 'POST /yut HTTP/1.1\r\nHost: localhost\r\nContent-Length: 21\r\nExpect: 100-continue\r\n\r\n' >&"$connection"
    read -r _ <&"$connection"
    stop_server
    exec {connection}>&-
}

@test "an origin that could not stand in a header field is refused at start" {
    local result=0
    YUTOMOK_CORS_ORIGIN=$'a\nb' timeout 10 "$YUTOMOK" --port 0 2>"$BATS_TEST_TMPDIR/error" 3>&- 4>&- || result=$?
    expect_equal "$result" 2
    expect_equal "$(wc -l <"$BATS_TEST_TMPDIR/error")" 1
}
