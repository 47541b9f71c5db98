#!/usr/bin/env bats
# POST /yut with one case in JSON: right answers, the ways to write a case, and which type the answer is in.
# shellcheck disable=SC2154 # what is unknown here comes from the helper

load helper

dice='[1,2,3,4,1,2,3,4,1,2]'

@test "the answer is an object with the best score" {
    post application/json '{"dice":[1,2,3,4,1,2,3,4,1,2]}' /yut
    expect '{"max_score":190}'
}

@test "the smallest and the largest answer that there are" {
    row '{"max_score":113}' application/json '{"dice":[1,1,1,1,1,1,1,1,1,5]}' /yut
    row '{"max_score":284}' application/json '{"dice":[4,5,3,1,1,2,1,1,1,1]}' /yut
    check_rows
}

@test "a case may be the bare array" {
    post application/json "$dice" /yut
    expect '{"max_score":190}'
}

@test "curl -d is enough: its form type is read as JSON" {
    request -d "$dice" /yut
    expect '{"max_score":190}'
}

@test "types that are read as JSON" {
    local media_type
    for media_type in application/json 'application/json; charset=utf-8' 'Application/JSON;charset="utf-8"' '' \
        application/x-www-form-urlencoded 'application/x-www-form-urlencoded; charset=UTF-8'; do
        row '{"max_score":190}' "$media_type" "$dice" /yut
    done
    check_rows
}

@test "other spellings of integers and white space" {
    row '{"max_score":190}' application/json '[1.0,2e0,30e-1,0.4e1,1,2,3,4,1,20E-1]' /yut
    row '{"max_score":190}' application/json '[1.000000000000000000000000000000000000000000000000000000000000000000000000,2,3,4,1,2,3,4,1,2]' /yut
    row '{"max_score":190}' application/json $'\n\t {"dice" :\r\n [ 1,2 , 3,4,1,2,3,4,1,2 ] } \n' /yut
    row '{"max_score":190}' application/json $'\xef\xbb\xbf''{"dice":[1,2,3,4,1,2,3,4,1,2]}' /yut
    row '{"max_score":190}' application/json '{"d\u0069ce":[1,2,3,4,1,2,3,4,1,2]}' /yut
    check_rows
}

@test "Accept chooses the type of the answer" {
    local json='{"max_score":190}' text=$'text 190\n' ndjson=$'ndjson {"max_score":190}\n'
    row "$json" application/json "$dice" /yut 'Accept:'
    row "$json" application/json "$dice" /yut 'Accept: */*'
    row "$json" application/json "$dice" /yut 'Accept: application/*'
    row "$json" application/json "$dice" /yut 'Accept: application/json;q=0.1'
    row "$text" application/json "$dice" /yut 'Accept: text/plain'
    row "$text" application/json "$dice" /yut 'Accept: text/*'
    row "$text" application/json "$dice" /yut 'Accept: TEXT/PLAIN; charset=utf-8'
    row "$text" application/json "$dice" /yut 'Accept: application/json;q=0.5, text/plain'
    row "$text" application/json "$dice" /yut 'Accept: application/json;q=0, text/plain;q=0.001, image/png'
    row "$text" application/json "$dice" /yut $'Accept: image/png\nAccept: text/plain'
    row "$json" application/json "$dice" /yut 'Accept: text/plain;q=0.5, application/*;q=0.8'
    row "$json" application/json "$dice" /yut 'Accept: text/html, */*;q=0.1'
    row "$json" application/json "$dice" /yut 'Accept: application/json, application/problem+json'
    row "$ndjson" application/json "$dice" /yut 'Accept: application/x-ndjson'
    check_rows
}

@test "many answers over one connection, right and wrong ones" {
    local _
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        row '{"max_score":190}' application/json "$dice" /yut
        row '422 die-out-of-range {"pointer":"#/0"}' application/json '[6,2,3,4,1,2,3,4,1,2]' /yut
        row '400 malformed-json {"line":1,"column":1}' application/json 'x' /yut
        row '404 not-found' application/json "$dice" /nothing
    done
    check_rows
}

# The fields of the last answer but for the time, in one line.
fields_but_date() {
    local name
    for name in "${!fields[@]}"; do
        [[ $name == date ]] || echo "$name: ${fields[$name]}"
    done | sort | tr '\n' ';'
}

@test "an answer that is given again is the same, and only closes the connection for those who ask for it" {
    local case='{"dice":[1,2,3,4,1,2,3,4,1,2]}' answers=() first
    for _ in 1 2 3; do
        post application/json "$case" /yut
        answers+=("$status $body $(fields_but_date)")
    done
    first=${answers[0]}
    expect_equal "${answers[1]}" "$first"
    expect_equal "${answers[2]}" "$first"
    request -H 'Connection: close' -H 'Content-Type: application/json' -d "$case" /yut
    expect_equal "$body ${fields[connection]}" '{"max_score":190} close'
    post application/json "$case" /yut
    expect_equal "$status $body $(fields_but_date)" "$first"
    request -H 'Accept: application/x-ndjson' -H 'Content-Type: application/json' -d "$case" /yut
    expect_equal "${fields[content-type]}" application/x-ndjson
    request /healthz
    request -I /healthz
    expect_equal "$status ${fields[content-type]} ${fields[content-length]}" "200 application/json 15"
}

@test "any order of many short answers: none is taken for another" {
    local throws answers i
    throws=$(jq -nr '[limit(4000; 17825 | recurse(. * 16807 % 2147483647))] | map(. / 1000 | floor % 5 + 1) |
        _nwise(10) | join(" ")')
    mapfile -t throws <<<"$throws"
    mapfile -t answers < <(printf '%s\n' "${throws[@]}" | curl -sS -H 'Content-Type: text/plain' --data-binary @- "localhost:$port/yut")
    for ((i = 0; i < 800; i++)); do
        row "{\"max_score\":${answers[i % 400]}}" application/json "[${throws[i % 400]// /,}]" /yut
    done
    check_rows
    (($(printf '%s\n' "${answers[@]}" | sort -u | wc -l) > 40))
}

@test "a body in chunks" {
    post application/json '{"dice":[1,2,3,4,1,2,3,4,1,2]}' -H 'Transfer-Encoding: chunked' /yut
    expect '{"max_score":190}'
    raw 'POST /yut HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n' \
        '6\r\n[1,2,3\r\n' '1\r\n,\r\n' 'D\r\n4,1,2,3,4,1,2\r\n' '1\r\n]\r\n' '0\r\n\r\n'
    expect '{"max_score":190}'
}

@test "100 Continue, and then the answer" {
    post application/json "$dice" -H 'Expect: 100-continue' /yut
    expect '{"max_score":190}'
    grep -q '^HTTP/1.1 100 ' "$headers"
}

@test "HTTP/1.0" {
    post application/json "$dice" --http1.0 /yut
    expect '{"max_score":190}'
}
