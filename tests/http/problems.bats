#!/usr/bin/env bats
# Every refusal: its status, its type, and where it points.
# shellcheck disable=SC2154,SC2030,SC2031 # what is unknown here comes from the helper

load helper

dice='[1,2,3,4,1,2,3,4,1,2]'
board='["0000000000000000000","0000000000000000000","0000000000000000000","0000000000000000000","0000000000000000000","0000000000000000000","0000000000000000000","0000000000000000000","0000000000000000000","0000000000000000000","0000000000000000000","0000000000000000000","0000000000000000000","0000000000000000000","0000000000000000000","0000000000000000000","0000000000000000000","0000000000000000000","0000000000000000000"]'
row_of_zeros='[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]'

# repeat TEXT COUNT
repeat() {
    local text
    printf -v text '%*s' "$2" ''
    echo "${text// /$1}"
}

# bytes CHARACTER COUNT: the same for one character and many of them
bytes() {
    head -c "$2" /dev/zero | tr '\0' "$1"
}

@test "400: JSON that can't be read, with line and column" {
    row '400 malformed-json {"line":1,"column":1}' application/json '' /yut
    row '400 malformed-json {"line":1,"column":1}' '' '' /omok
    row '400 malformed-json {"line":1,"column":1}' application/json 'dice' /yut
    row '400 malformed-json {"line":3,"column":3}' application/json $'{"dice":[1,2,\n 3,4,\n  x]}' /yut
    row '400 malformed-json {"line":1,"column":22}' application/json '[1,2,3,4,1,2,3,4,1,2]]' /yut
    row '400 malformed-json {"line":1,"column":7}' application/json '["é" 1]' /yut
    row '400 malformed-json {"line":1,"column":6}' application/json $'\xef\xbb\xbf[1,2,x]' /yut
    row '400 malformed-json {"line":2,"column":2}' application/json $'{"board":[\r\n\tx' /omok
    check_rows
}

@test "400: a body of nothing but white space" {
    row '400 malformed-json *' application/json $' \n' /yut
    row '400 malformed-json *' application/json $'\xef\xbb\xbf' /yut
    check_rows
}

@test "400: JSON nested more than 64 deep" {
    local open close
    open=$(repeat '[' 64)
    close=$(repeat ']' 64)
    row '422 wrong-dice-count {"pointer":"#"}' application/json "$open$close" /yut
    row '400 json-too-deep {"line":1,"column":65}' application/json "[$open$close]" /yut
    row '400 json-too-deep {"line":1,"column":65}' application/json "$open$open" /omok
    row '400 json-too-deep *' application/json "$(repeat '{"a":' 65)1$(repeat '}' 65)" /yut
    check_rows
}

@test "400: what a query must not have" {
    local query
    for query in explain explain= explain=1 explain=TRUE explain=yes 'explain=true&explain=true' \
        'explain=true&explain=false' verbose=true 'explain=true&verbose' Explain=true '%65xplain=2' =; do
        row '400 bad-query' application/json "$dice" "/yut?$query"
    done
    row '400 bad-query' application/json "$board" '/omok?explain=maybe'
    row '400 bad-query' application/json '{"dice":[1]}' '/yut/moves?explain=true'
    row '400 bad-query' text/plain '1 2 3 4 1 2 3 4 1 2' '/yut?explain=true'
    row '400 bad-query' application/json "$dice" '/yut?explain=true' 'Accept: text/plain'
    get '400 bad-query' '/yut/board?explain=true'
    get '400 bad-query' '/healthz?verbose=1'
    check_rows
}

@test "422: /yut points at the first fault in document order" {
    row '422 die-out-of-range {"pointer":"#/dice/3"}' application/json '{"dice":[1,2,3,6,1,2,3,4,1,0]}' /yut
    row '422 die-out-of-range {"pointer":"#/0"}' application/json '[0,2,3,4,1,2,3,4,1,2]' /yut
    row '422 die-out-of-range {"pointer":"#/9"}' application/json '[1,2,3,4,1,2,3,4,1,-1]' /yut
    row '422 die-out-of-range {"pointer":"#/1"}' application/json '[1,1e400,3,4,1,2,3,4,1,2]' /yut
    row '422 die-out-of-range {"pointer":"#/1"}' application/json '[1,-99999999999999999999,3,4,1,2,3,4,1,2]' /yut
    row '422 not-an-integer {"pointer":"#/dice/4"}' application/json '{"dice":[1,2,3,4,1.5,2,3,4,1,2]}' /yut
    row '422 not-an-integer {"pointer":"#/2"}' application/json '[1,2,"3",4,1,2,3,4,1,2]' /yut
    row '422 not-an-integer {"pointer":"#/2"}' application/json '[1,2,null,4,1,2,3,4,1,6]' /yut
    row '422 not-an-integer {"pointer":"#/2"}' application/json '[1,2,[3],4,1,2,3,4,1,6]' /yut
    row '422 not-an-integer {"pointer":"#/2"}' application/json '[1,2,true,4,1,2,3,4,1,6]' /yut
    row '422 not-an-integer {"pointer":"#/0"}' application/json '[1e-400,2,3,4,1,2,3,4,1,2]' /yut
    row '422 wrong-dice-count {"pointer":"#/dice"}' application/json '{"dice":[1,2,3,4,1,2,3,4,1]}' /yut
    row '422 wrong-dice-count {"pointer":"#"}' application/json '[1,2,3,4,1,2,3,4,1,2,3]' /yut
    row '422 wrong-dice-count {"pointer":"#"}' application/json '[]' /yut
    row '422 not-an-array {"pointer":"#/dice"}' application/json '{"dice":1234123412}' /yut
    row '422 not-an-array {"pointer":"#/dice"}' application/json '{"dice":{"0":1}}' /yut
    row '422 not-an-array {"pointer":"#/dice"}' application/json '{"dice":null}' /yut
    row '422 not-an-object {"pointer":"#"}' application/json '"dice"' /yut
    row '422 not-an-object {"pointer":"#"}' application/json 'null' /yut
    row '422 not-an-object {"pointer":"#"}' application/json '12' /yut
    check_rows
}

@test "422: members that are missing, unknown, or there twice" {
    row '422 missing-member {"pointer":"#"}' application/json '{}' /yut
    row '422 missing-member {"pointer":"#"}' application/json '{}' /omok
    row '422 unknown-member {"pointer":"#/Dice"}' application/json '{"Dice":[1,2,3,4,1,2,3,4,1,2]}' /yut
    row '422 unknown-member {"pointer":"#/turns"}' application/json '{"turns":10,"dice":[]}' /yut
    row '422 unknown-member {"pointer":"#/dice"}' application/json '{"dice":[1,2,3,4,1,2,3,4,1,2]}' /omok
    row '422 unknown-member {"pointer":"#/b"}' application/json '{"dice":[1,2,3,4,1,2,3,4,1,2],"b":1,"a":1}' /yut
    row '422 duplicate-member {"pointer":"#/dice"}' application/json '{"dice":[1,2,3,4,1,2,3,4,1,2],"dice":[]}' /yut
    row '422 duplicate-member {"pointer":"#/board"}' application/json "{\"board\":$board,\"bo\\u0061rd\":$board}" /omok
    check_rows
}

@test "422: a pointer is a URI fragment, with ~ and / escaped" {
    row '422 unknown-member {"pointer":"#/"}' application/json '{"":1}' /yut
    row '422 unknown-member {"pointer":"#/a~1b~0c"}' application/json '{"a/b~c":1}' /yut
    row '422 unknown-member {"pointer":"#/100%25%20%22%C3%A9%22"}' application/json '{"100% \"é\"":1}' /yut
    row '422 unknown-member {"pointer":"#/%0A%5C%23"}' application/json '{"\n\\#":1}' /yut
    row '422 unknown-member {"pointer":"#/%F0%9D%84%9E"}' application/json '{"\uD834\uDD1E":1}' /yut
    check_rows
}

@test "422: /omok points at the first fault in document order" {
    row '422 wrong-row-count {"pointer":"#/board"}' application/json '{"board":[]}' /omok
    row '422 wrong-row-count {"pointer":"#"}' application/json "[${board:1:-1},\"0000000000000000000\"]" /omok
    row '422 wrong-row-count {"pointer":"#"}' application/json '[3,"x"]' /omok
    row '422 wrong-column-count {"pointer":"#/0"}' application/json "${board/0000000000000000000/000000000000000000}" /omok
    row '422 wrong-column-count {"pointer":"#/board/0"}' application/json "{\"board\":${board/0000000000000000000/}}" /omok
    row '422 wrong-column-count {"pointer":"#/0"}' application/json "[[0],$(repeat "$row_of_zeros," 17)$row_of_zeros]" /omok
    row '422 cell-out-of-range {"pointer":"#/0"}' application/json "${board/0000000000000000000/0000300000000000000}" /omok
    row '422 cell-out-of-range {"pointer":"#/board/18/18"}' application/json \
        "{\"board\":[$(repeat "$row_of_zeros," 18)${row_of_zeros/%0]/-1]}]}" /omok
    row '422 cell-out-of-range {"pointer":"#/0/0"}' application/json \
        "[${row_of_zeros/#[0/[1e400},$(repeat "$row_of_zeros," 17)$row_of_zeros]" /omok
    row '422 not-an-integer {"pointer":"#/0/0"}' application/json \
        "[${row_of_zeros/#[0/[\"0\"},$(repeat "$row_of_zeros," 17)$row_of_zeros]" /omok
    row '422 not-an-integer {"pointer":"#/0"}' application/json "${board/0000000000000000000/000000000000000000x}" /omok
    row '422 not-an-array {"pointer":"#/board"}' application/json '{"board":"000"}' /omok
    row '422 not-an-array {"pointer":"#/0"}' application/json "${board/\"0000000000000000000\"/null}" /omok
    row '422 not-an-array {"pointer":"#/0"}' application/json "${board/\"0000000000000000000\"/0}" /omok
    row '422 not-an-array {"pointer":"#/1"}' application/json "${board/\"0000000000000000000\"/$row_of_zeros}" /omok
    row '422 not-an-object {"pointer":"#"}' application/json 'false' /omok
    check_rows
}

@test "404: paths that are not there" {
    local path
    for path in /nothing /yut/ /YUT /yut/moves/1 /yut/board.json /yut/checks /check /omok/moves /cases /openapi.json /healthz/ //yut '/*'; do
        row '404 not-found' application/json "$dice" "$path"
    done
    get '404 not-found' /nothing
    get '404 not-found' '/nothing?explain=2' 'Accept: image/png'
    check_rows
}

@test "405: other methods, with Allow" {
    local method
    for method in GET HEAD PUT post PROPFIND; do
        # A refusal of HEAD has no body either.
        if [[ $method == HEAD ]]; then
            request -I /yut
            expect_status 405
            expect_equal "${fields[content-type]}" application/problem+json
        else
            request -X "$method" -H 'Accept: image/png' /yut
            expect '405 method-not-allowed'
        fi
        expect_equal "${fields[allow]}" 'POST, OPTIONS'
    done
    request -d "$dice" /yut/board
    expect '405 method-not-allowed'
    expect_equal "${fields[allow]}" 'GET, HEAD, OPTIONS'
}

@test "406: an Accept that nothing fits" {
    row '406 not-acceptable' application/json "$dice" /yut 'Accept: image/png'
    row '406 not-acceptable' application/json "$dice" /yut 'Accept: text/html, application/xml;q=0.9'
    row '406 not-acceptable' application/json "$dice" /yut 'Accept: application/json;q=0'
    row '406 not-acceptable' application/json "$dice" /yut 'Accept: */*;q=0'
    row '406 not-acceptable' application/x-ndjson "$dice" /yut 'Accept: application/json'
    row '406 not-acceptable' application/x-ndjson "$dice" /omok 'Accept: text/plain'
    row '406 not-acceptable' application/json '{"dice":[1]}' /yut/moves 'Accept: text/plain'
    get '406 not-acceptable' /yut/board 'Accept: text/plain'
    get '406 not-acceptable' /healthz 'Accept: text/html'
    get '406 not-acceptable' /openapi.yaml 'Accept: application/json'
    check_rows
}

@test "415: bodies of other types" {
    row '415 unsupported-media-type' application/xml "$dice" /yut
    row '415 unsupported-media-type' text/html "$dice" /yut
    row '415 unsupported-media-type' application/jsonx "$dice" /omok
    row '415 unsupported-media-type' application/problem+json "$dice" /yut
    row '415 unsupported-media-type' multipart/form-data "$dice" /yut
    row '415 unsupported-media-type' json "$dice" /yut
    row '415 unsupported-media-type' text/plain '1' /yut/moves
    row '415 unsupported-media-type' application/json "$dice" /yut 'Content-Encoding: gzip'
    row '{"max_score":190}' application/json "$dice" /yut 'Content-Encoding: identity'
    check_rows
}

@test "417: an expectation that is not 100-continue" {
    post application/json "$dice" -H 'Expect: a-miracle' /yut
    expect '417 expectation-failed'
}

@test "431: a header of 20 KiB" {
    request -H "X-Long: $(bytes x 20000)" /healthz
    expect '431 header-too-large'
}

@test "413: a JSON body of 64 KiB is read, one byte more is not" {
    local spaces
    spaces=$(bytes ' ' $((64 * 1024 - ${#dice})))
    post application/json "$dice$spaces" /yut
    expect '{"max_score":190}'
    post application/json "$dice$spaces " /yut
    expect '413 body-too-large'
    post application/json "$dice$spaces " -H 'Transfer-Encoding: chunked' /yut
    expect '413 body-too-large'
    post application/json "$(bytes x 100000)" /omok
    expect '413 body-too-large'
}

@test "413: a client that waits for 100 Continue is told before it sends" {
    post application/json "$(bytes ' ' 70000)" -H 'Expect: 100-continue' --expect100-timeout 15 /yut
    expect '413 body-too-large'
    expect_equal "$(grep -c '^HTTP/' "$headers")" 1 "Answers, 100 Continue included"
}

@test "413: a declared length beyond everything" {
    raw 'POST /yut HTTP/1.1\r\nHost: localhost\r\nContent-Length: 18446744073709551000\r\n\r\n'
    expect '413 body-too-large'
}

@test "413: NDJSON and text have another limit than JSON" {
    start_server --max-body 100 --max-batch 200
    local spaces text='1 2 3 4 1 2 3 4 1 2'
    spaces=$(bytes ' ' 200)
    row '{"max_score":190}' application/json "$dice${spaces:0:100-${#dice}}" /yut
    row '413 body-too-large' application/json "$dice${spaces:0:101-${#dice}}" /yut
    row $'text 190\n' text/plain "$text${spaces:0:200-${#text}}" /yut
    row '413 body-too-large' text/plain "$text${spaces:0:201-${#text}}" /yut
    row $'ndjson {"max_score":190}\n' application/x-ndjson "$dice"$'\n'"${spaces:0:88}"$'\n'"${spaces:0:88}" /yut
    row '413 body-too-large' application/x-ndjson "$dice"$'\n'"${spaces:0:200-${#dice}}" /yut
    row '413 body-too-large' text/plain "$text $text $text $text $text $text $text $text $text $text $text" /yut
    row '413 body-too-large' text/plain "$text${spaces:0:201-${#text}}" /yut 'Transfer-Encoding: chunked'
    row '413 body-too-large' application/x-ndjson "$dice${spaces:0:201-${#dice}}" /yut 'Transfer-Encoding: chunked'
    check_rows
    stop_server
}

@test "precedence: 404, 405, 415, 406, 413, then the query and the body" {
    local long
    long=$(bytes x 70000)
    row '404 not-found' text/html "$long" '/nothing?x' 'Accept: image/png'
    row '405 method-not-allowed' text/html "$long" '/healthz?x' 'Accept: image/png'
    row '415 unsupported-media-type' text/html "$long" '/yut?x' 'Accept: image/png'
    row '406 not-acceptable' application/json "$long" '/yut?x' 'Accept: image/png'
    row '413 body-too-large' application/json "$long" '/yut?x' 'Accept: text/plain'
    row '413 body-too-large' application/json "$long" '/yut?x' 'Transfer-Encoding: chunked'
    row '400 bad-query' application/json 'x' '/yut?x'
    row '400 malformed-json *' application/json 'x' /yut
    check_rows
}

@test "a problem is application/problem+json, whatever Accept says" {
    row '422 die-out-of-range {"pointer":"#/0"}' application/json '[6,2,3,4,1,2,3,4,1,2]' /yut 'Accept: text/plain'
    row '422 die-out-of-range {"pointer":"#/0"}' application/json '[6,2,3,4,1,2,3,4,1,2]' /yut 'Accept: application/x-ndjson'
    row '422 die-out-of-range {"line":1,"column":1}' text/plain '6 2 3 4 1 2 3 4 1 2' /yut 'Accept: application/x-ndjson'
    row '422 die-out-of-range {"line":1,"column":1}' text/plain '6 2 3 4 1 2 3 4 1 2' /yut
    row '400 malformed-json {"line":1,"column":1}' application/json 'x' /yut 'Accept: application/json;q=1, application/problem+json;q=0'
    check_rows
}

start='POST /yut HTTP/1.1\r\n' host='Host: localhost\r\n' end='Connection: close\r\n\r\n'

# expect_raw EXPECTED BYTES...: what comes back to each of these, sent as they are. Versions of libmicrohttpd after 0.9.75
# refuse some of them by themselves, with the same status.
expect_raw() {
    local bytes
    for bytes in "${@:2}"; do
        if ! raw "$bytes" || { [[ $library == 0.9.75* || ${1%% *} != 400 || $status != 400 ]] && ! expect "$1"; }; then
            echo "to:       $bytes"
            return 1
        fi
    done
}

@test "400: heads without exactly one Host" {
    expect_raw '400 bad-request-head' "$start$end" "$start$host$host$end" "${start}Host: a b\r\n$end" "${start}Host: a/b\r\n$end"
}

@test "400: heads that a proxy and this server could read in two ways" {
    expect_raw '400 bad-request-head' \
        "$start${host}Content-Length: 1\r\nContent-Length: 2\r\n$end" \
        "$start${host}Content-Length: 0\r\nContent-Length: 0\r\n$end" \
        "$start${host}Content-Length: 0\r\nTransfer-Encoding: chunked\r\n$end" \
        "$start${host}Transfer-Encoding: gzip, chunked\r\n$end" \
        "$start${host}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n$end" \
        "POST /yut HTTP/1.0\r\n${host}Transfer-Encoding: chunked\r\n$end" \
        "$start${host}Content-Type: application/json\r\nContent-Type: text/plain\r\n$end" \
        "$start${host}Bad Name: 1\r\n$end" \
        "$start${host}Content-Length : 0\r\n$end" \
        "$start${host} Folded: 0\r\n$end"
}

@test "a number that is too large is not told as another one" {
    local type body path number detail
    while IFS='|' read -r type body path number detail; do
        request -H "Content-Type: $type" -d "${body/N/"$number"}" "$path"
        expect_status 422
        expect_equal "$(jq -r .detail "$answer")" "$detail" "$path $number"
    done <<'ROWS'
application/json|[1,N,3,4,1,2,3,4,1,2]|/yut|1e400|dice[1] is 2147483647 or more
application/json|[1,N,3,4,1,2,3,4,1,2]|/yut|-3000000000|dice[1] is -2147483648 or less
application/json|[1,N,3,4,1,2,3,4,1,2]|/yut|2147483646|dice[1] is 2147483646
text/plain|1 N 3 4 1 2 3 4 1 2|/yut|99999999999|Die 2 of case 1 is 2147483647 or more
application/json|{"pieces":[0,0,0,N],"turns":1}|/yut/moves|1e10|pieces[3] is 2147483647 or more; cells are 0 to 32
application/json|{"pieces":[0,0,0,0],"turns":N}|/yut/moves|-1e10|turns is -2147483648 or less
ROWS
    request -d "{\"board\":[$(repeat "$row_of_zeros," 18)${row_of_zeros/0/1e10}]}" /omok
    expect_equal "$(jq -r .detail "$answer")" 'Row 19, column 1 is 2147483647 or more'
    request -H 'Content-Type: text/plain' -d "$(repeat '0 ' 360)-9999999999" /omok
    expect_equal "$(jq -r .detail "$answer")" 'A cell here is -2147483648 or less'
    printf '+9999999999\n%s' "$(yes "$(repeat '0 ' 19)" | head -n 19)" |
        request -H 'Content-Type: text/plain' --data-binary @- /omok
    expect_equal "$(jq -r .detail "$answer")" \
        'The count is 2147483647 or more, but 361 numbers follow, and a board has 361'
}

@test "400: targets with characters that must not be there" {
    expect_raw '400 bad-request-head' "GET /health\\001z HTTP/1.1\r\n$host$end" "GET /healthz%%0 HTTP/1.1\r\n$host$end" \
        "GET /healthz%%zz HTTP/1.1\r\n$host$end" "GET /healthz%%00 HTTP/1.1\r\n$host$end"
}

# libmicrohttpd 0.9.75 does not report what stands behind a NUL, and takes a field without a name for the end of the
# head. Nothing behind such a head may be taken for another request.
@test "nothing that a head hides is read as a request" {
    local hiding
    for hiding in "X: a\\000b\r\n" ': 0\r\n' ': 0\r\nGET /healthz HTTP/1.1\r\n'; do
        raw "$start$host$hiding${end}GET /healthz HTTP/1.1\r\n$host\r\n"
        expect_status 400
        [[ $body != *HTTP/1.1* && $body != *'"ok"'* ]] || expect_equal "$body" "one answer" "$hiding"
    done
}

@test "a body that is too long is told before what is wrong in it, however it is sent" {
    start_server --max-batch 1000 --max-body 1000
    local type long=$BATS_TEST_TMPDIR/long
    { printf 'x '; yes 1 | head -1000; } >"$long"
    for type in text/plain application/json application/x-ndjson; do
        request -H "Content-Type: $type" --data-binary "@$long" /yut
        expect '413 body-too-large'
        request -H "Content-Type: $type" -H 'Transfer-Encoding: chunked' --data-binary "@$long" /yut
        expect '413 body-too-large'
    done
}

@test "a preflight changes nothing about paths that are not there" {
    start_server --cors-origin https://example.org
    request -X OPTIONS -H 'Origin: https://example.org' -H 'Access-Control-Request-Method: POST' /nope
    expect '404 not-found'
    request -X OPTIONS -H 'Origin: https://example.org' -H 'Access-Control-Request-Method: POST' /yut
    expect_status 204
    expect_equal "${fields[access-control-allow-methods]}" 'POST, OPTIONS'
}

@test "white space around values is no fault" {
    raw "POST /yut HTTP/1.1\r\nHost:localhost\r\nContent-Type:  application/json\r\nContent-Length:\t21\r\n\r\n$dice"
    expect '{"max_score":190}'
}

@test "a target in absolute form is the same as its path (RFC 9112, section 3.2.2)" {
    expect_raw '{"status":"ok"}' "GET http://localhost/healthz HTTP/1.1\r\n$host$end"
}

@test "what the HTTP library refuses by itself: a status of its own, and the connection is closed" {
    local expected bytes
    while read -r expected bytes; do
        raw "$bytes"
        expect_status "$expected"
    done <<<"400 GET /healthz\r\n$host$end
505 GET /healthz HTTP/2.0\r\n$host$end
400 GET /healthz HTTP/1.1\r\n${host}without-a-colon\r\n$end
400 $start${host}Content-Length: +1\r\n$end
400 $start${host}Content-Length: 0x1\r\n$end
413 $start${host}Content-Length: 99999999999999999999999\r\n$end
400 $start${host}Transfer-Encoding: chunked\r\n${end}zz\r\n
400 $start${host}Transfer-Encoding: chunked\r\n${end}1\r\nxy\r\n
431 GET /healthz HTTP/1.1\r\n${host}X: $(bytes x 100000)\r\n$end
414 GET /healthz?$(bytes x 100000) HTTP/1.1\r\n$host$end"
}

@test "every problem has a status line, a type and a title that agree, and nothing of the client's in it" {
    post application/json '{"<script>":1}' /yut
    expect '422 unknown-member {"pointer":"#/%3Cscript%3E"}'
    jq -e '.detail | contains("script") | not' "$answer"
    request '/nothing<script>'
    expect '404 not-found'
    jq -e 'tostring | contains("script") | not' "$answer"
}
