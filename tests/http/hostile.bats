#!/usr/bin/env bats
# Clients that break the protocol, on purpose or not, that are slow, or too many: each gets what it deserves, and the next
# one is served as ever.
# shellcheck disable=SC2030,SC2031,SC2154 # a test is a subshell; what is unknown here comes from the helpers

load helper
load hostile

setup_file() {
    # A client that waits for more than it will get is to be told before the test gives up.
    start_server --request-timeout 4 --idle-timeout 4
}

@test "Host: one, and a valid one, but HTTP/1.0 may go without" {
    attack 400 bad-request-head "$get$close\r\n" "$get$host$host$close\r\n" "${get}Host: a b\r\n$close\r\n" \
        "${get}Host: a/b\r\n$close\r\n" "${get}Host: user@a\r\n$close\r\n" "${get}Host: a:8o\r\n$close\r\n" \
        "${get}Host: [::1\r\n$close\r\n" "GET /healthz HTTP/1.0\r\n$host$host\r\n"
    attack 200 '' "${get}Host:\r\n$close\r\n" "${get}Host: [::1]:80\r\n$close\r\n" "${get}HOST:\tlocalhost:80\r\n$close\r\n" \
        'GET /healthz HTTP/1.0\r\n\r\n'
}

@test "Content-Length: one number, and nothing else" {
    # What the library refuses by itself it may say twice.
    attack '400( 400)?' '' "$post${host}Content-Length: -1\r\n\r\n$dice" "$post${host}Content-Length: +5\r\n\r\n$dice" \
        "$post${host}Content-Length: 0x10\r\n\r\n$dice" "$post${host}Content-Length:\r\n\r\n$dice" \
        "$post${host}Content-Length: 5, 5\r\n\r\n$dice" "$post${host}Content-Length: 21;\r\n\r\n$dice" \
        "$post${host}Content-Length: 2 1\r\n\r\n$dice" "$post${host}Content-Length: 21.0\r\n\r\n$dice"
    attack 400 bad-request-head "$post$host$length$length\r\n$dice" \
        "$post$host${length}Content-Length: 3\r\n\r\n$dice" "$post$host${length}content-length: 0\r\n\r\n$dice"
    attack '(413|400)( 413)?' '' "$post${host}Content-Length: 99999999999999999999\r\n\r\n$dice" \
        "$post${host}Content-Length: 18446744073709551616\r\n\r\n$dice" \
        "$post${host}Content-Length: 18446744073709551615\r\n\r\n$dice" \
        "$post${host}Content-Length: 9223372036854775808\r\n\r\n$dice"
    attack 200 '' "$post$host${close}Content-Length: 0021\r\n\r\n$dice"
}

@test "Transfer-Encoding: chunked, without Content-Length, in HTTP/1.1" {
    attack 400 bad-request-head "$post$host$length$chunked\r\n0\r\n\r\n" "$post$host$chunked$length\r\n0\r\n\r\n" \
        "$post${host}Transfer-Encoding: gzip\r\n\r\n$dice" "$post${host}Transfer-Encoding: chunked, gzip\r\n\r\n$dice" \
        "$post${host}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n" \
        "$post${host}Transfer-Encoding: identity\r\n\r\n$dice" "$post$host${length}Transfer-Encoding: identity\r\n\r\n$dice" \
        "$post$host$chunked$chunked\r\n0\r\n\r\n" "$post${host}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" \
        "$post${host}Transfer-Encoding: chunked\\013\r\n\r\n0\r\n\r\n" "$post${host}Transfer-Encoding:\r\n\r\n0\r\n\r\n" \
        "$post${host}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" "POST /yut HTTP/1.0\r\n$host$chunked\r\n0\r\n\r\n"
    attack 200 '' "$post$host${close}transfer-encoding: Chunked\r\n\r\n15\r\n$dice\r\n0\r\n\r\n"
}

@test "header fields: names that are none" {
    attack 400 bad-request-head "$post${host}Content-Length : 3\r\n\r\nabc" "$post${host}Content-Length\t: 3\r\n\r\nabc" \
        "$get${host}Bad Name: 1\r\n\r\n" "$get${host}X\\001: 1\r\n\r\n" "$get${host}\\303\\251: 1\r\n\r\n" \
        "$get${host}X(: 1\r\n\r\n" "$get X: 1\r\n$host\r\n"
    attack 400 '' "$get${host}no-colon\r\n\r\n" "$get${host}X\\000Y: 1\r\n\r\n" "$get$host\\177\r\n\r\n"
}

@test "what the HTTP library passes over in a head is the end of the connection" {
    # Each hides a request, or the end of one, from a server that is easily fooled: at most one answer may come.
    local hidden="$get$host$close\r\n"
    attack '200|400' '' "$get$host: 1\r\n$hidden" "$get$host:\r\n$hidden" "$get$host\\000\r\n$hidden" \
        "$get: 1\r\n$host$hidden" "$get${host}A:b\r\nC:d\r\nE:f\r\n: x\r\n$hidden" "${get}Host:a\r\n:\r\n$hidden" \
        "$get${host}A:b\r\n:\r\n$hidden" "$get${host}A:b\r\n\\000\r\n$hidden" "$get${host}A:b\r\nX: a\\000\r\n\r\n$hidden" \
        "$get${host}X: a\\000b\r\nY: 1\r\n\r\n$hidden" "${get}Host: local\\000host\r\n\r\n$hidden" \
        "GET /healthz HTTP/1.1\nHost: a\n\n$hidden"
    attack '200|400' '' "$get${host}X: a\r\n b\r\n\r\n" "$get${host}X: a\r\n\tb\r\n\r\n" \
        "$post${host}Content-Length:\r\n 21\r\n\r\n$dice\r\n" "$post${host}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n" \
        "$post${host}A:b\r\nContent-Length:\r\n 21\r\n\r\n$hidden" "$post$host${length}X: 1\r\n 2\r\nY: 3\r\n\r\n$dice" \
        "$post${host}Content-Length: 21\\000\r\n\r\n$dice$hidden" \
        "$post${host}Transfer-Encoding: chunked\\000x\r\n\r\n0\r\n\r\n$hidden"
    attack '200|400|404' '' "GET /healthz\\000 HTTP/1.1\r\n$host\r\n" "GET /heal\\000thz HTTP/1.1\r\n$host\r\n" \
        "GET /healthz?\\000 HTTP/1.1\r\n$host\r\n" "GET  /healthz HTTP/1.1\r\n$host\r\n"
    # White space around a value may be more or less than one space.
    attack '200 200' '' "${get}Host:localhost\r\n\r\n$hidden" "${get}Host:  \t localhost\r\n\r\n$hidden"
}

@test "header fields: values with control characters" {
    attack 400 bad-request-head "$get${host}X: a\rContent-Length: 5\r\n\r\n" "$get${host}X: a\r\r\n\r\n" \
        "$get${host}X: a\\001b\r\n\r\n" "$get${host}X: a\\177b\r\n\r\n"
    attack 200 '' "$get$host${close}X: \\303\\251\ta\r\n\r\n" "$get$host${close}X:\r\n\r\n"
}

@test "targets" {
    attack 400 bad-request-head "GET /healthz%%00 HTTP/1.1\r\n$host\r\n" \
        "GET /healthz?a=%%00 HTTP/1.1\r\n$host\r\n" "GET /healthz%%zz HTTP/1.1\r\n$host\r\n" \
        "GET /healthz%%1 HTTP/1.1\r\n$host\r\n" "GET /heal thz HTTP/1.1\r\n$host\r\n" \
        "GET /health\\001z HTTP/1.1\r\n$host\r\n" "GET /health\tz HTTP/1.1\r\n$host\r\n" "GET /health\rz HTTP/1.1\r\n$host\r\n" \
        "GET /health\\177z HTTP/1.1\r\n$host\r\n"
    attack '400|404' '' "GET localhost:80 HTTP/1.1\r\n$host$close\r\n" "CONNECT localhost:80 HTTP/1.1\r\n$host$close\r\n" \
        "GET healthz HTTP/1.1\r\n$host$close\r\n" "GET /x/../healthz HTTP/1.1\r\n$host$close\r\n" \
        "GET /\\303\\251 HTTP/1.1\r\n$host$close\r\n" "GET /healthz#x HTTP/1.1\r\n$host$close\r\n"
    attack 404 not-found "GET /$(repeat 8192 a) HTTP/1.1\r\n$host$close\r\n"
    attack 414 '' "GET /$(repeat 40960 a) HTTP/1.1\r\n$host$close\r\n" "GET /healthz?$(repeat 40960 a) HTTP/1.1\r\n$host\r\n"
}

@test "targets in absolute form" {
    attack 200 '' "GET http://x/healthz HTTP/1.1\r\n$host$close\r\n" "GET HTTPS://x:1/healthz HTTP/1.1\r\n$host$close\r\n" \
        "GET http://x HTTP/1.1\r\n$host$close\r\n"
    attack 404 not-found "GET http://x/healthz/ HTTP/1.1\r\n$host$close\r\n"
    attack 200 '' "POST http://x/yut?explain=true HTTP/1.1\r\n$host$close$length\r\n$dice"
    attack 400 bad-request-head "GET ftp://x/healthz HTTP/1.1\r\n$host$close\r\n"
}

@test "a query of thousands of parameters is refused, at the deadline at the latest" {
    start_hostile_server --request-timeout 1
    attack '400|408|414|431|none' '' "GET /healthz?$(repeat 4000 'a&') HTTP/1.1\r\n$host$close\r\n" \
        "GET /healthz?$(repeat 600 'a=1&') HTTP/1.1\r\n$host$close\r\n"
    stop_server
}

@test "heads that fill the memory of the HTTP library are over when their connection is" {
    local count deadline=$((SECONDS + 10))
    start_hostile_server --request-timeout 1
    ask "GET /healthz?$(repeat 600 'a&') HTTP/1.1\r\n$host\r\n"
    # With so many fields the cookies find no room, and the length is wrong as well.
    for count in 330 340 350 355 360 370; do
        ask "GET /healthz?$(repeat 16 'a&') HTTP/1.1\r\n${host}$(repeat "$((count + 84))" 'a:b\r\n')Cookie: $(repeat 200 'a=1; ')\r\nContent-Length: x\r\n\r\n"
        ask "GET /healthz?$(repeat 100 'a&') HTTP/1.1\r\n${host}$(repeat "$count" 'a:b\r\n')Cookie: $(repeat 200 'a=1; ')\r\nContent-Length: x\r\n\r\n"
    done
    until request /metrics && grep -qx 'yutomok_http_requests_in_flight 1' "$answer"; do
        ((SECONDS < deadline)) || expect_equal "$(grep in_flight "$answer")" "1 that is in flight, this one" || return 1
        sleep 0.05
    done
    stop_server
}

@test "methods and versions" {
    attack 405 method-not-allowed "get /healthz HTTP/1.1\r\n$host$close\r\n" "TRACE /healthz HTTP/1.1\r\n$host$close\r\n" \
        "$(repeat 8192 G) /healthz HTTP/1.1\r\n$host$close\r\n"
    attack 200 '' "GET /healthz HTTP/1.2\r\n$host$close\r\n"
    attack 505 '' "GET /healthz HTTP/9.9\r\n$host\r\n" "GET /healthz HTTP/0.9\r\n$host\r\n" \
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
    attack 400 '' "GET /healthz http/1.1\r\n$host\r\n" "GET /healthz HTTP/01.1\r\n$host\r\n" \
        "GET /healthz HTTP/1.10\r\n$host\r\n" "GET /healthz FTP/1.1\r\n$host\r\n" "GET /healthz HTTP/1.1 \r\n$host\r\n"
}

@test "what is not HTTP, or not any more" {
    attack '400|none' '' 'GET \r\n' 'GET /healthz\r\n' 'GET /healthz\r\n\r\n' ' \r\n\r\n' " $get$host\r\n" \
        "GET\t/healthz\tHTTP/1.1\r\n$host\r\n" 'SSH-2.0-OpenSSH_9.2\r\n' '\\200\\001\\377\r\n\r\n'
    # Lines without anything come before the first one now and then.
    attack 200 '' "\r\n\r\n$get$host$close\r\n"
    attack '200|400' '' "GET /healthz HTTP/1.1\nHost: localhost\nConnection: close\n\n"
}

@test "large heads" {
    attack 431 header-too-large "$get${host}X: $(repeat 17000 a)\r\n\r\n" \
        "$post${host}Content-Length: 60000\r\nX: $(repeat 17000 a)\r\n\r\n$(repeat 60000 ' ')"
    attack '431( 431)?' '' "$get${host}X: $(repeat 40000 a)\r\n\r\n" "$get$host$(repeat 1000 'Xxxx: yyyy\r\n')\r\n" \
        "$get$host$(repeat 5000 'a:\r\n')\r\n" "$get${host}Cookie: $(repeat 2000 'a=1; ')\r\n\r\n"
    attack 200 '' "$get$host$(repeat 200 'Xxxx: yyyy\r\n')$close\r\n" "$get$host${close}X: $(repeat 16000 a)\r\n\r\n" \
        "$get$host${close}Cookie: $(repeat 200 'a=1; ')\r\n\r\n"
}

@test "Expect" {
    attack '100 200' '' "$post$host$length${close}Expect: 100-continue\r\n\r\n$dice" \
        "$post$host$chunked${close}expect: 100-Continue\r\n\r\n15\r\n$dice\r\n0\r\n\r\n"
    attack 413 body-too-large "$post${host}Content-Length: 70000\r\nExpect: 100-continue\r\n\r\n"
    attack 415 unsupported-media-type "$post$host${length}Content-Type: a/b\r\nExpect: 100-continue\r\n\r\n"
    attack 417 expectation-failed "$post$host${length}Expect: a-miracle\r\n\r\n" "$post$host${length}Expect:\r\n\r\n"
    attack 200 '' "POST /yut HTTP/1.0\r\n${length}Expect: 100-continue\r\n\r\n$dice"
}

@test "chunks" {
    local at bytes=
    for ((at = 0; at < ${#dice}; at++)); do
        bytes+="1\r\n${dice:at:1}\r\n"
    done
    attack 200 '' "$post$host$chunked$close\r\n${bytes}0\r\n\r\n" \
        "$post$host$chunked$close\r\n15;a=b;c=\"d\"\r\n$dice\r\n0;x\r\n\r\n" \
        "$post$host$chunked$close\r\n00000000000000000000015\r\n$dice\r\n000\r\n\r\n" \
        "$post$host$chunked$close\r\n15\r\n$dice\r\n0\r\nX: y\r\nContent-Length: 5\r\nHost: evil\r\n\r\n"
    attack 400 '' "$post$host$chunked\r\nzz\r\n" "$post$host$chunked\r\n-1\r\n$dice" "$post$host$chunked\r\n+15\r\n$dice" \
        "$post$host$chunked\r\n0x15\r\n$dice" "$post$host$chunked\r\n 15\r\n$dice" "$post$host$chunked\r\n15 \r\n$dice" \
        "$post$host$chunked\r\n\r\n$dice" "$post$host$chunked\r\n15\r\n${dice}xx\r\n0\r\n\r\n" \
        "$post$host$chunked\r\n14\r\n$dice\r\n0\r\n\r\n" "$post$host$chunked\r\n15;a\nb\r\n$dice\r\n0\r\n\r\n" \
        "$post$host$chunked\r\n15\r\n$dice\r\n0\r\nno-colon\r\n\r\n"
    attack 413 '' "$post$host$chunked\r\nfffffffffffffffff\r\n$dice"
    attack 431 '' "$post$host$chunked\r\n15\r\n$dice\r\n0\r\nX: $(repeat 40000 a)\r\n\r\n"
}

@test "a chunk extension of 40 KiB ends the connection" {
    # For the library a chunk's first line that fills its buffer is a fault of the program that uses it: 500.
    attack '400|413|431|500' '' "$post$host$chunked$close\r\n15;$(repeat 40000 a)\r\n$dice\r\n0\r\n\r\n"
}

@test "bodies that are too long are read, and refused in a way that can be read" {
    local big
    big=$(repeat 69632 ' ')
    attack 413 body-too-large "$post$host${close}Content-Length: 69632\r\n\r\n$big" \
        "$post$host$close$chunked\r\n11000\r\n$big\r\n0\r\n\r\n" \
        "$post$host$close$chunked\r\n$(repeat 300 "100\r\n$(repeat 256 ' ')\r\n")0\r\n\r\n"
    # The connection serves the next request.
    attack '413 200' '' "$post${host}Content-Length: 69632\r\n\r\n$big$get$host$close\r\n"
}

@test "bodies that are said to be far too long are refused at once" {
    attack 413 body-too-large "$post${host}Content-Length: 70000000\r\n\r\n" \
        "$post${host}Content-Length: 70000000\r\n\r\n$(repeat 4096 ' ')" "$get${host}Content-Length: 70000000\r\n\r\n"
    attack 404 not-found "POST /nothing HTTP/1.1\r\n${host}Content-Length: 70000000\r\n\r\n"
}

@test "pipelining: a hundred requests at once are answered in order" {
    local bytes='' expected='' at
    for ((at = 0; at < 33; at++)); do
        bytes+="$get$host\r\nPOST /nothing HTTP/1.1\r\n$host$length\r\n$dice$post$host$chunked\r\n15\r\n$dice\r\n0\r\n\r\n"
        expected+='200 404 200 '
    done
    attack "${expected}200" '' "$bytes$get$host$close\r\n"
}

@test "pipelining: what follows a request that can't be trusted is not answered" {
    attack 400 '' "$get\r\n$get$host\r\n" "$get${host}no-colon\r\n\r\n$get$host\r\n" \
        "$post$host$length$chunked\r\n0\r\n\r\n$get$host\r\n" "$post$host$chunked\r\nzz\r\n$get$host\r\n"
    attack '(417|431)' '' "$get${host}Expect: a-miracle\r\n\r\n$get$host\r\n" \
        "$get${host}X: $(repeat 17000 a)\r\n\r\n$get$host\r\n"
    # One that is only no case is no reason to end it.
    attack '422 200' '' "$post${host}Content-Length: 2\r\n\r\n[]$get$host$close\r\n"
    attack '200 400' '' "$post$host$length\r\n$dice$dice \r\n"
}

@test "HTTP/1.0 closes, unless the client wants to go on" {
    attack 200 '' 'GET /healthz HTTP/1.0\r\n\r\nGET /healthz HTTP/1.0\r\n\r\n' "POST /yut HTTP/1.0\r\n$length\r\n$dice"
    attack '200 200' '' 'GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /healthz HTTP/1.0\r\n\r\n'
}

@test "a body that goes with GET or HEAD is passed over" {
    attack '200 200' '' "$get$host$length\r\n$dice$get$host$close\r\n" \
        "$get$host$chunked\r\n15\r\n$dice\r\n0\r\n\r\n$get$host$close\r\n" \
        "HEAD /healthz HTTP/1.1\r\n$host$length\r\n$dice$get$host$close\r\n"
}

# A batch of 2 MiB, a piece every 0.4 s: it earns more time than it takes.
send_steadily() {
    local connection piece begin=$SECONDS
    trap '' PIPE
    open_connection
    send "$post$host${close}Content-Type: application/x-ndjson\r\nContent-Length: $((8 * 262144 + ${#dice}))\r\n\r\n$dice"
    for ((piece = 0; piece < 8; piece++)); do
        head -c 262144 /dev/zero | tr '\0' '\n' >&"$connection"
        sleep 0.4
    done
    timeout 20 cat <&"$connection" >"$BATS_TEST_TMPDIR/steady" || true
    echo "$((SECONDS - begin))" >"$BATS_TEST_TMPDIR/steady.seconds"
}

# Twenty answers of 290 KB, more than the sockets hold; nothing is read until the server has given up.
leave_unread() {
    local connection one begin=$SECONDS
    one="$post${host}Content-Type: application/x-ndjson\r\nContent-Length: 4000\r\n\r\n$(repeat 2000 'x\n')"
    open_connection
    send "$(repeat 20 "$one")"
    sleep 5
    timeout 20 cat <&"$connection" >"$BATS_TEST_TMPDIR/unread" 2>/dev/null || true
    echo "$((SECONDS - begin))" >"$BATS_TEST_TMPDIR/unread.seconds"
}

# The answer to a late request is not made where all others are, but has the fields of any problem.
expect_same_fields_as_others() { # FILE
    expect_equal "$(field "$1" Content-Type)" application/problem+json
    expect_equal "$(field "$1" X-Content-Type-Options)" nosniff
    expect_equal "$(field "$1" Access-Control-Allow-Origin)" https://example.org
    expect_equal "$(field "$1" Connection)" close
    # IMF-fixdate, and not another time than now
    [[ $(field "$1" Date) =~ ^[A-Z][a-z]{2},\ [0-9]{2}\ [A-Z][a-z]{2}\ [0-9]{4}\ [0-9:]{8}\ GMT$ ]]
    (($(date +%s) - $(date -d "$(field "$1" Date)" +%s) < 60))
}

# field FILE NAME: the value of a header field of the answer in a file.
field() {
    tr -d '\r' <"$1" | sed -n "s/^$2: //p"
}

@test "clients that are late are cut off, and others are not" {
    local client clients=() slow
    start_hostile_server --request-timeout 1 --idle-timeout 2 --cors-origin https://example.org
    slow=$(repeat 300 x)
    drip request-line '' "GET /$slow" 3>&- &
    clients+=($!)
    drip headers "${get}X: " "$slow" 3>&- &
    clients+=($!)
    drip body "$post${host}Content-Length: 300\r\n\r\n" "$slow" 3>&- &
    clients+=($!)
    drip chunks "$post$host$chunked\r\n" "$slow" 3>&- &
    clients+=($!)
    drip trailer "$post$host$chunked\r\n15\r\n$dice\r\n0\r\nX: " "$slow" 3>&- &
    clients+=($!)
    drip empty-lines '\r\n\r\n' '' 3>&- &
    clients+=($!)
    drip silence-in-body "$post$host$length\r\n[" '' 3>&- &
    clients+=($!)
    drip silence-after-request "$get$host\r\n" '' 3>&- &
    clients+=($!)
    drip slow-second-request "$get$host\r\n" "GET /$slow" 3>&- &
    clients+=($!)
    drip silence '' '' 3>&- &
    clients+=($!)
    send_steadily 3>&- &
    clients+=($!)
    leave_unread 3>&- &
    clients+=($!)
    wait "${clients[@]}" || true
    for client in request-line headers body trailer empty-lines silence-in-body; do
        expect_ended "$client" 408
        expect_same_fields_as_others "$BATS_TEST_TMPDIR/$client"
    done
    expect_ended chunks 400
    expect_ended silence none
    expect_ended silence-after-request 200
    expect_ended slow-second-request '200 408'
    expect_ended steady 200
    find_statuses "$BATS_TEST_TMPDIR/unread"
    [[ $statuses == 200* && $statuses != *200$(repeat 19 ' 200')* ]] || expect_equal "$statuses" "some of twenty times 200"
    expect_served
    expect_descriptors_back
    stop_server
}

@test "clients that shut their side: what is whole is answered, and nothing stays behind" {
    command -v nc >/dev/null || skip "There is no nc"
    local at bytes=()
    start_hostile_server --request-timeout 1 --idle-timeout 2
    attack_and_shut '200( 408| 400)?' "$get$host\r\n" "$post$host$length\r\n$dice" \
        "$post$host$chunked\r\n15\r\n$dice\r\n0\r\n\r\n" 'GET /healthz HTTP/1.0\r\n\r\n' "$get$host\r\n${get}Ho"
    for at in 0 1 64 250; do
        bytes+=("$post${host}Content-Length: 300\r\n\r\n$(repeat "$at" x)" "$post$host$chunked\r\n400\r\n$(repeat "$at" x)"
            "$post${host}X-Long: $(repeat "$at" x)" "GET /$(repeat "$at" x)")
    done
    attack_and_shut 'none|408' "${bytes[@]}" '\r\n\r\n\r\n' '\n\n\n' 'GET' "$get$host" \
        '\\026\\003\\001\\000\\310\\001\\000\\000\\304\\003\\003abcdefgh' "GET /healthz HTTP/1.1\rHost: localhost\r\r" \
        "$post$host$chunked\r\n15\r\n$dice\r\n" "$post$host$chunked\r\n15\r\n$dice\r\n0\r\n" \
        "$post$host$chunked\r\nffffffffffffffff\r\n$dice"
    expect_descriptors_back
    stop_server
}

# open_served: a connection that has got an answer, and stays open.
open_served() {
    local line
    open_connection
    exchange_healthz "$connection"
    expect_equal "$line" $'HTTP/1.1 200 OK\r'
}

# exchange_healthz CONNECTION: sets line to the status line of its answer, and reads the rest of it.
exchange_healthz() {
    local rest
    printf 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n' >&"$1"
    read -r -t 10 line <&"$1"
    while read -r -t 10 rest <&"$1" && [[ $rest != $'\r' ]]; do :; done
    read -r -t 10 -N 15 rest <&"$1"
}

@test "more connections than --max-connections: those too many are told, the others are served" {
    local at open=() line
    start_hostile_server --max-connections 8
    for ((at = 0; at < 8; at++)); do
        open_served
        open+=("$connection")
    done
    raw "$get$host\r\n"
    expect '503 overloaded'
    [[ ${fields[retry-after]} =~ ^[0-9]+$ ]]
    expect_equal "${fields[connection]}" close
    # While one is there that is too many, the rest goes on.
    open_connection
    exchange_healthz "${open[0]}"
    expect_equal "$line" $'HTTP/1.1 200 OK\r' "Answer to the first connection, while there are nine"
    close_connection
    for connection in "${open[@]}"; do
        close_connection
    done
    expect_descriptors_back
    expect_served
    stop_server
}

@test "a limit of open files that is too low: one line says so, and more connections than that do no harm" {
    local at open=()
    printf '#!/bin/sh\nulimit -n 92\nexec "%s" "$@"\n' "$YUTOMOK" >"$BATS_TEST_TMPDIR/with-few-files"
    chmod +x "$BATS_TEST_TMPDIR/with-few-files"
    YUTOMOK=$BATS_TEST_TMPDIR/with-few-files start_hostile_server
    expect_equal "$(jq -sc 'map(.event)' "$server_log")" '["warning","ready"]' "Lines of the log"
    expect_equal "$(jq -r 'select(.event == "warning").detail' "$server_log")" \
        'Only 8 of 4096 connections: the limit of open files is 92 (ulimit -n)'
    for ((at = 0; at < 160; at++)); do
        open_connection
        open+=("$connection")
    done
    for connection in "${open[@]}"; do
        close_connection
    done
    expect_descriptors_back
    expect_served
    stop_server
}

# begin_upload: a request on a new connection that the server has begun to read.
begin_upload() {
    local line
    open_connection
    printf 'POST /yut HTTP/1.1\r\nHost: localhost\r\nContent-Length: 21\r\nExpect: 100-continue\r\n\r\n' >&"$connection"
    read -r -t 10 line <&"$connection"
    expect_equal "$line" $'HTTP/1.1 100 Continue\r'
    read -r -t 10 line <&"$connection"
}

@test "SIGTERM during twenty uploads that go on and on: it ends in time" {
    local at begin open=()
    start_hostile_server --drain-timeout 2
    for ((at = 0; at < 20; at++)); do
        begin_upload
        open+=("$connection")
    done
    begin=$SECONDS
    trap '' PIPE
    kill -TERM "$server_pid"
    for ((at = 0; at < 20; at++)); do
        for connection in "${open[@]}"; do
            send_piece "${dice:at:1}"
        done
        sleep 0.1
    done
    wait_for_end "$server_pid" 10
    server_pid=
    ((SECONDS - begin <= 10))
}

@test "a request that is in flight at SIGTERM is answered, and its connection closed" {
    start_hostile_server --drain-timeout 20
    begin_upload
    send "${dice:0:5}"
    kill -TERM "$server_pid"
    wait_for_log drain 5
    send "${dice:5}"
    hear
    close_connection
    expect_equal "$statuses" 200
    [[ $all == *$'\r\nConnection: close\r\n'* ]] || expect_equal "$all" "Connection: close"
    wait_for_end "$server_pid" 10
    server_pid=
}

@test "CORS: off unless it is asked for" {
    request -H 'Origin: https://example.org' /healthz
    expect_status 200
    expect_equal "${fields[access-control-allow-origin]:-none}" none
    request -X OPTIONS -H 'Origin: https://example.org' -H 'Access-Control-Request-Method: POST' /yut
    expect_status 204
    expect_equal "${fields[access-control-allow-origin]:-none} ${fields[access-control-allow-methods]:-none}" 'none none'
}

@test "CORS: answers, problems and preflights say which origin may read them" {
    local origin
    for origin in '*' https://example.org; do
        start_server --cors-origin "$origin"
        post application/json "$dice" -H "Origin: https://example.org" /yut
        expect '{"max_score":190}'
        expect_equal "${fields[access-control-allow-origin]}" "$origin"
        expect_equal "${fields[access-control-allow-methods]:-none}" none
        post application/json '[]' -H "Origin: https://example.org" /yut
        expect '422 wrong-dice-count {"pointer":"#"}'
        expect_equal "${fields[access-control-allow-origin]}" "$origin"
        request -H "Origin: https://example.org" /nothing
        expect '404 not-found'
        expect_equal "${fields[access-control-allow-origin]}" "$origin"
        request -X OPTIONS -H "Origin: https://example.org" -H 'Access-Control-Request-Method: POST' \
            -H 'Access-Control-Request-Headers: content-type' /yut
        expect_status 204
        expect_equal "${fields[access-control-allow-origin]}" "$origin"
        [[ ${fields[access-control-allow-methods]} == *POST* ]]
        [[ ${fields[access-control-allow-headers],,} == *content-type* ]]
        stop_server
    done
}

# sandbox_of_threads: "SECCOMP NO-NEW-PRIVILEGES" as the kernel has them, each that occurs among the threads.
sandbox_of_threads() {
    awk '/^NoNewPrivs:/ { privileges = $2 } /^Seccomp:/ { print $2, privileges }' "/proc/$server_pid/task"/*/status | sort -u
}

@test "every thread is in the sandbox, unless it is not wanted" {
    [[ -z ${YUTOMOK_NO_SANDBOX:-} ]] || skip "YUTOMOK_NO_SANDBOX is set"
    expect_equal "$(sandbox_of_threads)" '2 1'
    start_hostile_server --no-sandbox
    [[ $(sandbox_of_threads) == 0\ * ]]
    stop_server
}
