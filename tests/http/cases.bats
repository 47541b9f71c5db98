#!/usr/bin/env bats
# tests/cases/{yut,omok}: NAME.in is a text as the judge gives it, NAME.out the answer, byte for byte. NAME.invalid.in is
# a board with two winners. Each case is sent as text and as JSON in every form that there is. CASES: another folder.
# shellcheck disable=SC2154 # what is unknown here comes from the helper

load helper

cases=${CASES:-$root/tests/cases}

# check_cases GAME FILTER: sends what a filter makes of each case, {in, numbers, out, valid}, to /GAME.
check_cases() {
    local file=$BATS_TEST_TMPDIR/rows
    jq -cnR '
        reduce inputs as $line ({}; .[input_filename] += $line + "\n")
        | . as $files | keys[] | select(endswith(".in")) | . as $name
        | {in: $files[$name], numbers: ($files[$name] | [scan("[0-9]+") | tonumber]),
           out: $files[$name | rtrimstr(".in") + ".out"], valid: ($name | endswith(".invalid.in") | not)}
        | select(.valid == (.out != null) or error("\($name) must be either invalid or have an answer"))' \
        "$cases/$1"/* >"$file.cases"
    jq -c "$2 | . + {path: \"/$1\", fields: []}" "$file.cases" >"$file"
    echo "$(wc -l <"$file") requests"
    check_row_file "$file"
}

as_text='{type: "text/plain", body: .in, expected: (if .valid then "text " + .out else "422 two-winners {\"line\":1,\"column\":1}" end)}'
yut_answer='({max_score: (.out | tonumber)} | tojson)'
omok_answer='(if .valid then .out | [scan("[0-9]+") | tonumber] | {winner: .[0], row: .[1], col: .[2]} | tojson
    else "422 two-winners {\"pointer\":\"#\"}" end)'
# shellcheck disable=SC2016
rows_of_numbers='[.numbers as $all | range(0; 361; 19) | $all[.:. + 19]]'
# shellcheck disable=SC2016
rows_of_digits='[.numbers as $all | range(0; 361; 19) | $all[.:. + 19] | map(tostring) | add]'

@test "there are cases" {
    local files=("$cases"/yut/*.in "$cases"/omok/*.in)
    ((${#files[@]} > 30))
}

@test "yut cases as text" {
    check_cases yut "$as_text"
}

@test "yut cases as JSON, as an object and as the bare array" {
    check_cases yut "$yut_answer as \$expected | .numbers | {dice: .}, . | {type: \"application/json\", body: tojson, expected: \$expected}"
}

@test "all yut cases in one text" {
    cat "$cases"/yut/*.in >"$BATS_TEST_TMPDIR/text"
    cat "$cases"/yut/*.out >"$BATS_TEST_TMPDIR/expected"
    request -H 'Content-Type: text/plain' --data-binary "@$BATS_TEST_TMPDIR/text" /yut
    expect_status 200
    cmp "$answer" "$BATS_TEST_TMPDIR/expected"
}

@test "omok cases as text" {
    check_cases omok "$as_text"
}

@test "omok cases as rows of numbers in JSON, as an object and as the bare array" {
    check_cases omok "$omok_answer as \$expected | $rows_of_numbers | {board: .}, . | {type: \"application/json\", body: tojson, expected: \$expected}"
}

@test "omok cases as rows of digits in JSON, as an object and as the bare array" {
    check_cases omok "$omok_answer as \$expected | $rows_of_digits | {board: .}, . | {type: \"application/json\", body: tojson, expected: \$expected}"
}

@test "omok cases as text without spaces" {
    check_cases omok ".in = ($rows_of_digits | join(\"\\n\")) | $as_text"
}

@test "omok cases as text with a count in front" {
    check_cases omok ".in = \"1\\r\\n\" + .in | $as_text | .expected |= sub(\"\\\"line\\\":1\"; \"\\\"line\\\":2\")"
}

@test "all valid omok cases in one text, with and without a count" {
    local text=$BATS_TEST_TMPDIR/text file count=0
    for file in "$cases"/omok/*.out; do
        cat "${file%.out}.in"
        cat "$file" >&2
        count=$((count + 1))
    done >"$text" 2>"$text.expected"
    request -H 'Content-Type: text/plain' --data-binary "@$text" /omok
    expect_status 200
    cmp "$answer" "$text.expected"
    (echo "$count" && cat "$text") >"$text.counted"
    request -H 'Content-Type: text/plain' --data-binary "@$text.counted" /omok
    expect_status 200
    cmp "$answer" "$text.expected"
}
