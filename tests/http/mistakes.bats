#!/usr/bin/env bats
# Mistakes: claims that are checked, cases that expose mistakes, and the catalogue.
# shellcheck disable=SC2154 # what is unknown here comes from the helper

load helper

dice='[1,2,3,4,1,2,3,4,1,2]'
none='"0000000000000000000"'

# board ROW...: a board that begins with these rows; all others are empty.
board() {
    local rows='' i
    for ((i = 0; i < 19; i++)); do
        rows+=,${1:-$none}
        (($# == 0)) || shift
    done
    echo "[${rows:1}]"
}

setup_file() {
    start_server
    curl -sS "$url/mistakes" >"$BATS_FILE_TMPDIR/mistakes"
}

@test "a right claim" {
    row '{"correct":true,"expected":{"max_score":190},"mistakes":[]}' application/json "{\"dice\":$dice,\"answer\":190}" /yut/check
    row '{"correct":true,"expected":{"max_score":190},"mistakes":[]}' '' "{\"answer\":1.9e2,\"dice\":$dice}" /yut/check
    row '{"correct":true,"expected":{"winner":1,"row":1,"col":3},"mistakes":[]}' application/json \
        "{\"board\":$(board '"0011111000000000000"'),\"answer\":{\"winner\":1,\"row\":1,\"col\":3}}" /omok/check
    local claim
    for claim in '{"winner":0}' '{"winner":0,"row":null,"col":null}' '{"col":null,"winner":0}' '{"winner":0,"row":5,"col":null}' \
        '{"winner":0,"row":0,"col":0}'; do
        row '{"correct":true,"expected":{"winner":0,"row":null,"col":null},"mistakes":[]}' application/json \
            "{\"answer\":$claim,\"board\":$(board)}" /omok/check
    done
    check_rows
}

@test "a wrong claim: the mistakes that lead to it, likeliest first" {
    post application/json '{"dice":[1,1,1,1,1,1,1,1,1,1],"answer":110}' /yut/check
    expect '{"correct":false,"expected":{"max_score":133},"mistakes":[
        {"id":"blue-never","explanation":"No piece ever takes a blue arrow"}]}'
    # By the order of the catalogue, whatever it is.
    request '/yut/cases?count=100'
    jq -c '.cases[] | {dice, answer: (.answer + (1, -1, 3))}' "$answer" >"$BATS_TEST_TMPDIR/claims"
    request -H 'Content-Type: application/x-ndjson' --data-binary "@$BATS_TEST_TMPDIR/claims" /yut/check
    expect_status 200
    jq -es --slurpfile catalogue "$BATS_FILE_TMPDIR/mistakes" '
        ($catalogue[0].yut | map(.id)) as $ids
        | map(.mistakes | map(.id as $id | $ids | index($id)))
        | length == 300 and all(. == sort) and any(length > 1)' "$answer"
}

@test "a claim that no known mistake makes" {
    row '{"correct":false,"expected":{"max_score":190},"mistakes":[]}' application/json "{\"dice\":$dice,\"answer\":-7}" /yut/check
    row '{"correct":false,"expected":{"max_score":190},"mistakes":[]}' application/json "{\"dice\":$dice,\"answer\":1e400}" /yut/check
    row '{"correct":false,"expected":{"max_score":190},"mistakes":[]}' application/json \
        "{\"dice\":$dice,\"answer\":99999999999999999999}" /yut/check
    row '{"correct":false,"expected":{"winner":0,"row":null,"col":null},"mistakes":[]}' application/json \
        "{\"board\":$(board),\"answer\":{\"winner\":3,\"row\":-1,\"col\":1e300}}" /omok/check
    check_rows
}

@test "six in a row, and what programs make of it" {
    post application/json "{\"board\":$(board '"0111111000000000000"'),\"answer\":{\"winner\":1,\"row\":1,\"col\":2}}" /omok/check
    expect '{"correct":false,"expected":{"winner":0,"row":null,"col":null},"mistakes":[
        {"id":"six-wins","explanation":"Six or more in a row are taken for a win"}]}'
    post application/json "{\"board\":$(board '"0111111000000000000"'),\"answer\":{\"winner\":1,\"row\":1,\"col\":3}}" /omok/check
    expect_equal "$(jq -c '[.mistakes[].id]' "$answer")" '["no-look-behind"]'
    # Column before row, and the place counted from 0, in a claim of nobody's.
    post application/json "{\"board\":$(board "$none" '"0011111000000000000"'),\"answer\":{\"winner\":1,\"row\":3,\"col\":2}}" /omok/check
    expect_equal "$(jq -c '[.correct, .mistakes[].id]' "$answer")" '[false,"row-and-column-swapped"]'
    post application/json "{\"board\":$(board '"0011111000000000000"'),\"answer\":{\"winner\":1,\"row\":0,\"col\":2}}" /omok/check
    expect_equal "$(jq -c '[.correct, .mistakes[].id]' "$answer")" '[false,"counted-from-zero"]'
}

@test "422: what is no claim about dice" {
    row '422 missing-member {"pointer":"#"}' application/json "{\"dice\":$dice}" /yut/check
    row '422 missing-member {"pointer":"#"}' application/json '{"answer":190}' /yut/check
    row '422 missing-member {"pointer":"#"}' application/json '{}' /yut/check
    row '422 not-an-object {"pointer":"#"}' application/json "$dice" /yut/check
    row '422 unknown-member {"pointer":"#/claim"}' application/json "{\"dice\":$dice,\"claim\":190}" /yut/check
    row '422 duplicate-member {"pointer":"#/answer"}' application/json "{\"dice\":$dice,\"answer\":1,\"answer\":1}" /yut/check
    row '422 not-an-integer {"pointer":"#/answer"}' application/json "{\"dice\":$dice,\"answer\":\"190\"}" /yut/check
    row '422 not-an-integer {"pointer":"#/answer"}' application/json "{\"dice\":$dice,\"answer\":null}" /yut/check
    row '422 not-an-integer {"pointer":"#/answer"}' application/json "{\"dice\":$dice,\"answer\":190.5}" /yut/check
    row '422 not-an-integer {"pointer":"#/answer"}' application/json "{\"dice\":$dice,\"answer\":{\"max_score\":190}}" /yut/check
    row '422 die-out-of-range {"pointer":"#/dice/9"}' application/json '{"dice":[1,2,3,4,1,2,3,4,1,6],"answer":1}' /yut/check
    row '422 wrong-dice-count {"pointer":"#/dice"}' application/json '{"dice":[1],"answer":1}' /yut/check
    row '422 not-an-array {"pointer":"#/dice"}' application/json '{"dice":1,"answer":1}' /yut/check
    row '400 malformed-json *' application/json "{\"dice\":$dice,\"answer\":}" /yut/check
    row '415 unsupported-media-type' text/plain '1' /yut/check
    row '406 not-acceptable' application/json '{}' /yut/check 'Accept: text/plain'
    row '400 bad-query' application/json "{\"dice\":$dice,\"answer\":1}" '/yut/check?explain=true'
    check_rows
}

@test "422: what is no claim about a board" {
    local empty
    empty=$(board)
    row '422 missing-member {"pointer":"#"}' application/json "{\"board\":$empty}" /omok/check
    row '422 missing-member {"pointer":"#"}' application/json '{"answer":{"winner":0}}' /omok/check
    row '422 not-an-object {"pointer":"#"}' application/json "$empty" /omok/check
    row '422 not-an-object {"pointer":"#/answer"}' application/json "{\"board\":$empty,\"answer\":0}" /omok/check
    row '422 not-an-object {"pointer":"#/answer"}' application/json "{\"board\":$empty,\"answer\":[1,3,2]}" /omok/check
    row '422 missing-member {"pointer":"#/answer"}' application/json "{\"board\":$empty,\"answer\":{}}" /omok/check
    row '422 missing-member {"pointer":"#/answer"}' application/json "{\"board\":$empty,\"answer\":{\"row\":1,\"col\":1}}" /omok/check
    row '422 missing-member {"pointer":"#/answer"}' application/json "{\"board\":$empty,\"answer\":{\"winner\":1}}" /omok/check
    row '422 missing-member {"pointer":"#/answer"}' application/json "{\"board\":$empty,\"answer\":{\"winner\":1,\"row\":1}}" /omok/check
    row '422 missing-member {"pointer":"#/answer"}' application/json "{\"board\":$empty,\"answer\":{\"winner\":2,\"col\":1}}" /omok/check
    row '422 missing-member {"pointer":"#/answer"}' application/json \
        "{\"board\":$empty,\"answer\":{\"winner\":2,\"row\":null,\"col\":1}}" /omok/check
    row '422 unknown-member {"pointer":"#/answer/color"}' application/json \
        "{\"board\":$empty,\"answer\":{\"winner\":0,\"color\":1}}" /omok/check
    row '422 duplicate-member {"pointer":"#/answer/row"}' application/json \
        "{\"board\":$empty,\"answer\":{\"winner\":0,\"row\":null,\"row\":null}}" /omok/check
    row '422 not-an-integer {"pointer":"#/answer/winner"}' application/json "{\"board\":$empty,\"answer\":{\"winner\":null}}" /omok/check
    row '422 not-an-integer {"pointer":"#/answer/winner"}' application/json \
        "{\"board\":$empty,\"answer\":{\"winner\":\"black\"}}" /omok/check
    row '422 not-an-integer {"pointer":"#/answer/row"}' application/json \
        "{\"board\":$empty,\"answer\":{\"winner\":0,\"row\":false,\"col\":0}}" /omok/check
    row '422 not-an-integer {"pointer":"#/answer/col"}' application/json \
        "{\"board\":$empty,\"answer\":{\"winner\":1,\"row\":1,\"col\":1.5}}" /omok/check
    row '422 wrong-row-count {"pointer":"#/board"}' application/json '{"board":[],"answer":{"winner":0}}' /omok/check
    row '422 wrong-row-count {"pointer":"#/board"}' application/json '{"board":[],"answer":7}' /omok/check
    row '422 not-an-object {"pointer":"#/answer"}' application/json '{"answer":7,"board":[]}' /omok/check
    check_rows
    post application/json \
        "{\"board\":$(board '"0111110222220000000"'),\"answer\":{\"winner\":0}}" /omok/check
    expect '422 two-winners {"pointer":"#"}'
    jq -e '.lines | map(.color) == [1, 2]' "$answer"
}

@test "a batch of claims, some of them bad" {
    row 'ndjson {"correct":true,"expected":{"max_score":190},"mistakes":[]}
{"type":"urn:yutomok:missing-member","title":"A member is missing","status":422,"detail":"\"answer\" is missing","pointer":"#","line":2}
{"type":"urn:yutomok:malformed-json","title":"The body is not JSON","status":400,"detail":"A value is expected here","line":4,"column":9}
{"correct":false,"expected":{"max_score":190},"mistakes":[]}
' application/x-ndjson "{\"dice\":$dice,\"answer\":190}
{\"dice\":$dice}

{\"dice\":}
{\"dice\":$dice,\"answer\":5}" /yut/check
    row 'ndjson {"correct":true,"expected":{"winner":0,"row":null,"col":null},"mistakes":[]}
{"type":"urn:yutomok:missing-member","title":"A member is missing","status":422,"detail":"\"col\" is missing, as somebody has won","pointer":"#/answer","line":2}
' application/x-ndjson "{\"board\":$(board),\"answer\":{\"winner\":0}}
{\"board\":$(board),\"answer\":{\"winner\":2,\"row\":1}}" /omok/check
    check_rows
}

# cases_in_three_types GAME SEED: JSON, NDJSON and text agree with each other, and with POST /GAME.
cases_in_three_types() {
    local query="seed=$2&count=30" directory=$BATS_TEST_TMPDIR
    request "/$1/cases?$query"
    expect_status 200
    expect_equal "${fields[content-type]}" application/json
    jq -c '.cases[]' "$answer" >"$directory/json"
    request -H 'Accept: application/x-ndjson' "/$1/cases?$query"
    expect_equal "${fields[content-type]}" application/x-ndjson
    cmp "$answer" "$directory/json"
    request -H 'Accept: text/plain' "/$1/cases?$query&part=out"
    expect_equal "${fields[content-type]}" 'text/plain; charset=utf-8'
    cp "$answer" "$directory/out"
    request -H 'Accept: text/plain' "/$1/cases?$query"
    cp "$answer" "$directory/in"
    request -H 'Accept: text/plain' "/$1/cases?$query&part=in"
    cmp "$answer" "$directory/in"
    request -H 'Content-Type: text/plain' --data-binary "@$directory/in" "/$1"
    cmp "$answer" "$directory/out"
    jq -c 'del(.answer, .exposes)' "$directory/json" >"$directory/lines"
    request -H 'Content-Type: application/x-ndjson' --data-binary "@$directory/lines" "/$1"
    # shellcheck disable=SC2016
    jq -es --slurpfile cases "$directory/json" 'length == 30
        and map(.max_score // .) == ($cases | map(.answer)) and all($cases[].exposes; length > 0)' "$answer"
}

@test "cases of dice are the same in three media types, and have the right answers" {
    cases_in_three_types yut 5
}

@test "cases of boards are the same in three media types, and have the right answers" {
    cases_in_three_types omok 18446744073709551615
}

@test "cases without parameters: twenty that expose every mistake, small ones first" {
    local game
    for game in yut omok; do
        request "/$game/cases"
        # shellcheck disable=SC2016
        jq -e --arg game "$game" --slurpfile catalogue "$BATS_FILE_TMPDIR/mistakes" '
            (.cases | length) == 20
            and ([.cases[].exposes[]] | unique) == ($catalogue[0][$game] | map(.id) | sort)
            and (.cases | map([.dice // .board | tostring | scan("[1-5]") | if $game == "yut" then tonumber else 1 end] | add)
                | . == sort)' "$answer"
        cp "$answer" "$BATS_TEST_TMPDIR/default"
        request "/$game/cases?count=20&seed=0"
        cmp "$answer" "$BATS_TEST_TMPDIR/default"
        request "/$game/cases?seed=1"
        ! cmp -s "$answer" "$BATS_TEST_TMPDIR/default"
    done
}

@test "cases for one mistake: all of them expose it" {
    local game ids
    for game in yut omok; do
        ids=$(jq -r ".${game} | map(.id) | join(\",\")" "$BATS_FILE_TMPDIR/mistakes")
        curl -sS "$url/$game/cases?count=3&mistake={$ids}" >"$BATS_TEST_TMPDIR/all"
        # shellcheck disable=SC2016
        sed 's/^--_curl_--.*//' "$BATS_TEST_TMPDIR/all" | jq -es --arg ids "$ids" '
            . as $sets | ($ids | split(",")) as $ids
            | ($sets | length) == ($ids | length)
            and all(range($ids | length) as $i | $sets[$i].cases | length == 3 and all(.exposes | any(. == $ids[$i])); .)'
    done
}

@test "400: what the query of cases must not have" {
    local query
    for query in count=0 count=101 count=-1 count=1e1 count= count count=+1 count=1.0 count=%201 'count=5&count=5' \
        count=99999999999999999999 seed= seed=-1 seed=x seed=18446744073709551616 'seed=1&seed=2' mistake=nope mistake= \
        mistake mistake=GREEDY 'mistake=greedy&mistake=greedy' mistake=six-wins part= part=both part=in part=out \
        "mistake=$(printf 'x%.0s' {1..3000})" explain=true counts=1 Count=1; do
        get '400 bad-query' "/yut/cases?$query"
    done
    get '400 bad-query' '/omok/cases?mistake=greedy'
    get '400 bad-query' '/omok/cases?part=in' 'Accept: application/x-ndjson'
    get '400 bad-query' '/yut/cases?part=In' 'Accept: text/plain'
    get '400 bad-query' '/yut/cases?part=in&part=in' 'Accept: text/plain'
    get '400 bad-query' '/mistakes?mistake=greedy'
    row '400 bad-query' application/json "$dice" '/yut?count=1'
    row '400 bad-query' application/json "$dice" '/yut?seed=1'
    check_rows
    # Other numbers of the same value, and the ends of what is allowed.
    request '/yut/cases?count=001&seed=018446744073709551615'
    expect_equal "$(jq '.cases | length' "$answer")" 1
    request '/omok/cases?count=100'
    expect_equal "$(jq '.cases | length' "$answer")" 100
}

@test "cases and the catalogue may be kept, each type by itself" {
    local path etag
    for path in '/yut/cases?count=2' '/omok/cases?count=2' /mistakes; do
        request "$path"
        expect_status 200
        etag=${fields[etag]}
        [[ $etag == \"*\" && ${fields[cache-control]} == *max-age=* ]]
        request -H "If-None-Match: $etag" "$path"
        expect_status 304
        expect_equal "${fields[etag]}" "$etag"
        if [[ $path == /mistakes ]]; then
            expect_equal "${fields[vary]:-}" ''
        else
            expect_equal "${fields[vary]}" Accept
            request -H "If-None-Match: $etag" -H 'Accept: text/plain' "$path"
            expect_status 200
            expect_equal "${fields[vary]}" Accept
            [[ ${fields[etag]} != "$etag" ]]
        fi
        request -I "$path"
        expect_status 200
        expect_equal "${fields[etag]}" "$etag"
    done
    request /yut/board
    expect_equal "${fields[vary]:-}" ''
}

@test "GET only for cases and the catalogue, POST only for claims" {
    local path
    for path in /yut/cases /omok/cases /mistakes; do
        request -d x "$path"
        expect '405 method-not-allowed'
        expect_equal "${fields[allow]}" 'GET, HEAD, OPTIONS'
    done
    for path in /yut/check /omok/check; do
        request "$path"
        expect '405 method-not-allowed'
        expect_equal "${fields[allow]}" 'POST, OPTIONS'
    done
    get '406 not-acceptable' /mistakes 'Accept: text/plain'
    get '406 not-acceptable' /yut/cases 'Accept: image/svg+xml'
    check_rows
}

@test "the catalogue: its examples have the right answers" {
    local game
    for game in yut omok; do
        jq -c ".${game}[].example" "$BATS_FILE_TMPDIR/mistakes" >"$BATS_TEST_TMPDIR/claims"
        request -H 'Content-Type: application/x-ndjson' --data-binary "@$BATS_TEST_TMPDIR/claims" "/$game/check"
        expect_status 200
        jq -es 'length >= 16 and all(.correct and .mistakes == [])' "$answer"
    done
}

# Claims around the right answer: among them is the one of whoever makes the mistake.
@test "the catalogue: who makes a mistake in its example is told its name" {
    jq -c '.yut[] | .id as $id | .example | .answer as $right | {id: $id, dice}
        + {answer: (range($right - 60; $right + 60), (if $id == "points-in-passing" then range(200; 500) else empty end))}' \
        "$BATS_FILE_TMPDIR/mistakes" >"$BATS_TEST_TMPDIR/yut"
    # Every stone, where it is, the other way around, and counted from 0; and nobody.
    jq -c '.omok[] | .id as $id | .example.board as $board
        | [range(19) as $row | range(19) as $col | select($board[$row][$col:$col + 1] != "0") | [$row, $col]] as $stones
        | {id: $id, board: $board} + {answer: ({winner: 0},
            ($stones[] | ([.[0] + 1, .[1] + 1], [.[1] + 1, .[0] + 1], .) as [$row, $col]
                | {winner: (1, 2), row: $row, col: $col}))}' "$BATS_FILE_TMPDIR/mistakes" >"$BATS_TEST_TMPDIR/omok"
    local game
    for game in yut omok; do
        jq -c 'del(.id)' "$BATS_TEST_TMPDIR/$game" >"$BATS_TEST_TMPDIR/claims"
        request -H 'Content-Type: application/x-ndjson' --data-binary "@$BATS_TEST_TMPDIR/claims" "/$game/check"
        expect_status 200
        # shellcheck disable=SC2016
        jq -es --slurpfile claims "$BATS_TEST_TMPDIR/$game" --arg game "$game" --slurpfile catalogue "$BATS_FILE_TMPDIR/mistakes" '
            . as $checks
            | [range(length) as $i | $claims[$i].id as $id | select($checks[$i].mistakes | any(.id == $id)) | $id]
            | unique == ($catalogue[0][$game] | map(.id) | sort)' "$answer"
        # The explanations are those of the catalogue.
        # shellcheck disable=SC2016
        jq -es --arg game "$game" --slurpfile catalogue "$BATS_FILE_TMPDIR/mistakes" '
            ($catalogue[0][$game] | map({id, explanation})) as $known
            | [.[].mistakes[]] | length > 0 and all(. as $mistake | $known | any(. == $mistake))' "$answer"
    done
}
