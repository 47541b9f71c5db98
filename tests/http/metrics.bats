#!/usr/bin/env bats
# GET /metrics and the log: what the server says of its work.
# shellcheck disable=SC2154 # what is unknown here comes from the helper

load helper

setup_file() {
    start_server --log access
}

# value_of NAME{LABELS}: of the last answer; empty when it has no such line.
value_of() {
    awk -v name="$1" 'index($0, name " ") == 1 { print $2 }' "$answer"
}

# expect_growth NAME{LABELS} BY: between the answers $BATS_TEST_TMPDIR/before and $answer.
expect_growth() {
    local before
    before=$(awk -v name="$1" 'index($0, name " ") == 1 { print $2 }' "$BATS_TEST_TMPDIR/before")
    expect_equal "$(($(value_of "$1") - ${before:-0}))" "$2" "Growth of $1"
}

remember() {
    request /metrics
    cp "$answer" "$BATS_TEST_TMPDIR/before"
}

@test "the text format of Prometheus" {
    request /healthz # a metric with labels has no line before it has counted something
    request /metrics
    expect_status 200
    expect_equal "${fields[content-type]}" 'text/plain; version=0.0.4; charset=utf-8'
    # Every line is a comment or a sample, and every sample has been announced.
    expect_equal "$(grep -vcE '^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? [0-9.e+-]+)$' "$answer")" 0
    expect_equal "$(sed -n 's/^\([a-z_][a-z_]*\).*/\1/p' "$answer" | sed -E 's/_(bucket|sum|count)$//' | sort -u | tr '\n' ' ')" \
        "$(sed -n 's/^# TYPE \([a-z_]*\) .*/\1/p' "$answer" | sort | tr '\n' ' ')"
}

@test "requests are counted by route and status" {
    remember
    request -d '[1,2,3,4,1,2,3,4,1,2]' /yut
    request -d '[1]' /yut
    request -d '[1]' /nowhere
    request /metrics
    expect_growth 'yutomok_http_requests_total{route="/yut",status="200"}' 1
    expect_growth 'yutomok_http_requests_total{route="/yut",status="422"}' 1
    expect_growth 'yutomok_http_requests_total{route="other",status="404"}' 1
    expect_growth 'yutomok_http_request_duration_seconds_count{route="/yut"}' 2
    expect_growth 'yutomok_http_request_duration_seconds_bucket{route="/yut",le="+Inf"}' 2
}

@test "cases and lines are counted by game and media type" {
    remember
    post application/x-ndjson $'[1,2,3,4,1,2,3,4,1,2]\n\nx\n[1,1,1,1,1,1,1,1,1,5]\n' /yut
    post text/plain $'1 2 3 4 1 2 3 4 1 2\n1 2 3 4 1\n2 3 4 1 2\n1 1 1 1 1 1 1 1 1 5\n' /yut
    post application/json '{"dice":[1]}' /yut/moves
    request /metrics
    expect_growth 'yutomok_cases_total{game="yut",media_type="application/x-ndjson"}' 2
    expect_growth 'yutomok_cases_total{game="yut",media_type="text/plain"}' 3
    expect_growth 'yutomok_cases_total{game="yut",media_type="application/json"}' 1
    expect_growth 'yutomok_batch_lines_total{result="answered"}' 2
    expect_growth 'yutomok_batch_lines_total{result="refused"}' 1
    expect_growth 'yutomok_cases_total{game="omok",media_type="application/json"}' 0
}

@test "what there is now" {
    request /metrics
    expect_equal "$(value_of yutomok_http_requests_in_flight)" 1
    expect_equal "$(value_of yutomok_connections)" 1
    expect_equal "$(value_of 'yutomok_build_info{version="'"$("$YUTOMOK" --version | cut -d' ' -f2)"'"}')" 1
    (($(value_of process_open_fds) >= 5 && $(value_of process_open_fds) < 40))
    (($(value_of process_resident_memory_bytes) > 1000000))
}

@test "a line for every request, which says nothing of what was in it" {
    request -H 'X-Request-Id: mine-1' -d '[5,1,2,3,4,5,5,3,2,4]' '/yut?explain=false'
    request -H 'X-Request-Id: a b' -I /healthz
    # The line is written behind the answer.
    wait_for_request mine-1
    expect_equal "$(grep mine-1 "$server_log" | jq -c '[.event, .method, .route, .status, .bytes, (.milliseconds | type)]')" \
        '["request","POST","/yut",200,17,"number"]'
    grep '"method":"HEAD"' "$server_log" | jq -e '.request_id | test("^[0-9a-f]{16}$")'
    [[ $(<"$server_log") != *5,1,2,3* ]]
}

wait_for_request() {
    local deadline=$((SECONDS + 5))
    until grep -q "$1" "$server_log"; do
        ((SECONDS < deadline))
        sleep 0.02
    done
}

@test "the log can be silent" {
    local log=$BATS_TEST_TMPDIR/log free
    free=$(shuf -i 20000-30000 -n 1)
    "$YUTOMOK" --log off --port "$free" 2>"$log" 3>&- 4>&- &
    server_pid=$!
    until curl -sf "http://127.0.0.1:$free/healthz" >"$BATS_TEST_TMPDIR/out"; do
        kill -0 "$server_pid"
        sleep 0.05
    done
    kill "$server_pid"
    wait "$server_pid"
    server_pid=$server_of_file
    expect_equal "$(<"$log")" ''
}
