#!/usr/bin/env bats
# Playing the first of the ranked moves, turn by turn with all dice known, ends with the best score.
# shellcheck disable=SC2154 # what is unknown here comes from the helper

load helper

count=2000

# 2,000 sequences of dice, one a line, the same on every run (a linear congruential generator).
sequences() {
    jq -cn --argjson count "$count" '
        reduce range($count * 10) as $i ([12345, []];
            ((.[0] * 1103515245 + 12345) % 2147483648) as $next
            | [$next, .[1] + [1 + (($next / 65536 | floor) % 5)]])
        | .[1] as $dice | range($count) | $dice[. * 10:. * 10 + 10]'
}

# batch PATH FILE: the answers to the lines of a file, in $answer.
batch() {
    request -H 'Content-Type: application/x-ndjson' --data-binary "@$2" "$1"
    expect_status 200
    expect_equal "$(wc -l <"$answer")" "$count" "Lines of the answer"
}

@test "the first move of every turn leads to the best score" {
    local turn games=$BATS_TEST_TMPDIR/games positions=$BATS_TEST_TMPDIR/positions
    sequences >"$BATS_TEST_TMPDIR/dice"
    expect_equal "$(sort -u "$BATS_TEST_TMPDIR/dice" | wc -l)" "$count" "Different sequences"
    batch /yut "$BATS_TEST_TMPDIR/dice"
    jq -c .max_score "$answer" >"$BATS_TEST_TMPDIR/scores"

    jq -c '{pieces: [0, 0, 0, 0], dice: ., total: 0}' "$BATS_TEST_TMPDIR/dice" >"$games"
    for ((turn = 1; turn <= 10; turn++)); do
        jq -c '{pieces, dice}' "$games" >"$positions"
        batch /yut/moves "$positions"
        jq -c -n --slurpfile games "$games" --slurpfile ranked "$answer" '
            range($games | length) as $i | $games[$i] as $game | $ranked[$i].moves[0] as $move
            | {pieces: ($game.pieces | .[$move.piece - 1] = $move.to), dice: $game.dice[1:],
               total: ($game.total + $move.points)}' >"$games.next"
        mv "$games.next" "$games"
    done
    cmp <(jq -c .total "$games") "$BATS_TEST_TMPDIR/scores"
}
