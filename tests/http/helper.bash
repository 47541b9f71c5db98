# What the tests over HTTP share: servers, requests, and expectations that say what came instead.
#
# A test file starts its server in setup_file and stops it in teardown_file. A test that wants other flags starts one
# more of its own; if it is left running, it is ended behind the test.
#
# Starting programs is what takes the time here, so requests of one kind are rows of a table that one curl sends.
# shellcheck shell=bash disable=SC2034 # what is set here is used in the tests

root=$(cd "${BASH_SOURCE[0]%/*}/../.." && pwd)
YUTOMOK=${YUTOMOK:-$root/build/yutomok}

library=$(dpkg-query -W -f '${Version}' 'libmicrohttpd12*' 2>/dev/null || true)

# Settings in the environment of whoever runs the tests are not for these servers. The name of the program stays.
unset PORT YUTOMOK_HOST YUTOMOK_PORT YUTOMOK_THREADS "${!YUTOMOK_MAX_@}" "${!YUTOMOK_DRAIN_@}" "${!YUTOMOK_IDLE_@}" \
    "${!YUTOMOK_REQUEST_@}"

# --- servers

# start_server [FLAG...]: starts a server on any free port and waits until it is ready, for 5 s at most.
# Sets url, port, server_pid, server_log.
# shellcheck disable=SC2120
start_server() {
    start_server_with --port 0 "$@"
}

# The same, but the port is the caller's business.
start_server_with() {
    server_log=$(mktemp "$BATS_FILE_TMPDIR/server.XXXXXX")
    "$YUTOMOK" "$@" >"$server_log.out" 2>"$server_log" 3>&- 4>&- &
    server_pid=$!
    if ! wait_for_log ready 5; then
        show_log
        return 1
    fi
    [[ $log =~ \"port\":([0-9]+) ]]
    port=${BASH_REMATCH[1]}
    url=http://127.0.0.1:$port
    export server_pid server_log port url
}

# wait_for_log EVENT SECONDS: until the log of the server has this event; fails when the server ends, or time is over.
# Sets log to what is in there.
wait_for_log() {
    local deadline=$((SECONDS + $2 + 1))
    until IFS= read -r -d '' log <"$server_log" || [[ $log == *"\"event\":\"$1\""* ]]; do
        if ((SECONDS >= deadline)) || ! kill -0 "$server_pid" 2>/dev/null; then
            echo "There is no \"$1\" in the log of the server"
            return 1
        fi
        sleep 0.02
    done
}

# wait_for_end PID SECONDS: until a process that this shell has started has ended; gives its exit status.
wait_for_end() {
    local deadline=$((SECONDS + $2 + 1))
    while kill -0 "$1" 2>/dev/null; do
        if ((SECONDS >= deadline)); then
            echo "Process $1 has not ended in time"
            kill -KILL "$1"
            return 1
        fi
        sleep 0.02
    done
    wait "$1"
}

# stop_server [SIGNAL]: ends the server; fails, and shows its log, if it does not end with exit status 0 or if a
# sanitizer has found something.
# shellcheck disable=SC2120
stop_server() {
    local pid=$server_pid result=0
    [[ -n $pid ]] || return 0
    server_pid=
    kill -"${1:-TERM}" "$pid" || result=1
    wait_for_end "$pid" 20 || result=$?
    ((result == 0)) || echo "The server has ended with exit status $result"
    IFS= read -r -d '' log <"$server_log" || true
    if [[ $log =~ 'WARNING: ThreadSanitizer'|'ERROR: '(Address|Leak)Sanitizer|'runtime error:' ]]; then
        echo "A sanitizer has found something"
        result=1
    fi
    ((result == 0)) || show_log
    return "$result"
}

show_log() {
    echo "--- log of the server"
    cat "$server_log"
    echo "---"
}

setup_file() {
    start_server
}

teardown_file() {
    stop_server
}

setup() {
    server_of_file=$server_pid
}

teardown() {
    [[ -n ${BATS_TEST_COMPLETED:-} || ! -f ${server_log:-} ]] || show_log
    if [[ -n ${server_pid:-} && $server_pid != "$server_of_file" ]]; then
        kill -KILL "$server_pid"
        wait "$server_pid" || true
    fi
}

# --- one request

# request [CURL-ARGUMENT...] PATH: sends it. Sets status, fields (of the header, names in small letters), headers (a file
# with all of it), answer (a file with the body), size (of the body) and body (without line ends behind it). Fails when
# the header is not sound.
request() {
    headers=$BATS_TEST_TMPDIR/headers
    answer=$BATS_TEST_TMPDIR/answer
    : >"$answer"
    local written
    written=$(curl -sS --max-time 20 -D "$headers" -o "$answer" -w '%{http_code} %{size_download}' \
        "${@:1:$#-1}" "$url${*: -1}") || {
        echo "curl has ended with exit status $?"
        return 1
    }
    read -r status size <<<"$written"
    body=
    read -r -d '' body <"$answer" || true
    read_fields "$headers" && check_fields "$@"
}

# post TYPE BODY [CURL-ARGUMENT...] PATH: the body is sent byte for byte.
post() {
    printf '%s' "$2" >"$BATS_TEST_TMPDIR/request"
    request -H "Content-Type: $1" --data-binary "@$BATS_TEST_TMPDIR/request" "${@:3}"
}

# The header of the final answer, which 100 Continue may come before.
read_fields() {
    declare -gA fields=()
    local line name
    while IFS= read -r line; do
        line=${line%$'\r'}
        case $line in
        HTTP/*) fields=() ;;
        *:*)
            name=${line%%:*}
            name=${name,,}
            line=${line#*:}
            fields[$name]=${fields[$name]:+${fields[$name]} | }${line# }
            ;;
        esac
    done <"$1"
}

# Every answer has a Date; one with a body has one Content-Type, and its very length in one Content-Length.
check_fields() {
    expect_equal "${fields[date]:+has}" has "Is there a Date?" || return 1
    case $status in
    204 | 304) expect_equal "$size" 0 "Bytes of the body" ;;
    *)
        expect_equal "${fields[content-type]/ | /}" "${fields[content-type]:-one}" "Content-Type" || return 1
        [[ " $* " == *" -I "* ]] || expect_equal "${fields[content-length]}" "$size" "Content-Length"
        ;;
    esac
}

# raw BYTES...: sends each to the server in a write of its own, in printf's notation, over one connection, and waits until
# the server closes it. Sets answer (a file of all that has come), status and body like request.
raw() {
    local part connection
    answer=$BATS_TEST_TMPDIR/answer
    exec {connection}<>"/dev/tcp/127.0.0.1/$port"
    for part; do
        # In a shell of its own: if the server has closed the connection, it is that one which dies of it.
        # shellcheck disable=SC2059
        (printf "$part" >&"$connection") 2>/dev/null || true
    done
    timeout 20 cat <&"$connection" >"$answer" 2>/dev/null || true
    exec {connection}>&-
    split_raw
}

# Splits the last answer in a file that holds it with its header.
split_raw() {
    local all header
    IFS= read -r -d '' all <"$answer" || true
    header=${all%%$'\r\n\r\n'*}
    body=${all#"$header"$'\r\n\r\n'}
    printf '%s' "$body" >"$answer"
    read_fields /dev/stdin <<<"$header"
    read -r _ status _ <<<"$header"
    [[ -n $status ]] || {
        echo "There is no answer"
        return 1
    }
}

# --- expectations

# expect_equal GOT EXPECTED [WHAT]
expect_equal() {
    [[ $1 == "$2" ]] && return
    printf '%s\nexpected: %s\ngot:      %s\n' "${3:-It differs}" "$2" "$1"
    return 1
}

expect_status() {
    expect_equal "$status" "$1" "Status, with body $body"
}

# expect EXPECTED: is the last answer as a row of a table would have it? See `row`.
expect() {
    # Mostly a look is enough.
    local given=$status:${fields[content-type]:-}:$body code type place has_place='"(pointer|line|column|lines)":'
    read -r code type place <<<"$1"
    [[ $given == "200:application/json:$1" ]] && return
    [[ -z $place && ! $body =~ $has_place && $given == "$code:application/problem+json:{\"type\":\"urn:yutomok:$type\",\"title\":\""?*"\",\"status\":$code,\"detail\":\""?*"\"}" ]] && return
    # shellcheck disable=SC2016
    jq -rn --rawfile body "$answer" --arg expected "$1" --arg status "$status" --arg type "${fields[content-type]:-}" \
        "$judge"' {$expected, $status, $type, $body} | complaint | "\(.)\n" | halt_error(1)'
}

# --- tables of requests

rows=()

# row EXPECTED TYPE BODY PATH [FIELD]: a POST with this Content-Type (empty: without one), and what is to come of it:
#   {...}                    200, application/json, and an equal value
#   text ANSWER              200, text/plain, and these bytes
#   ndjson ANSWER            200, application/x-ndjson, and these bytes
#   svg                      200, image/svg+xml, and a whole document
#   STATUS TYPE [PLACE]      a problem of this type; PLACE is an object of exactly its pointer, line and column, or *
#                            when any will do
row() {
    rows+=("$1" "$2" "$3" "$4" "${5:-}" "")
}

# row_of_bytes EXPECTED TYPE BYTES PATH: the same for a body in printf's notation, for what a variable can't hold.
row_of_bytes() {
    local file=$BATS_TEST_TMPDIR/bytes.${#rows[@]}
    # shellcheck disable=SC2059
    printf "$3" >"$file"
    rows+=("$1" "$2" "$3" "$4" "" "$file")
}

# get EXPECTED PATH [FIELD]: the same for a GET.
get() {
    rows+=("$1" GET "" "$2" "${3:-}" "")
}

# Sends the rows over one connection. Fails after telling of every one that is not answered as expected.
check_rows() {
    write_rows "$BATS_TEST_TMPDIR/rows"
    check_row_file "$BATS_TEST_TMPDIR/rows"
}

# write_rows FILE: puts the rows into a file for check_row_file.
write_rows() {
    # shellcheck disable=SC2016
    jq -cn '[$ARGS.positional | map(.[1:]) as $all | range(0; $all | length; 6) | $all[.:. + 6]
        | {expected: .[0], path: .[3], fields: (.[4] | split("\n"))}
            + (if .[1] == "GET" then {method: "GET"} else {type: .[1], body: .[2]} end)
            + (if .[5] == "" then {} else {file: .[5]} end)][]' \
        --args "${rows[@]/#/=}" >"$1"
    rows=()
}

# check_row_file FILE: the same for rows that are objects, one a line: {expected, type, body, path, fields}. With
# `method` GET there is no body, with `file` it is in there.
check_row_file() {
    # shellcheck disable=SC2016
    jq -rs --arg url "$url" '
        def replace($what; $by): split($what) | join($by);
        def quoted: replace("\\"; "\\\\") | replace("\""; "\\\"") | replace("\n"; "\\n") | replace("\r"; "\\r") | "\"\(.)\"";
        to_entries[] | if .key > 0 then "next" else empty end, (.value |
        "url = " + ($url + .path | quoted), "silent", "show-error", "max-time = 20",
        "write-out = \"\u001e%{http_code}\u001f%{header_json}\u001e\"",
        if .method == "GET" then empty else
            "data-binary = " + (if .file then "@" + .file else .body end | quoted),
            "header = " + ("Content-Type:" + (if .type == "" then "" else " " + .type end) | quoted)
        end,
        (.fields[] | "header = " + quoted))' "$1" >"$1.curl"
    curl --config "$1.curl" >"$1.answers" || {
        echo "curl has ended with exit status $?"
        return 1
    }
    # shellcheck disable=SC2016
    jq -rn --slurpfile rows "$1" --rawfile stream "$1.answers" "$judge"'
        ($stream | split("\u001e")) as $pieces
        | (if $rows == [] or ($pieces | length) != 2 * ($rows | length) + 1
            then "\($rows | length) requests, but \(($pieces | length) / 2 | floor) answers" else empty end),
        (range($rows | length) as $i
            | ($pieces[2 * $i + 1] | split("\u001f")) as [$status, $fields]
            | ($fields | fromjson) as $fields
            | {expected: $rows[$i].expected, status: $status, type: ($fields["content-type"] // [""] | join(" | ")),
               body: $pieces[2 * $i]}
            | (complaint,
               if $fields["content-length"] == [.body | utf8bytelength | tostring] then empty
               else "Content-Length is \($fields["content-length"])" end)
            | "\(.)\nto:       \($rows[$i] | del(.expected) | tojson | .[:1000])")' >"$1.complaints"
    [[ ! -s $1.complaints ]] && return
    # Where much is wrong, the first of it will do.
    head -40 "$1.complaints"
    return 1
}

# What is wrong with an answer {expected, status, type, body}, as text; empty when nothing is.
# shellcheck disable=SC2016
judge='
    def as_json: try fromjson catch null;
    def place: with_entries(select(.key | IN("pointer", "line", "column")));
    def is_problem_document:
        ([.title, .detail] | all(type == "string" and length > 0))
        and (keys - ["type", "title", "status", "detail", "pointer", "line", "column", "lines"] == [])
        and (has("lines") == (.type == "urn:yutomok:two-winners"));
    def problem_of: capture("^(?<status>[0-9]{3}) (?<type>[a-z-]+) *(?<place>.*)$")
        | {type: "urn:yutomok:\(.type)", status: (.status | tonumber),
           place: (if .place == "" then {} elif .place == "*" then null else .place | fromjson end)};
    def is_as_expected:
        .body as $body
        | if .expected | startswith("{") then
            .status == "200" and .type == "application/json" and (.body | as_json) == (.expected | fromjson)
          elif .expected | startswith("text ") then
            .status == "200" and .type == "text/plain; charset=utf-8" and .body == .expected[5:]
          elif .expected | startswith("ndjson ") then
            .status == "200" and .type == "application/x-ndjson" and .body == .expected[7:]
          elif .expected == "svg" then
            .status == "200" and .type == "image/svg+xml" and (.body | startswith("<?xml ") and endswith("</svg>\n"))
          else
            (.expected | problem_of) as $problem
            | .status == ($problem.status | tostring) and .type == "application/problem+json"
            and (.body | as_json | . != null and is_problem_document
                and {type, status, place: (if $problem.place == null then null else place end)} == $problem)
          end;
    def complaint:
        if is_as_expected then empty
        else "expected: \(.expected)\ngot:      \(.status) \(.type)\n\(.body | .[:1000])" end;
'
