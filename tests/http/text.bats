#!/usr/bin/env bats
# text/plain requests: the ways to write numbers and cases, and where a fault is.
# shellcheck disable=SC2154 # what is unknown here comes from the helper

load helper

dice='1 2 3 4 1 2 3 4 1 2'

# cells [TEXT COUNT]...: the text so many times
cells() {
    local blanks
    while (($# > 0)); do
        printf -v blanks '%*s' "$2" ''
        printf '%s' "${blanks// /$1}"
        shift 2
    done
}

empty_digits=$(cells $'0000000000000000000\n' 19)
black_digits=$(cells 0000011111000000000$'\n' 1 $'0000000000000000000\n' 18)
white_numbers=$(cells '0 ' 18 $'2\n' 1 '0 ' 18 $'2\n' 1 '0 ' 18 $'2\n' 1 '0 ' 18 $'2\n' 1 '0 ' 18 $'2\n' 1 '0 ' 266)

@test "one case, one answer" {
    row $'text 190\n' text/plain "$dice" /yut
    row $'text 190\n' 'text/plain; charset=utf-8' "$dice"$'\n' /yut
    row $'text 1\n1 6\n' text/plain "$black_digits" /omok
    row $'text 2\n1 19\n' text/plain "$white_numbers" /omok
    row $'text 0\n' text/plain "$empty_digits" /omok
    check_rows
}

@test "white space of any kind, a byte-order mark, no last newline" {
    row $'text 190\n' text/plain $'\xef\xbb\xbf'"$dice" /yut
    row $'text 190\n' text/plain "${dice// /$'\r\n'}"$'\r\n' /yut
    row $'text 190\n' text/plain $'\n\n \t'"${dice// /$' \n\t\v\f '}"$'\n\n' /yut
    row $'text 1\n1 6\n' text/plain $'\xef\xbb\xbf'"${black_digits//$'\n'/$'\r\n\r\n'}" /omok
    row $'text 2\n1 19\n' text/plain "${white_numbers// /$'\n'}" /omok
    check_rows
}

@test "many cases just follow each other" {
    row $'text 190\n113\n190\n' text/plain "$dice"$'\n1 1 1 1 1 1 1 1 1 5\n'"$dice" /yut
    row $'text 190\n190\n' text/plain "$dice $dice" /yut
    row $'text 1\n1 6\n0\n2\n1 19\n' text/plain "$black_digits"$'\n'"$empty_digits"$'\n'"$white_numbers" /omok
    check_rows
}

@test "/omok: a count of boards in front" {
    row $'text 1\n1 6\n' text/plain $'1\n'"$black_digits" /omok
    row $'text 0\n0\n' text/plain $'2\n'"$empty_digits"$'\n'"$empty_digits" /omok
    row $'text 0\n2\n1 19\n0\n' text/plain $'3\n'"$empty_digits"$'\n'"$white_numbers"$'\n'"$empty_digits" /omok
    row $'text 2\n1 19\n' text/plain "1 $white_numbers" /omok
    check_rows
}

@test "/omok: a count that does not agree" {
    row '422 wrong-case-count {"line":1,"column":1}' text/plain $'2\n'"$black_digits" /omok
    row '422 wrong-case-count {"line":2,"column":2}' text/plain $'\n 3\n'"$black_digits"$'\n'"$empty_digits" /omok
    row '422 wrong-case-count {"line":1,"column":1}' text/plain $'1\n'"$empty_digits"$'\n'"$empty_digits" /omok
    row '422 wrong-case-count {"line":1,"column":1}' text/plain 0 /omok
    check_rows
}

@test "a text without a case" {
    row '422 wrong-case-count {"line":1,"column":1}' text/plain '' /yut
    row '422 wrong-case-count {"line":1,"column":1}' text/plain $' \n\n ' /yut
    row '422 wrong-case-count {"line":1,"column":1}' text/plain '' /omok
    check_rows
}

@test "a token that is no number: 400, with its line and column" {
    row '400 malformed-text {"line":1,"column":1}' text/plain 'dice' /yut
    row '400 malformed-text {"line":1,"column":7}' text/plain '1 2 3 four 1 2 3 4 1 2' /yut
    row '400 malformed-text {"line":1,"column":7}' text/plain $'\xef\xbb\xbf''1 2 3 four 1 2 3 4 1 2' /yut
    row '400 malformed-text {"line":3,"column":5}' text/plain "$dice"$'\r\n\r\n1 2 3.0 4' /yut
    row '400 malformed-text {"line":1,"column":5}' text/plain '1 2 3, 4, 1, 2' /yut
    row '400 malformed-text {"line":1,"column":1}' text/plain '[1,2,3,4,1,2,3,4,1,2]' /yut
    row '400 malformed-text {"line":1,"column":5}' text/plain '1 2 é 1e0' /yut
    row '400 malformed-text {"line":1,"column":3}' text/plain '1 -' /yut
    row '400 malformed-text {"line":2,"column":1}' text/plain $'0000000000000000000\nx' /omok
    row '400 malformed-text {"line":1,"column":1}' text/plain '00000x0000000000000' /omok
    check_rows
}

@test "a NUL is no white space" {
    printf '1 2 3 4 1 2 3 4 1\0002\n' >"$BATS_TEST_TMPDIR/request"
    request -H 'Content-Type: text/plain' --data-binary "@$BATS_TEST_TMPDIR/request" /yut
    expect '400 malformed-text {"line":1,"column":17}'
}

@test "/yut: numbers out of range and wrong counts, with line and column" {
    row '422 die-out-of-range {"line":1,"column":7}' text/plain '1 2 3 6 1 2 3 4 1 2' /yut
    row '422 die-out-of-range {"line":1,"column":1}' text/plain '0 2 3 6 1 2 3 4 1 2' /yut
    row '422 die-out-of-range {"line":2,"column":3}' text/plain "$dice"$'\n1 -2 3 4 1 2 3 4 1 2' /yut
    row '422 die-out-of-range {"line":1,"column":3}' text/plain '1 99999999999999999999999999 3 4 1 2 3 4 1 2' /yut
    row '422 die-out-of-range {"line":1,"column":1}' text/plain '1234123412' /yut
    row '422 wrong-dice-count {"line":1,"column":1}' text/plain '1 2 3 4 1 2 3 4 1' /yut
    row '422 wrong-dice-count {"line":3,"column":2}' text/plain "$dice"$'\n\n 3' /yut
    check_rows
}

@test "/omok: numbers out of range and wrong counts, with line and column" {
    row '422 cell-out-of-range {"line":2,"column":6}' text/plain \
        "0000000000000000000"$'\n'"0000030000000000000"$'\n'"$(cells $'0000000000000000000\n' 17)" /omok
    row '422 cell-out-of-range {"line":1,"column":5}' text/plain "$(cells '0 ' 2 '3 ' 1 '0 ' 358)" /omok
    row '422 cell-out-of-range {"line":1,"column":3}' text/plain "$(cells '0 ' 1 '-1 ' 1 '0 ' 359)" /omok
    row '422 wrong-column-count {"line":2,"column":1}' text/plain \
        "$(cells $'0000000000000000000\n' 1 $'00000000000000000000\n' 1 $'0000000000000000000\n' 17)" /omok
    row '422 wrong-row-count {"line":1,"column":1}' text/plain "$(cells $'0000000000000000000\n' 18)" /omok
    row '422 wrong-row-count {"line":20,"column":1}' text/plain "$empty_digits"$'\n0000000000000000000' /omok
    check_rows
}

@test "one bad case refuses the whole text; what is no number goes before what is out of range" {
    row '422 die-out-of-range {"line":2,"column":19}' text/plain "$dice"$'\n1 2 3 4 1 2 3 4 1 6\n'"$dice" /yut
    row '400 malformed-text {"line":3,"column":1}' text/plain "$dice"$'\n1 2 3 4 1 2 3 4 1 6\nx' /yut
    row '422 two-winners {"line":20,"column":1}' text/plain \
        "$empty_digits"$'\n'"$(cells $'1111122222000000000\n' 1 $'0000000000000000000\n' 18)"$'\n'"$empty_digits" /omok
    check_rows
}

@test "Accept chooses the type of the answer" {
    row '{"max_score":190}' text/plain "$dice" /yut 'Accept: application/json'
    row $'ndjson {"max_score":190}\n{"max_score":190}\n' text/plain "$dice $dice" /yut 'Accept: application/x-ndjson'
    row $'ndjson {"max_score":190}\n' text/plain "$dice" /yut 'Accept: application/*'
    row $'text 190\n' text/plain "$dice" /yut 'Accept: */*'
    row $'text 190\n' text/plain "$dice" /yut 'Accept: application/json;q=0.9, text/*'
    row '{"winner":1,"row":1,"col":6}' text/plain "$black_digits" /omok 'Accept: application/json'
    row $'ndjson {"winner":0,"row":null,"col":null}\n{"winner":1,"row":1,"col":6}\n' text/plain \
        "$empty_digits"$'\n'"$black_digits" /omok 'Accept: application/x-ndjson'
    check_rows
}

@test "one JSON object is for one case only" {
    row '422 one-case-only {"line":2,"column":1}' text/plain "$dice"$'\n'"$dice"$'\n'"$dice" /yut 'Accept: application/json'
    row '422 one-case-only {"line":20,"column":1}' text/plain "$empty_digits"$'\n'"$black_digits" /omok 'Accept: application/json'
    check_rows
}

@test "a long text, as one body and in chunks" {
    local text=$BATS_TEST_TMPDIR/text
    yes "$dice" | head -20000 >"$text"
    yes 190 | head -20000 >"$text.expected"
    request -H 'Content-Type: text/plain' --data-binary "@$text" /yut
    expect_status 200
    cmp "$answer" "$text.expected"
    request -H 'Content-Type: text/plain' -H 'Transfer-Encoding: chunked' --data-binary "@$text" /yut
    expect_status 200
    cmp "$answer" "$text.expected"
}

@test "tokens that arrive in two pieces" {
    local i chunks=() text=$black_digits
    for ((i = 0; i < ${#text}; i += 33)); do
        printf -v "chunks[${#chunks[@]}]" '%x\\r\\n%s\\r\\n' "$((i + 33 < ${#text} ? 33 : ${#text} - i))" "${text:i:33}"
    done
    raw 'POST /omok HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n' \
        "${chunks[@]}" '0\r\n\r\n'
    expect $'text 1\n1 6\n'
}

@test "after large batches side by side, their memory is the system's again" {
    ! grep -q __asan_init "$YUTOMOK" || skip "AddressSanitizer keeps what is freed"
    local clients client resident
    yes '1 2 3 4 1 2 3 4 1 2' | head -n 600000 >"$BATS_TEST_TMPDIR/batch"
    for _ in 1 2 3; do
        clients=()
        for client in {1..8}; do
            curl -sS -o "$BATS_TEST_TMPDIR/answer.$client" -H 'Content-Type: text/plain' \
                -H 'Accept: application/x-ndjson' --data-binary @"$BATS_TEST_TMPDIR/batch" "localhost:$port/yut" 3>&- &
            clients+=($!)
        done
        wait "${clients[@]}"
    done
    for client in {1..8}; do
        expect_equal "$(uniq -c "$BATS_TEST_TMPDIR/answer.$client" | xargs)" '600000 {max_score:190}'
    done
    resident=$(awk '/^VmRSS/ { print $2 }' "/proc/$server_pid/status")
    ((resident < 48 << 10)) || expect_equal "$resident" "less than 48 MiB" "Resident memory in KiB"
}
