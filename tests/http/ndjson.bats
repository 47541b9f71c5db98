#!/usr/bin/env bats
# application/x-ndjson: one case a line, one answer a line, in order; a bad line gives its problem, with its line.
# shellcheck disable=SC2154 # what is unknown here comes from the helper

load helper

dice='[1,2,3,4,1,2,3,4,1,2]'
good='{"max_score":190}'

# expect_lines EXPECTED...: a 200 of type application/x-ndjson, with a line for each; see `row`.
expect_lines() {
    expect_status 200
    expect_equal "${fields[content-type]}" application/x-ndjson "Content-Type"
    # shellcheck disable=SC2016
    jq -rn --rawfile body "$answer" "$judge"'
        ($body | if . == "" then [] elif endswith("\n") then .[:-1] | split("\n") else ["no line end"] end) as $lines
        | $ARGS.positional as $expected
        | if ($lines | length) != ($expected | length) then "\($expected | length) lines expected, got:\n\($body)\n" | halt_error(1)
          else range($lines | length) | . as $i
            | if $expected[$i] | startswith("{") then {status: "200", type: "application/json"}
              else {status: ($lines[$i] | fromjson.status | tostring), type: "application/problem+json"} end
            | .expected = $expected[$i] | .body = $lines[$i] | complaint | "\(.)\n" | halt_error(1)
          end' --args "$@"
}

@test "one answer a line, in order" {
    post application/x-ndjson "$dice"$'\n[1,1,1,1,1,1,1,1,1,5]\n{"dice":[4,5,3,1,1,2,1,1,1,1]}\n' /yut
    expect_lines "$good" '{"max_score":113}' '{"max_score":284}'
}

@test "every answer is one line, also the last one" {
    row $'ndjson {"max_score":190}\n' application/x-ndjson "$dice" /yut
    row $'ndjson {"max_score":190}\n' application/x-ndjson "$dice"$'\n' /yut
    row $'ndjson {"max_score":190}\n' 'application/x-ndjson; charset=utf-8' "$dice"$'\r\n' /yut
    row $'ndjson {"max_score":190}\n{"max_score":190}\n' Application/X-NDJSON "$dice"$'\n'"$dice" /yut
    check_rows
}

@test "blank lines are skipped, a byte-order mark in front is, too" {
    row $'ndjson {"max_score":190}\n{"max_score":190}\n' application/x-ndjson $'\n\r\n \t\n'"$dice"$'\n\n\n'" $dice "$'\n \n' /yut
    row $'ndjson {"max_score":190}\n' application/x-ndjson $'\xef\xbb\xbf'"$dice" /yut
    check_rows
}

@test "an empty batch has an empty answer" {
    row 'ndjson ' application/x-ndjson '' /yut
    row 'ndjson ' application/x-ndjson $'\n' /omok
    row 'ndjson ' application/x-ndjson $'\r\n\n  \t \n' /yut/moves
    check_rows
}

@test "a line with nothing but the byte-order mark is blank" {
    row $'ndjson {"max_score":190}\n' application/x-ndjson $'\xef\xbb\xbf\n'"$dice" /yut
    row 'ndjson ' application/x-ndjson $'\xef\xbb\xbf' /yut
    check_rows
}

@test "a bad line gives its problem, and the others are answered" {
    post application/x-ndjson "$dice"$'\n[6,2,3,4,1,2,3,4,1,2]\n'"$dice"$'\n{"dice":[1]}\n{}\nnull\n'"$dice" /yut
    expect_lines "$good" '422 die-out-of-range {"pointer":"#/0","line":2}' "$good" \
        '422 wrong-dice-count {"pointer":"#/dice","line":4}' '422 missing-member {"pointer":"#","line":5}' \
        '422 not-an-object {"pointer":"#","line":6}' "$good"
}

@test "line is the physical line: blank ones count" {
    post application/x-ndjson $'\n\n'"$dice"$'\r\n\r\n[]\n \n{"a":1}' /yut
    expect_lines "$good" '422 wrong-dice-count {"pointer":"#","line":5}' '422 unknown-member {"pointer":"#/a","line":7}'
}

@test "a line that is not JSON: line and column" {
    post application/x-ndjson "$dice"$'\n[1,2,x]\n'"$dice]"$'\n\n{"dice":[01]}' /yut
    expect_lines "$good" '400 malformed-json {"line":2,"column":6}' '400 malformed-json {"line":3,"column":22}' \
        '400 malformed-json {"line":5,"column":11}'
    post application/x-ndjson $'\xef\xbb\xbf[1,2,x]\n x' /yut
    expect_lines '400 malformed-json {"line":1,"column":6}' '400 malformed-json {"line":2,"column":2}'
}

@test "a case does not go on in the next line" {
    post application/x-ndjson $'[1,2,3,4,1,\n2,3,4,1,2]\n'"$dice $dice" /yut
    expect_lines '400 malformed-json *' '400 malformed-json *' '400 malformed-json *'
}

@test "a batch is 200 even if every line is bad" {
    post application/x-ndjson $'x\n[]\n{' /omok
    expect_lines '400 malformed-json {"line":1,"column":1}' '422 wrong-row-count {"pointer":"#","line":2}' \
        '400 malformed-json {"line":3,"column":2}'
}

@test "a NUL and what is not UTF-8 are bad lines" {
    printf '%s\n[\000]\n"\377"\n%s' "$dice" "$dice" >"$BATS_TEST_TMPDIR/request"
    request -H 'Content-Type: application/x-ndjson' --data-binary "@$BATS_TEST_TMPDIR/request" /yut
    expect_lines "$good" '400 malformed-json {"line":2,"column":2}' '400 malformed-json {"line":3,"column":2}' "$good"
}

@test "/omok, with two winners on a line" {
    local board
    board=$(jq -cn '[range(19) | "0" * 19]')
    post application/x-ndjson "$board"$'\n'"${board/0000000000000000000/1111122222000000000}"$'\n'"{\"board\":${board/0000000000000000000/2222200000000000000}}" /omok
    expect_lines '{"winner":0,"row":null,"col":null}' '422 two-winners {"pointer":"#","line":2}' '{"winner":2,"row":1,"col":1}'
}

@test "/yut/moves" {
    post application/x-ndjson $'{"dice":[5]}\n{"pieces":[9,9,0,0],"dice":[5]}\n{"dice":[5],"pieces":[21,21,21,21]}' /yut/moves
    expect_lines '{"best":10,"moves":[{"piece":1,"from":0,"to":5,"points":10,"value":10}],"blocked":[]}' \
        '422 pieces-overlap {"pointer":"#/pieces/1","line":2}' '{"best":0,"moves":[],"blocked":[]}'
}

@test "more than 64 deep on a line" {
    local deep
    deep=$(head -c 65 /dev/zero | tr '\0' '[')
    post application/x-ndjson "$dice"$'\n'"$deep"$'\n'"$dice" /yut
    expect_lines "$good" '400 json-too-deep {"line":2,"column":65}' "$good"
}

@test "a line longer than a JSON case may be is a bad line" {
    start_server --max-body 100 --max-batch 1000
    post application/x-ndjson "$(printf '%-100s\n%-101s\n%s\n' "$dice" "$dice" "$dice")" /yut
    expect_lines "$good" '413 body-too-large {"line":2}' "$good"
    post application/x-ndjson "$(printf '%-900s\n%s' x "$dice")" -H 'Transfer-Encoding: chunked' /yut
    expect_lines '413 body-too-large {"line":1}' "$good"
    stop_server
}

@test "a long batch with a bad line here and there" {
    awk 'BEGIN { for (i = 1; i <= 20000; i++) print i % 1000 ? "[1,2,3,4,1,2,3,4,1,2]" : "[1,2,3,4,1,2,3,4,1,6]" }' \
        >"$BATS_TEST_TMPDIR/lines"
    local how
    for how in 'X-Nothing: 1' 'Transfer-Encoding: chunked'; do
        request -H "$how" -H 'Content-Type: application/x-ndjson' --data-binary "@$BATS_TEST_TMPDIR/lines" /yut
        expect_status 200
        awk '/^\{"max_score":190\}$/ && NR % 1000 { next }
            NR % 1000 == 0 && /"type":"urn:yutomok:die-out-of-range"/ && index($0, "\"line\":" NR) { next }
            { print NR ": " $0; wrong = 1 }
            END { exit wrong || NR != 20000 }' "$answer"
    done
}

@test "lines that arrive in pieces" {
    raw 'POST /yut HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n' \
        '1\r\n[\r\n' 'A\r\n1,2,3,4,1,\r\n' '9\r\n2,3,4,1,2\r\n' '3\r\n]\r\n\r\n' '1\r\n\n\r\n' '2\r\n\r\n\r\n' '1\r\nx\r\n' '0\r\n\r\n'
    expect_lines "$good" '400 malformed-json {"line":4,"column":1}'
}

@test "Accept: NDJSON only" {
    row $'ndjson {"max_score":190}\n' application/x-ndjson "$dice" /yut 'Accept: application/*'
    row $'ndjson {"max_score":190}\n' application/x-ndjson "$dice" /yut 'Accept: application/json;q=0.9, */*;q=0.1'
    row '406 not-acceptable' application/x-ndjson "$dice" /yut 'Accept: application/json'
    row '406 not-acceptable' application/x-ndjson "$dice" /yut 'Accept: text/plain'
    check_rows
}

@test "answers that outgrow --max-answer: 413, and nothing of them" {
    start_server --max-answer 1M
    local batch=$BATS_TEST_TMPDIR/batch
    yes x | head -20000 >"$batch"
    request -H 'Content-Type: application/x-ndjson' --data-binary "@$batch" /yut
    expect '413 body-too-large'
    # As many sound cases have shorter answers.
    yes '[1,2,3,4,1,2,3,4,1,2]' | head -20000 >"$batch"
    request -H 'Content-Type: application/x-ndjson' --data-binary "@$batch" /yut
    expect_status 200
    request -H 'Content-Type: application/x-ndjson' --data-binary "@$batch" '/yut?explain=true'
    expect '413 body-too-large'
}

@test "--max-answer holds for a last line without its end, too" {
    start_server --max-answer 100
    local case='[1,2,3,4,1,2,3,4,1,2]'
    row '413 body-too-large' application/x-ndjson "$case" '/yut?explain=true'
    row '413 body-too-large' application/x-ndjson "$case"$'\n' '/yut?explain=true'
    row $'ndjson {"max_score":190}\n' application/x-ndjson "$case" /yut
    check_rows
}
