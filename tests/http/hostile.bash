# What the tests with hostile clients share: bytes sent as they are, and what came of them.
# shellcheck shell=bash disable=SC2034,SC2154,SC2178 # what is set here is used in the tests, and the other way round

dice='[1,2,3,4,1,2,3,4,1,2]'

# The lines that most requests begin and end with, in printf's notation.
get='GET /healthz HTTP/1.1\r\n'
post='POST /yut HTTP/1.1\r\n'
host='Host: localhost\r\n'
close='Connection: close\r\n'
chunked='Transfer-Encoding: chunked\r\n'
length="Content-Length: ${#dice}\r\n"

# repeat COUNT TEXT
repeat() {
    local text=$2
    while ((${#text} < $1 * ${#2})); do
        text+=$text
    done
    printf '%s' "${text:0:$1 * ${#2}}"
}

# start_hostile_server [FLAG...]: one that the test stops itself, with stop_server.
start_hostile_server() {
    start_server --threads 2 "$@"
    descriptors=$(count_descriptors)
}

count_descriptors() {
    local all=("/proc/$server_pid/fd"/*)
    echo "${#all[@]}"
}

# Waits until the server has no more descriptors than when it had started.
expect_descriptors_back() {
    local deadline=$((SECONDS + 10)) now
    until now=$(count_descriptors) && ((now <= descriptors)); do
        ((SECONDS < deadline)) || expect_equal "$now" "$descriptors" "Descriptors of the server" || return 1
        sleep 0.05
    done
}

# Sets connection to the descriptor of a new one.
open_connection() {
    exec {connection}<>"/dev/tcp/127.0.0.1/$port"
}

close_connection() {
    exec {connection}>&-
}

# send BYTES: in printf's notation, over the connection, in one write as far as a pipe has room. What the server does
# not take any more is no failure.
send() {
    # shellcheck disable=SC2059
    printf "$1" 2>/dev/null | cat 1>&"$connection" 2>/dev/null || true
}

# send_piece BYTES: the same without a process of its own, for a shell that ignores PIPE.
send_piece() {
    printf '%s' "$1" 1>&"$connection" 2>/dev/null || true
}

# hear: reads what comes over the connection until the server closes it. Sets all to it, and statuses to those of the
# answers in it.
hear() {
    all=''
    read -r -d '' -t 20 all <&"$connection" || true
    find_statuses
}

# ask BYTES: sends this over a connection of its own, and hears.
ask() {
    open_connection
    send "$1"
    hear
    close_connection
}

# find_statuses [FILE]: sets statuses to those in all, after reading that from the file.
find_statuses() {
    if (($# > 0)); then
        all=''
        read -r -d '' all <"$1" || true
    fi
    local rest=$all
    statuses=''
    while [[ $rest == *'HTTP/1.1 '* ]]; do
        rest=${rest#*HTTP/1.1 }
        statuses+=${statuses:+ }${rest%%[^0-9]*}
    done
    statuses=${statuses:-none}
}

# Is the next client served?
expect_served() {
    local line=
    open_connection
    printf 'GET /healthz HTTP/1.0\r\n\r\n' >&"$connection"
    read -r -t 10 line <&"$connection" || true
    close_connection
    expect_equal "$line" $'HTTP/1.1 200 OK\r' "Answer to the next client"
}

# judge_answer STATUSES TYPE BYTES: has this come of these bytes, and is the next client served? STATUSES is a regular
# expression, "none" being an end of the connection without an answer; TYPE is that of the last problem, if any.
#
# What is expected is what comes of libmicrohttpd 0.9.75, of Debian 12. Later versions refuse more by themselves, in ways
# of their own: with those, anything but a fault of the server's will do.
judge_answer() {
    [[ $statuses =~ ^($1)$ && ($2 == '' || $all == *"\"urn:yutomok:$2\""*) ]] && expect_served && return
    [[ $library != 0.9.75* && ! ${statuses//50[15]/} =~ 5[0-9][0-9] ]] && expect_served && return
    printf 'to:       %.300s\nexpected: %s %s\ngot:      %s\n%.2000s\n' "$3" "$1" "$2" "$statuses" "$all"
    return 1
}

# attack STATUSES TYPE BYTES...: what each of these requests comes to.
attack() {
    local bytes failures=0
    for bytes in "${@:3}"; do
        ask "$bytes"
        judge_answer "$1" "$2" "$bytes" || failures=$((failures + 1))
    done
    ((failures == 0))
}

# attack_and_shut STATUSES BYTES...: the same as attack, at once, for clients that say that no more will come, and read.
attack_and_shut() {
    local at=0 bytes clients=() failures=0
    for bytes in "${@:2}"; do
        # shellcheck disable=SC2059
        printf "$bytes" | nc -N -w 20 127.0.0.1 "$port" >"$BATS_TEST_TMPDIR/shut.${#clients[@]}" 3>&- &
        clients+=($!)
    done
    wait "${clients[@]}" || true
    for bytes in "${@:2}"; do
        find_statuses "$BATS_TEST_TMPDIR/shut.$at"
        judge_answer "$1" '' "$bytes" || failures=$((failures + 1))
        at=$((at + 1))
    done
    ((failures == 0))
}

# drip NAME BYTES SLOW-BYTES: a client that sends the first at once and the rest a byte at a time, for a minute at most,
# and reads all the while. Leaves what has come in the file NAME, and how many seconds it took in NAME.seconds.
drip() {
    local connection at reader begin=$SECONDS
    trap '' PIPE
    open_connection
    cat <&"$connection" >"$BATS_TEST_TMPDIR/$1" 2>/dev/null &
    reader=$!
    # shellcheck disable=SC2059
    printf "$2" >&"$connection"
    for ((at = 0; at < ${#3}; at++)); do
        kill -0 "$reader" 2>/dev/null || break
        send_piece "${3:at:1}"
        sleep 0.2
    done
    wait "$reader" || true
    echo "$((SECONDS - begin))" >"$BATS_TEST_TMPDIR/$1.seconds"
}

# expect_ended NAME STATUSES: what has become of a client in the background whose files have this name, in time.
expect_ended() {
    local seconds
    seconds=$(<"$BATS_TEST_TMPDIR/$1.seconds")
    find_statuses "$BATS_TEST_TMPDIR/$1"
    [[ $statuses =~ ^($2)$ ]] || expect_equal "$statuses" "$2" "Answer to $1, after $seconds s" || return 1
    ((seconds <= 10)) || expect_equal "$seconds" "10 at most" "Seconds until the end of $1"
}
