#!/usr/bin/env bats
# ?explain=true: the moves of a best game of dice yut; the lines and overlines of an omok board.
# shellcheck disable=SC2154 # what is unknown here comes from the helper

load helper

# board ROW...: a board with these rows at the top, as a bare array
board() {
    jq -cn '[range(19) as $i | $ARGS.positional[$i] // "0" * 19]' --args "$@"
}

empty=0000000000000000000

@test "/yut: the moves of the largest game" {
    post application/json '[4,5,3,1,1,2,1,1,1,1]' '/yut?explain=true'
    expect '{"max_score":284,"moves":[
        {"turn":1,"die":4,"piece":1,"from":0,"to":4,"points":8,"total":8},
        {"turn":2,"die":5,"piece":1,"from":4,"to":9,"points":18,"total":26},
        {"turn":3,"die":3,"piece":1,"from":9,"to":12,"points":24,"total":50},
        {"turn":4,"die":1,"piece":1,"from":12,"to":13,"points":26,"total":76},
        {"turn":5,"die":1,"piece":1,"from":13,"to":14,"points":28,"total":104},
        {"turn":6,"die":2,"piece":1,"from":14,"to":16,"points":32,"total":136},
        {"turn":7,"die":1,"piece":1,"from":16,"to":17,"points":34,"total":170},
        {"turn":8,"die":1,"piece":1,"from":17,"to":18,"points":36,"total":206},
        {"turn":9,"die":1,"piece":1,"from":18,"to":19,"points":38,"total":244},
        {"turn":10,"die":1,"piece":1,"from":19,"to":20,"points":40,"total":284}]}'
}

@test "/yut: pieces that finish score nothing, and the next ones start" {
    post application/json '{"dice":[5,5,5,5,5,5,5,5,5,5]}' '/yut?explain=true'
    expect '{"max_score":130,"moves":[
        {"turn":1,"die":5,"piece":1,"from":0,"to":5,"points":10,"total":10},
        {"turn":2,"die":5,"piece":1,"from":5,"to":31,"points":30,"total":40},
        {"turn":3,"die":5,"piece":1,"from":31,"to":21,"points":0,"total":40},
        {"turn":4,"die":5,"piece":2,"from":0,"to":5,"points":10,"total":50},
        {"turn":5,"die":5,"piece":2,"from":5,"to":31,"points":30,"total":80},
        {"turn":6,"die":5,"piece":2,"from":31,"to":21,"points":0,"total":80},
        {"turn":7,"die":5,"piece":3,"from":0,"to":5,"points":10,"total":90},
        {"turn":8,"die":5,"piece":3,"from":5,"to":31,"points":30,"total":120},
        {"turn":9,"die":5,"piece":3,"from":31,"to":21,"points":0,"total":120},
        {"turn":10,"die":5,"piece":4,"from":0,"to":5,"points":10,"total":130}]}'
}

@test "/yut: of several best games the first in dictionary order of the pieces" {
    row '{"max_score":190,"moves":[
        {"turn":1,"die":1,"piece":1,"from":0,"to":1,"points":2,"total":2},
        {"turn":2,"die":2,"piece":2,"from":0,"to":2,"points":4,"total":6},
        {"turn":3,"die":3,"piece":2,"from":2,"to":5,"points":10,"total":16},
        {"turn":4,"die":4,"piece":2,"from":5,"to":25,"points":25,"total":41},
        {"turn":5,"die":1,"piece":1,"from":1,"to":2,"points":4,"total":45},
        {"turn":6,"die":2,"piece":2,"from":25,"to":32,"points":35,"total":80},
        {"turn":7,"die":3,"piece":1,"from":2,"to":5,"points":10,"total":90},
        {"turn":8,"die":4,"piece":1,"from":5,"to":25,"points":25,"total":115},
        {"turn":9,"die":1,"piece":2,"from":32,"to":20,"points":40,"total":155},
        {"turn":10,"die":2,"piece":1,"from":25,"to":32,"points":35,"total":190}]}' \
        application/json '[1,2,3,4,1,2,3,4,1,2]' '/yut?explain=true'
    row '{"max_score":210,"moves":[
        {"turn":1,"die":2,"piece":1,"from":0,"to":2,"points":4,"total":4},
        {"turn":2,"die":2,"piece":1,"from":2,"to":4,"points":8,"total":12},
        {"turn":3,"die":5,"piece":1,"from":4,"to":9,"points":18,"total":30},
        {"turn":4,"die":5,"piece":1,"from":9,"to":14,"points":28,"total":58},
        {"turn":5,"die":2,"piece":1,"from":14,"to":16,"points":32,"total":90},
        {"turn":6,"die":2,"piece":1,"from":16,"to":18,"points":36,"total":126},
        {"turn":7,"die":5,"piece":2,"from":0,"to":5,"points":10,"total":136},
        {"turn":8,"die":5,"piece":2,"from":5,"to":31,"points":30,"total":166},
        {"turn":9,"die":2,"piece":1,"from":18,"to":20,"points":40,"total":206},
        {"turn":10,"die":2,"piece":3,"from":0,"to":2,"points":4,"total":210}]}' \
        application/json '[2,2,5,5,2,2,5,5,2,2]' '/yut?explain=true'
    row '{"max_score":254,"moves":[
        {"turn":1,"die":5,"piece":1,"from":0,"to":5,"points":10,"total":10},
        {"turn":2,"die":4,"piece":2,"from":0,"to":4,"points":8,"total":18},
        {"turn":3,"die":3,"piece":1,"from":5,"to":24,"points":19,"total":37},
        {"turn":4,"die":2,"piece":1,"from":24,"to":31,"points":30,"total":67},
        {"turn":5,"die":1,"piece":1,"from":31,"to":32,"points":35,"total":102},
        {"turn":6,"die":5,"piece":2,"from":4,"to":9,"points":18,"total":120},
        {"turn":7,"die":4,"piece":2,"from":9,"to":13,"points":26,"total":146},
        {"turn":8,"die":3,"piece":2,"from":13,"to":16,"points":32,"total":178},
        {"turn":9,"die":2,"piece":2,"from":16,"to":18,"points":36,"total":214},
        {"turn":10,"die":1,"piece":1,"from":32,"to":20,"points":40,"total":254}]}' \
        application/json '[5,4,3,2,1,5,4,3,2,1]' '/yut?explain=true'
    row '{"max_score":235,"moves":[
        {"turn":1,"die":1,"piece":1,"from":0,"to":1,"points":2,"total":2},
        {"turn":2,"die":4,"piece":2,"from":0,"to":4,"points":8,"total":10},
        {"turn":3,"die":5,"piece":2,"from":4,"to":9,"points":18,"total":28},
        {"turn":4,"die":5,"piece":2,"from":9,"to":14,"points":28,"total":56},
        {"turn":5,"die":3,"piece":2,"from":14,"to":17,"points":34,"total":90},
        {"turn":6,"die":5,"piece":1,"from":1,"to":6,"points":12,"total":102},
        {"turn":7,"die":4,"piece":1,"from":6,"to":10,"points":20,"total":122},
        {"turn":8,"die":5,"piece":1,"from":10,"to":32,"points":35,"total":157},
        {"turn":9,"die":1,"piece":1,"from":32,"to":20,"points":40,"total":197},
        {"turn":10,"die":2,"piece":2,"from":17,"to":19,"points":38,"total":235}]}' \
        application/json '[1,4,5,5,3,5,4,5,1,2]' '/yut?explain=true'
    check_rows
}

@test "/yut: the moves of every case follow the rules that /yut/board gives, and add up" {
    request /yut/board
    cp "$answer" "$BATS_TEST_TMPDIR/board"
    local file
    for file in "$root"/tests/cases/yut/*.in; do
        tr -s ' \n' ',' <"$file" | sed 's/^/[/; s/,*$/]\n/'
    done >"$BATS_TEST_TMPDIR/lines"
    request -H 'Content-Type: application/x-ndjson' --data-binary "@$BATS_TEST_TMPDIR/lines" '/yut?explain=true'
    expect_status 200
    jq -ens --slurpfile board "$BATS_TEST_TMPDIR/board" --slurpfile dice "$BATS_TEST_TMPDIR/lines" \
        --slurpfile answers "$answer" '
        $board[0].cells as $cells
        | def destination($die):
            . as $from | reduce range($die) as $step ($from;
                if . == 21 then . elif $step == 0 then $cells[.].blue // $cells[.].red else $cells[.].red end);
        ($dice | length) > 20 and ($answers | length) == ($dice | length) and all(range($dice | length);
            . as $i | $answers[$i] as {$max_score, $moves}
            | reduce $moves[] as $move ({ok: (($moves | length) == 10), pieces: [0, 0, 0, 0], total: 0, turn: 1};
                ($move.from | destination($move.die)) as $to
                | .total += $cells[$to].printed
                | .ok = (.ok and $move.turn == .turn and $move.die == $dice[$i][.turn - 1] and $move.from != 21
                    and .pieces[$move.piece - 1] == $move.from and $move.to == $to
                    and ($to == 21 or (.pieces | index($to) == null))
                    and $move.points == $cells[$to].printed and $move.total == .total)
                | .pieces[$move.piece - 1] = $to | .turn += 1)
            | .ok and .total == $max_score)'
}

@test "explain=false is the same as nothing" {
    row '{"max_score":190}' application/json '[1,2,3,4,1,2,3,4,1,2]' '/yut?explain=false'
    row '{"winner":0,"row":null,"col":null}' application/json "$(board)" '/omok?explain=false'
    check_rows
}

@test "a parameter may be percent-encoded" {
    row '{"winner":0,"row":null,"col":null,"lines":[],"overlines":[]}' application/json "$(board)" '/omok?%65xplain=%74rue'
    check_rows
}

@test "/omok: nothing to explain" {
    post application/json "$(board)" '/omok?explain=true'
    expect '{"winner":0,"row":null,"col":null,"lines":[],"overlines":[]}'
}

@test "/omok: a five in each direction" {
    row '{"winner":1,"row":3,"col":2,"lines":[{"color":1,"row":3,"col":2,"direction":"E","length":5,
        "stones":[[3,2],[3,3],[3,4],[3,5],[3,6]]}],"overlines":[]}' application/json \
        "$(board $empty $empty 0111110000000000000)" '/omok?explain=true'
    row '{"winner":2,"row":1,"col":19,"lines":[{"color":2,"row":1,"col":19,"direction":"S","length":5,
        "stones":[[1,19],[2,19],[3,19],[4,19],[5,19]]}],"overlines":[]}' application/json \
        "$(board 0000000000000000002 0000000000000000002 0000000000000000002 0000000000000000002 0000000000000000002)" \
        '/omok?explain=true'
    row '{"winner":1,"row":1,"col":1,"lines":[{"color":1,"row":1,"col":1,"direction":"SE","length":5,
        "stones":[[1,1],[2,2],[3,3],[4,4],[5,5]]}],"overlines":[]}' application/json \
        "$(board 1000000000000000000 0100000000000000000 0010000000000000000 0001000000000000000 0000100000000000000)" \
        '/omok?explain=true'
    row '{"winner":2,"row":5,"col":3,"lines":[{"color":2,"row":5,"col":3,"direction":"NE","length":5,
        "stones":[[5,3],[4,4],[3,5],[2,6],[1,7]]}],"overlines":[]}' application/json \
        "$(board 0000002000000000000 0000020000000000000 0000200000000000000 0002000000000000000 0020000000000000000)" \
        '/omok?explain=true'
    check_rows
}

@test "/omok: overlines do not win, but are told of" {
    row '{"winner":0,"row":null,"col":null,"lines":[],"overlines":[{"color":2,"row":2,"col":14,"direction":"E","length":6,
        "stones":[[2,14],[2,15],[2,16],[2,17],[2,18],[2,19]]}]}' application/json \
        "$(board $empty 0000000000000222222)" '/omok?explain=true'
    row '{"winner":1,"row":1,"col":1,"lines":[{"color":1,"row":1,"col":1,"direction":"E","length":5,
        "stones":[[1,1],[1,2],[1,3],[1,4],[1,5]]}],"overlines":[{"color":2,"row":1,"col":6,"direction":"E","length":7,
        "stones":[[1,6],[1,7],[1,8],[1,9],[1,10],[1,11],[1,12]]}]}' application/json \
        "$(board 1111122222220000000)" '/omok?explain=true'
    check_rows
}

@test "/omok: lines are in order of row, column, then E, S, SE, NE, whatever their colour" {
    post application/json "$(board 0000000000001000000 0000000000010000000 0000000000100000000 0000000001000000000 \
        0000000010000111110 $empty 1111110000000000000 1100000000000000000 1010000000000000000 1001000000000000000 \
        1000100000000000000 1000010000000000000)" '/omok?explain=true'
    expect_status 200
    expect_equal "$(jq -c '[(.lines, .overlines) | map([.row, .col, .direction, .length])]' "$answer")" \
        '[[[5,9,"NE",5],[5,14,"E",5]],[[7,1,"E",6],[7,1,"S",6],[7,1,"SE",6]]]'
    post application/json "$(board $empty $empty $empty $empty 0111112222200000000 0110020000000000000 0101000000000000000 \
        0100100000000000000 0100010000000000000)" '/omok?explain=true'
    expect '422 two-winners {"pointer":"#"}'
    expect_equal "$(jq -c '[.lines[] | [.color, .row, .col, .direction, .length]]' "$answer")" \
        '[[1,5,2,"E",5],[1,5,2,"S",5],[1,5,2,"SE",5],[2,5,7,"E",5]]'
}

@test "text requests can be explained in JSON and in NDJSON, and only there" {
    row '{"winner":0,"row":null,"col":null,"lines":[],"overlines":[]}' text/plain "$(board | jq -r '.[]')" \
        '/omok?explain=true' 'Accept: application/json'
    row $'ndjson {"winner":0,"row":null,"col":null,"lines":[],"overlines":[]}\n' text/plain "$(board | jq -r '.[]')" \
        '/omok?explain=true' 'Accept: application/x-ndjson'
    row '400 bad-query' text/plain "$(board | jq -r '.[]')" '/omok?explain=true'
    row '400 bad-query' application/json "$(board)" '/omok?explain=true' 'Accept: text/plain'
    check_rows
}

@test "each line of a batch is explained" {
    post application/x-ndjson "$(board)"$'\n[]\n'"$(board 2222220000000000000)" '/omok?explain=true'
    expect_status 200
    expect_equal "$(jq -c '[.lines, (.overlines // [] | length), .line]' "$answer" | tr '\n' ' ')" \
        '[[],0,null] [null,0,2] [[],1,null] '
}
