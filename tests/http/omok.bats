#!/usr/bin/env bats
# POST /omok with one case in JSON: right answers and the ways to write a board. Boards of all kinds: cases.bats.
# shellcheck disable=SC2154 # what is unknown here comes from the helper

load helper

# board ROW ROW...: a board with these rows of digits at the top, the rest being empty, as an array in JSON.
board() {
    local i result=''
    for ((i = 1; i <= 19; i++)); do
        result+=",\"${!i:-0000000000000000000}\""
    done
    echo "[${result#,}]"
}

empty=0000000000000000000

@test "a winner, and the winning stone" {
    post application/json "{\"board\":$(board $empty $empty 0111112000000000000)}" /omok
    expect '{"winner":1,"row":3,"col":2}'
}

@test "nobody has won" {
    post application/json "$(board)" /omok
    expect '{"winner":0,"row":null,"col":null}'
}

@test "rows as strings or as arrays, with or without the object" {
    local digits numbers
    digits=$(board 2000000000000000000 2000000000000000000 2000000000000000000 2000000000000000000 2000000000000000000)
    numbers=$(jq -c 'map(split("") | map(tonumber))' <<<"$digits")
    row '{"winner":2,"row":1,"col":1}' application/json "$digits" /omok
    row '{"winner":2,"row":1,"col":1}' application/json "{\"board\":$digits}" /omok
    row '{"winner":2,"row":1,"col":1}' application/json "$numbers" /omok
    row '{"winner":2,"row":1,"col":1}' application/json "{\"board\":$numbers}" /omok
    row '{"winner":2,"row":1,"col":1}' application/json "${numbers//2/2.0}" /omok
    row '{"winner":2,"row":1,"col":1}' '' "$digits" /omok
    check_rows
}

@test "exactly five: six do not win, but five of the same colour elsewhere do" {
    row '{"winner":0,"row":null,"col":null}' application/json "$(board 0111111000000000000)" /omok
    row '{"winner":1,"row":2,"col":3}' application/json "$(board 1111110000000000000 0011111000000000000)" /omok
    row '{"winner":1,"row":1,"col":2}' application/json "$(board 0111112222220000000)" /omok
    check_rows
}

@test "a line does not go on in the next row" {
    row '{"winner":0,"row":null,"col":null}' application/json "$(board 0000000000000000111 1100000000000000000)" /omok
    row '{"winner":1,"row":1,"col":15}' application/json "$(board 0000000000000011111 1100000000000000000)" /omok
    check_rows
}

@test "of several fives the first is reported: by row, then column" {
    row '{"winner":1,"row":1,"col":4}' application/json \
        "$(board 0001111100000000000 0010000000000000000 0000000000000111110)" /omok
    row '{"winner":2,"row":1,"col":1}' application/json "$(board 2222202222200000000)" /omok
    check_rows
}

@test "two winners: all of their lines come along" {
    post application/json "$(board 1111100000000000000 2222200000000000000)" /omok
    expect '422 two-winners {"pointer":"#"}'
    jq -e '.lines == [
        {color: 1, row: 1, col: 1, direction: "E", length: 5, stones: [[1, 1], [1, 2], [1, 3], [1, 4], [1, 5]]},
        {color: 2, row: 2, col: 1, direction: "E", length: 5, stones: [[2, 1], [2, 2], [2, 3], [2, 4], [2, 5]]}]' "$answer"
}

@test "Accept chooses the type of the answer" {
    local winner
    winner=$(board $empty $empty 0111112000000000000)
    row $'text 1\n3 2\n' application/json "$winner" /omok 'Accept: text/plain'
    row $'text 0\n' application/json "$(board)" /omok 'Accept: text/plain'
    row $'ndjson {"winner":1,"row":3,"col":2}\n' application/json "$winner" /omok 'Accept: application/x-ndjson'
    row '422 two-winners {"pointer":"#"}' application/json "$(board 1111122222000000000)" /omok 'Accept: text/plain'
    check_rows
}
