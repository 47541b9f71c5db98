#!/usr/bin/env bats
# POST /yut/moves: what every move of a position is worth.
# shellcheck disable=SC2154 # what is unknown here comes from the helper

load helper

@test "the example of the contract" {
    post application/json '{"pieces":[0,3,5,31],"dice":[3],"turns":7}' /yut/moves
    expect '{"best":181.381504,"moves":[
        {"piece":3,"from":5,"to":24,"points":19,"value":181.381504},
        {"piece":2,"from":3,"to":6,"points":12,"value":180.664064},
        {"piece":4,"from":31,"to":21,"points":0,"value":147.579008}],
        "blocked":[{"piece":1,"from":0,"to":3,"by":2}]}'
}

@test "pieces stand on start, and turns are as many as dice, unless said otherwise" {
    row '{"best":190,"moves":[{"piece":1,"from":0,"to":1,"points":2,"value":190}],"blocked":[]}' application/json \
        '{"dice":[1,2,3,4,1,2,3,4,1,2]}' /yut/moves
    row '{"best":190,"moves":[{"piece":1,"from":0,"to":1,"points":2,"value":190}],"blocked":[]}' application/json \
        '{"turns":10,"dice":[1,2,3,4,1,2,3,4,1,2],"pieces":[0,0,0,0]}' /yut/moves
    row '{"best":10,"moves":[{"piece":1,"from":0,"to":5,"points":10,"value":10}],"blocked":[]}' '' '{"dice":[5]}' /yut/moves
    check_rows
}

@test "positions of all kinds" {
    row '{"best":0,"moves":[
        {"piece":1,"from":20,"to":21,"points":0,"value":0}],
        "blocked":[]}' \
        application/json '{"pieces":[20,21,21,21],"dice":[1]}' /yut/moves
    row '{"best":112.72,"moves":[
        {"piece":3,"from":15,"to":28,"points":28,"value":112.72},
        {"piece":2,"from":10,"to":26,"points":22,"value":104.6},
        {"piece":1,"from":5,"to":22,"points":13,"value":97.88},
        {"piece":4,"from":20,"to":21,"points":0,"value":89.4}],
        "blocked":[]}' \
        application/json '{"pieces":[5,10,15,20],"dice":[1,2],"turns":4}' /yut/moves
    row '{"best":36.92,"moves":[
        {"piece":4,"from":2,"to":3,"points":6,"value":36.92}],
        "blocked":[{"piece":1,"from":0,"to":1,"by":3},{"piece":3,"from":1,"to":2,"by":4}]}' \
        application/json '{"pieces":[0,0,1,2],"dice":[1],"turns":3}' /yut/moves
    row '{"best":72.5124096,"moves":[
        {"piece":4,"from":20,"to":21,"points":0,"value":72.5124096}],
        "blocked":[{"piece":1,"from":32,"to":20,"by":4},{"piece":2,"from":31,"to":32,"by":1},{"piece":3,"from":25,"to":31,"by":2}]}' \
        application/json '{"pieces":[32,31,25,20],"dice":[1],"turns":10}' /yut/moves
    row '{"best":70,"moves":[
        {"piece":3,"from":30,"to":31,"points":30,"value":70},
        {"piece":4,"from":25,"to":32,"points":35,"value":65}],
        "blocked":[{"piece":1,"from":28,"to":30,"by":3},{"piece":2,"from":29,"to":25,"by":4}]}' \
        application/json '{"pieces":[28,29,30,25],"dice":[2,2]}' /yut/moves
    row '{"best":75,"moves":[
        {"piece":2,"from":18,"to":19,"points":38,"value":75},
        {"piece":1,"from":13,"to":14,"points":28,"value":64.4},
        {"piece":4,"from":25,"to":31,"points":30,"value":64.4},
        {"piece":3,"from":9,"to":10,"points":20,"value":57.4}],
        "blocked":[]}' \
        application/json '{"pieces":[13,18,9,25],"dice":[1],"turns":2}' /yut/moves
    row '{"best":132.096,"moves":[
        {"piece":2,"from":0,"to":4,"points":8,"value":132.096}],
        "blocked":[]}' \
        application/json '{"pieces":[21,0,21,0],"dice":[4,4,4],"turns":6}' /yut/moves
    check_rows
}

@test "an equal value: the lower piece first" {
    row '{"best":97.76,"moves":[
        {"piece":3,"from":23,"to":31,"points":30,"value":97.76},
        {"piece":4,"from":26,"to":31,"points":30,"value":97.76},
        {"piece":2,"from":25,"to":20,"points":40,"value":96.52}],
        "blocked":[{"piece":1,"from":22,"to":25,"by":2}]}' \
        application/json '{"pieces":[22,25,23,26],"dice":[3],"turns":3}' /yut/moves
    row '{"best":100.0832,"moves":[
        {"piece":1,"from":25,"to":21,"points":0,"value":100.0832},
        {"piece":3,"from":24,"to":21,"points":0,"value":96.864},
        {"piece":4,"from":30,"to":21,"points":0,"value":96.864},
        {"piece":2,"from":17,"to":21,"points":0,"value":92.88}],
        "blocked":[]}' \
        application/json '{"pieces":[25,17,24,30],"dice":[5],"turns":5}' /yut/moves
    row '{"best":0,"moves":[
        {"piece":1,"from":17,"to":21,"points":0,"value":0},
        {"piece":2,"from":18,"to":21,"points":0,"value":0},
        {"piece":3,"from":19,"to":21,"points":0,"value":0},
        {"piece":4,"from":20,"to":21,"points":0,"value":0}],
        "blocked":[]}' \
        application/json '{"pieces":[17,18,19,20],"dice":[5],"turns":1}' /yut/moves
    check_rows
}

@test "all finished" {
    row '{"best":0,"moves":[],"blocked":[]}' application/json '{"pieces":[21,21,21,21],"dice":[1]}' /yut/moves
    row '{"best":0,"moves":[],"blocked":[]}' application/json '{"pieces":[21,21,21,21],"dice":[1,2,3],"turns":10}' /yut/moves
    check_rows
}

@test "perfect play with unknown dice wins 203.112029184 on average" {
    printf '{"dice":[%d],"turns":10}\n' 1 2 3 4 5 >"$BATS_TEST_TMPDIR/lines"
    request -H 'Content-Type: application/x-ndjson' --data-binary "@$BATS_TEST_TMPDIR/lines" /yut/moves
    expect_status 200
    jq -es 'length == 5 and (map(.best) | add / 5 - 203.112029184 | fabs < 1e-9)' "$answer"
}

@test "a value with unknown dice is exact: as many decimals as it needs" {
    post application/json '{"dice":[1],"turns":10}' /yut/moves
    expect_status 200
    [[ $body == *'"best":188.869595136,'* ]] || expect_equal "$body" "best 188.869595136"
    post application/json '{"pieces":[25,17,24,30],"dice":[5],"turns":5}' /yut/moves
    [[ $body == *'"value":96.864}'* ]] || expect_equal "$body" "value 96.864"
}

@test "a value with known dice is an integer, also in how it is written" {
    post application/json '{"pieces":[28,29,30,25],"dice":[2,2]}' /yut/moves
    [[ $body == '{"best":70,'* && $body != *.* ]] || expect_equal "$body" "only integers"
}

@test "422: pieces" {
    row '422 pieces-overlap {"pointer":"#/pieces/3"}' application/json '{"pieces":[0,7,21,7],"dice":[3]}' /yut/moves
    row '422 pieces-overlap {"pointer":"#/pieces/1"}' application/json '{"pieces":[20,20,20,20],"dice":[3]}' /yut/moves
    row '422 cell-out-of-range {"pointer":"#/pieces/0"}' application/json '{"pieces":[33,0,0,0],"dice":[3]}' /yut/moves
    row '422 cell-out-of-range {"pointer":"#/pieces/3"}' application/json '{"pieces":[0,0,0,-1],"dice":[3]}' /yut/moves
    row '422 cell-out-of-range {"pointer":"#/pieces/2"}' application/json '{"pieces":[0,0,4294967296,0],"dice":[3]}' /yut/moves
    row '422 wrong-piece-count {"pointer":"#/pieces"}' application/json '{"pieces":[0,0,0],"dice":[3]}' /yut/moves
    row '422 wrong-piece-count {"pointer":"#/pieces"}' application/json '{"pieces":[0,0,0,0,0],"dice":[3]}' /yut/moves
    row '422 wrong-piece-count {"pointer":"#/pieces"}' application/json '{"pieces":[],"dice":[3]}' /yut/moves
    row '422 not-an-integer {"pointer":"#/pieces/1"}' application/json '{"pieces":[0,"start",0,0],"dice":[3]}' /yut/moves
    row '422 not-an-integer {"pointer":"#/pieces/0"}' application/json '{"pieces":[0.5,0,0,0],"dice":[3]}' /yut/moves
    row '422 not-an-array {"pointer":"#/pieces"}' application/json '{"pieces":null,"dice":[3]}' /yut/moves
    check_rows
}

@test "422: dice" {
    row '422 missing-member {"pointer":"#"}' application/json '{}' /yut/moves
    row '422 missing-member {"pointer":"#"}' application/json '{"pieces":[0,0,0,0],"turns":3}' /yut/moves
    row '422 wrong-dice-count {"pointer":"#/dice"}' application/json '{"dice":[]}' /yut/moves
    row '422 wrong-dice-count {"pointer":"#/dice"}' application/json '{"dice":[1,1,1,1,1,1,1,1,1,1,1]}' /yut/moves
    row '422 die-out-of-range {"pointer":"#/dice/1"}' application/json '{"dice":[1,6,0]}' /yut/moves
    row '422 not-an-integer {"pointer":"#/dice/0"}' application/json '{"dice":[null]}' /yut/moves
    row '422 not-an-array {"pointer":"#/dice"}' application/json '{"dice":3}' /yut/moves
    check_rows
}

@test "422: turns" {
    row '422 turns-out-of-range {"pointer":"#/turns"}' application/json '{"dice":[1],"turns":11}' /yut/moves
    row '422 turns-out-of-range {"pointer":"#/turns"}' application/json '{"dice":[1],"turns":0}' /yut/moves
    row '422 turns-out-of-range {"pointer":"#/turns"}' application/json '{"turns":-1,"dice":[1]}' /yut/moves
    row '422 not-an-integer {"pointer":"#/turns"}' application/json '{"dice":[1],"turns":"3"}' /yut/moves
    row '422 not-an-integer {"pointer":"#/turns"}' application/json '{"dice":[1],"turns":null}' /yut/moves
    # More dice than turns: the dice are too many.
    row '422 wrong-dice-count {"pointer":"#/dice"}' application/json '{"dice":[1,2,3],"turns":2}' /yut/moves
    row '422 wrong-dice-count {"pointer":"#/dice"}' application/json '{"turns":2,"dice":[1,2,3]}' /yut/moves
    check_rows
}

@test "422: the first fault in document order" {
    row '422 turns-out-of-range {"pointer":"#/turns"}' application/json '{"turns":99,"dice":[6],"pieces":[]}' /yut/moves
    row '422 die-out-of-range {"pointer":"#/dice/0"}' application/json '{"dice":[6],"turns":99,"pieces":[]}' /yut/moves
    row '422 wrong-piece-count {"pointer":"#/pieces"}' application/json '{"pieces":[],"dice":[6],"turns":99}' /yut/moves
    row '422 unknown-member {"pointer":"#/die"}' application/json '{"die":3,"pieces":[]}' /yut/moves
    row '422 duplicate-member {"pointer":"#/turns"}' application/json '{"dice":[1],"turns":3,"turns":3}' /yut/moves
    row '422 not-an-object {"pointer":"#"}' application/json '[3]' /yut/moves
    row '400 malformed-json *' application/json '{"pieces":[],"dice":[6],' /yut/moves
    check_rows
}

@test "no text, no query" {
    row '415 unsupported-media-type' text/plain '3' /yut/moves
    row '406 not-acceptable' application/json '{"dice":[3]}' /yut/moves 'Accept: text/plain'
    row '400 bad-query' application/json '{"dice":[3]}' '/yut/moves?explain=true'
    check_rows
}
