#!/usr/bin/env bats
# Eight clients at once, right and wrong requests mixed, and every answer compared. Also run under ThreadSanitizer: what it
# finds is in the log of the server, which stop_server looks into.
# shellcheck disable=SC2154 # what is unknown here comes from the helper

load helper

clients=8
requests=200

# check_clients FILE: as many clients at once as there are files FILE.0, FILE.1 and so on, with the rows in them.
check_clients() {
    local client pids=() failures=0
    for ((client = 0; client < clients; client++)); do
        check_row_file "$1.$client" 3>&- &
        pids+=($!)
    done
    for client in "${pids[@]}"; do
        wait "$client" || failures=$((failures + 1))
    done
    expect_equal "$failures" 0 "Clients that got a wrong answer"
}

# One after the other, so that each kind stands next to another one.
mixed_rows() {
    local dice='[1,2,3,4,1,2,3,4,1,2]' text='1 2 3 4 1 2 3 4 1 2' board winner two
    board=$(jq -cn '[range(19) | "0" * 19]')
    winner=${board/0000000000000000000/0111110000000000000}
    two=${winner/0000000000000000000/2222200000000000000}
    row '{"max_score":190}' application/json "$dice" /yut
    row '422 die-out-of-range {"pointer":"#/dice/1"}' application/json '{"dice":[1,0,3,4,1,2,3,4,1,2]}' /yut
    row $'text 190\n113\n' text/plain "$text"$'\n1 1 1 1 1 1 1 1 1 5' /yut
    row '{"winner":1,"row":1,"col":2}' application/json "{\"board\":$winner}" /omok
    row '422 two-winners {"pointer":"#"}' application/json "$two" /omok
    row '400 malformed-json {"line":1,"column":9}' application/json '{"dice":' /yut
    row '{"best":34,"moves":[{"piece":4,"from":16,"to":17,"points":34,"value":34}],"blocked":[]}' application/json \
        '{"pieces":[21,21,21,16],"dice":[1]}' /yut/moves
    row $'ndjson {"max_score":190}\n{"max_score":284}\n' application/x-ndjson "$dice"$'\n[4,5,3,1,1,2,1,1,1,1]' /yut
    row '{"winner":0,"row":null,"col":null,"lines":[],"overlines":[]}' application/json "$board" '/omok?explain=true'
    row '400 malformed-text {"line":2,"column":3}' text/plain $'1 2\n3 x' /yut
    get '{"status":"ok"}' /healthz
    row '415 unsupported-media-type' image/png "$dice" /yut
    row $'text 0\n1\n1 2\n' text/plain "$(jq -rn --argjson a "$board" --argjson b "$winner" '$a[], $b[]')" /omok
    row '413 body-too-large' application/json "$(head -c 70000 /dev/zero | tr '\0' ' ')" /yut
    row '404 not-found' application/json "$dice" /nothing
    row '422 pieces-overlap {"pointer":"#/pieces/1"}' application/json '{"pieces":[7,7,0,0],"dice":[1]}' /yut/moves
    row '{"max_score":133,"moves":'"$(all_ones)"'}' application/json '[1,1,1,1,1,1,1,1,1,1]' '/yut?explain=true'
    get '404 not-found' /metrics/none
}

# The one piece that runs to the centre and on, one cell a turn.
all_ones() {
    jq -cn '[0, 1, 2, 3, 4, 5, 22, 23, 24, 25, 31] as $cells | [2, 4, 6, 8, 10, 13, 16, 19, 25, 30] as $points
        | [range(10) | {turn: (. + 1), die: 1, piece: 1, from: $cells[.], to: $cells[. + 1], points: $points[.],
            total: ($points[:. + 1] | add)}]'
}

@test "eight clients, 200 requests each" {
    local mixed=$BATS_TEST_TMPDIR/mixed client
    mixed_rows
    write_rows "$mixed"
    for ((client = 0; client < clients; client++)); do
        # Each begins somewhere else.
        jq -cs --argjson first "$((client * 5))" --argjson count "$requests" \
            'length as $length | .[range($count) as $i | ($first + $i) % $length]' "$mixed" >"$mixed.$client"
    done
    check_clients "$mixed"
}

@test "connections that come and go" {
    local rows_of_one=$BATS_TEST_TMPDIR/row client
    row '{"max_score":190}' application/json '[1,2,3,4,1,2,3,4,1,2]' /yut 'Connection: close'
    write_rows "$rows_of_one"
    for ((client = 0; client < clients; client++)); do
        jq -c 'range(25) as $_ | .' "$rows_of_one" >"$rows_of_one.$client"
    done
    check_clients "$rows_of_one"
}
