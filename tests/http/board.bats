#!/usr/bin/env bats
# GET /yut/board: the cells as data.
# shellcheck disable=SC2030,SC2031,SC2154 # a test is a subshell; what is unknown here comes from the helper

load helper

@test "33 cells with ids, printed numbers and arrows" {
    request /yut/board
    expect_status 200
    expect_equal "${fields[content-type]}" application/json
    jq -e '
        def red: {"20": 21, "22": 23, "23": 24, "24": 25, "25": 31, "26": 27, "27": 25, "28": 29, "29": 30, "30": 25,
            "31": 32, "32": 20, "21": null} as $other | tostring as $id | if $other | has($id) then $other[$id] else . + 1 end;
        def blue: {"5": 22, "10": 26, "15": 28}[tostring];
        def printed: if . <= 20 then 2 * . else [0, 13, 16, 19, 25, 22, 24, 28, 27, 26, 30, 35][. - 21] end;
        keys == ["cells"] and (.cells | map(del(.x, .y))) == [range(33) | {id: ., printed: printed, red: red, blue: blue}]' \
        "$answer"
}

@test "every cell has a place of its own in the unit square" {
    request /yut/board
    jq -e '.cells | all(.[] | .x, .y; type == "number" and 0 <= . and . <= 1) and (map([.x, .y]) | unique | length) == 33' "$answer"
}

@test "ETag: the same for the same board, and 304 for who has it" {
    request /yut/board
    local etag=${fields[etag]} tag
    [[ $etag =~ ^\"[!#-~]+\"$ ]] || expect_equal "$etag" "a strong entity tag"
    for tag in "$etag" "W/$etag" '*' "\"x\", $etag" "\"x\",W/$etag , \"y\""; do
        request -H "If-None-Match: $tag" /yut/board
        expect_status 304
        expect_equal "$size" 0
        expect_equal "${fields[etag]}" "$etag"
        expect_equal "${fields[content-type]:-}" ""
    done
    request -I -H "If-None-Match: $etag" /yut/board
    expect_status 304
    for tag in '"x"' '""' "W/\"x\", \"${etag:2}" "x${etag//\"/}"; do
        request -H "If-None-Match: $tag" /yut/board
        expect_status 200
        expect_equal "${fields[etag]}" "$etag"
    done
}

@test "ETag: another server gives the same" {
    request /yut/board
    local etag=${fields[etag]}
    start_server
    request /yut/board
    expect_equal "${fields[etag]}" "$etag"
    stop_server
}

@test "Cache-Control is there, with the answer and with 304" {
    request /yut/board
    local control=${fields[cache-control]}
    [[ $control == *max-age=* ]]
    request -H "If-None-Match: ${fields[etag]}" /yut/board
    expect_equal "${fields[cache-control]}" "$control"
}

@test "openapi.yaml has an ETag as well; health and answers have none" {
    request /openapi.yaml
    expect_status 200
    request -H "If-None-Match: ${fields[etag]}" /openapi.yaml
    expect_status 304
    request /healthz
    expect_equal "${fields[etag]:-}" ""
    request -H 'If-None-Match: *' /healthz
    expect_status 200
    request -H 'If-None-Match: *' -d '[1,2,3,4,1,2,3,4,1,2]' /yut
    expect '{"max_score":190}'
}

@test "406, 405 and queries" {
    get '406 not-acceptable' /yut/board 'Accept: text/plain'
    get '400 bad-query' '/yut/board?id=3'
    row '405 method-not-allowed' application/json '{}' /yut/board
    check_rows
}
