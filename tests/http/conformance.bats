#!/usr/bin/env bats
# RFC 8259, strictly: what is JSON and what is not. What is JSON gets as far as the search for a case in it.
# shellcheck disable=SC2154 # what is unknown here comes from the helper

load helper

no_object='422 not-an-object {"pointer":"#"}'

# json BODY [EXPECTED]: a body that is JSON, but (unless said otherwise) not an object and not an array.
json() {
    row "${2:-$no_object}" application/json "$1" /yut
}

not_json() {
    row '400 malformed-json *' application/json "$1" /yut
}

# member NAME POINTER: a member whose name, given in JSON, is a string; it is unknown, and pointed at as this.
member() {
    json "{$1:0}" "422 unknown-member {\"pointer\":\"#/$2\"}"
}

# bytes BYTES [EXPECTED]: the same for a body in printf's notation; without EXPECTED it is no JSON.
bytes() {
    row_of_bytes "${2:-400 malformed-json *}" application/json "$1" /yut
}

@test "values" {
    json 'true'
    json 'false'
    json 'null'
    json '""'
    json '0'
    json '{}' '422 missing-member {"pointer":"#"}'
    json '[]' '422 wrong-dice-count {"pointer":"#"}'
    json ' { "a" : [ ] } ' '422 unknown-member {"pointer":"#/a"}'
    check_rows
}

@test "not values" {
    local body
    for body in True tru nul nulll truefalse NaN Infinity -Infinity undefined "'a'" '+' '-' '*' '#' '/' a \
        '//' '/**/1' '1//' '1 2' '1,' ',1' '[1]x' '{}{}' '[]]' '{}}' ')' '\u0031' '<html>' 'dice=1'; do
        not_json "$body"
    done
    check_rows
}

@test "numbers" {
    local body
    for body in 0 -0 0.0 -0.0 0e0 0E+0 0e-0 1 -1 10 1.5 -1.5 1e5 1E5 1e+5 1e-5 1.5e5 123456789012345678901234567890 \
        0.1234567890123456789012345678901234567890 1e400 -1e400 1e-400 1e99999999999999999999 0e99999999999999999999; do
        json "$body"
    done
    check_rows
}

@test "not numbers" {
    local body
    for body in 01 -01 00 -00 1. 0. -1. .5 -.5 1.e5 1e 1e+ 1e- 1e1.5 1e0x1 +1 ++1 --1 - -x 0x10 0b1 1_000 1f 1l \
        1e5e5 1.5.5 ½ ０ ١ Inf -Inf 1eE5; do
        not_json "$body"
        not_json "[1,$body]"
    done
    check_rows
}

@test "which numbers are integers, and which" {
    local number dice='[%s,2,3,4,1,2,3,4,1,2]'
    # shellcheck disable=SC2059
    for number in 1 1.0 1.000 1e0 1E0 1e+0 1e-0 1e00 10e-1 100e-2 0.1e1 0.01e2 0.001E+3 1000000000000000000000e-21 \
        0.000000000000000000000000000000000000000000000000000000000000000000001e69 1e-00000000000000000000000000000; do
        json "$(printf "$dice" "$number")" '{"max_score":190}'
    done
    # shellcheck disable=SC2059
    for number in 1.5 0.5 -1.5 1.0000001 1.00000000000000000000000000000000000000000000000001 1e-1 1e-400 10e-2 \
        0.99999999999999999999999999999999999999999 4.9999999999999999999999; do
        json "$(printf "$dice" "$number")" '422 not-an-integer {"pointer":"#/0"}'
    done
    # shellcheck disable=SC2059
    for number in 0 -0 0.0 0e400 -1 6 6.0 1e1 1e400 -1e400 4294967297 2147483648 -2147483647 18446744073709551617 \
        340282366920938463463374607431768211457 1e999999999999999999999999; do
        json "$(printf "$dice" "$number")" '422 die-out-of-range {"pointer":"#/0"}'
    done
    check_rows
}

@test "strings" {
    member '"a"' a
    member '"\"\\\/\b\f\n\r\t"' '%22%5C~1%08%0C%0A%0D%09'
    member '"\u0041\u00e9\u00E9\u20ac"' 'A%C3%A9%C3%A9%E2%82%AC'
    member '"\ud834\udd1e\uDBFF\uDFFF"' '%F0%9D%84%9E%F4%8F%BF%BF'
    member '"é€𝄞"' '%C3%A9%E2%82%AC%F0%9D%84%9E'
    member '"\\u0000"' '%5Cu0000'
    member '"\uFFFF\ufffe"' '%EF%BF%BF%EF%BF%BE'
    member '"//"' '~1~1'
    check_rows
}

@test "not strings" {
    local body
    # shellcheck disable=SC1003
    for body in '"' '"a' 'a"' '"\"' '"\x41"' '"\a"' '"\'"'"'"' '"\u"' '"\u12"' '"\u123"' '"\u12g4"' '"\U0041"' '"\u+123"' \
        '"\ 0"' '"\' "'a'" '"a" "b"' '"\ud834"' '"\udd1e"' '"\ud834\u0041"' '"\ud834\n"' '"\udd1e\ud834"' '"\ud834x"' \
        '"\ud834\ud834"' '"a'$'\n''b"' '"a'$'\t''b"' '"'$'\r''"'; do
        not_json "$body"
        not_json "{$body:0}"
    done
    check_rows
}

@test "control characters and NUL in strings, escaped or not" {
    local byte
    for byte in 000 001 010 033 037; do
        bytes "\"a\\${byte}b\""
    done
    bytes '"\\u0000"'
    bytes '{"dice\\u0000":[]}'
    bytes '"a\177b"' "$no_object"
    check_rows
}

@test "NUL outside of strings" {
    bytes '[1,2,3,4,1,2,3,4,1,2]\000' '400 malformed-json {"line":1,"column":22}'
    bytes '\000[1,2,3,4,1,2,3,4,1,2]' '400 malformed-json {"line":1,"column":1}'
    bytes '[1,2,3,4,1,2,3,4,1,2\000]'
    bytes '[1\0002,3]'
    check_rows
}

@test "not UTF-8" {
    local bytes
    for bytes in '\200' '\377' '\303' '\303(' '\303\050' '\300\257' '\301\277' '\340\200\257' '\340\237\277' '\355\240\200' \
        '\355\277\277' '\360\200\200\257' '\360\217\277\277' '\364\220\200\200' '\365\200\200\200' '\370\210\200\200\200' \
        '\342\202' '\360\235\204' '\357\273\277\200'; do
        bytes "\"$bytes\""
    done
    bytes '\303\251'
    bytes '\377\376[\0001\000]\000'
    bytes '[\0001\000]\000'
    check_rows
}

@test "a byte-order mark: one, in front" {
    bytes '\357\273\277null' "$no_object"
    bytes '\357\273\277\357\273\277null' '400 malformed-json {"line":1,"column":1}'
    bytes ' \357\273\277null' '400 malformed-json {"line":1,"column":2}'
    bytes 'null\357\273\277' '400 malformed-json {"line":1,"column":5}'
    bytes '\357\273null'
    check_rows
}

@test "white space" {
    json $' \t\n\r1 \t\n\r'
    not_json $'\v1'
    not_json $'\f1'
    not_json $'1\v'
    not_json $'\u00a01'
    not_json $'\u2028''1'
    not_json $'\u3000''1'
    check_rows
}

@test "arrays" {
    json '[ ]' '422 wrong-dice-count {"pointer":"#"}'
    json '[[[]],{"a":[{}]}]' '422 wrong-dice-count {"pointer":"#"}'
    local body
    for body in '[' ']' '[1' '[1,' '[1,]' '[,1]' '[1,,2]' '[,]' '[1 2]' '[1;2]' '[1}' '[1:2]' '["a":1]' '[[1]' '[1]]' '["a"' '[-]' '(1)'; do
        not_json "$body"
    done
    check_rows
}

@test "objects" {
    json '{ }' '422 missing-member {"pointer":"#"}'
    member '""' ''
    json '{"a":{"a":{"a":1}}}' '422 unknown-member {"pointer":"#/a"}'
    local body
    for body in '{' '}' '{"a"' '{"a":' '{"a":1' '{"a":1,' '{"a":1,}' '{,"a":1}' '{"a":1,,"b":2}' '{"a" 1}' '{"a"::1}' \
        '{"a":1 "b":2}' '{"a"}' '{:1}' '{a:1}' "{'a':1}" '{1:1}' '{null:1}' '{[]:1}' '{"a":1]' '{"a",1}' '{"a":1;"b":2}' \
        '{{}}' '{"a":}' '{"a":1}}' '{"a":1}"b"' '{/**/}'; do
        not_json "$body"
    done
    check_rows
}

@test "duplicate names inside values that are refused anyway do not hide the first fault" {
    json '{"dice":{"a":1,"a":2}}' '422 not-an-array {"pointer":"#/dice"}'
    json '{"x":{"a":1,"a":2},"dice":[]}' '422 unknown-member {"pointer":"#/x"}'
    check_rows
}

@test "what can't be read goes before what is no case, wherever it stands" {
    not_json '{"dice":[6],"board":1'
    not_json '[6,7,8,01]'
    json '{"dice":[6' '400 malformed-json {"line":1,"column":11}'
    check_rows
}
