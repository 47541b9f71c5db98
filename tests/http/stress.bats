#!/usr/bin/env bats
# clients/stress.sh, as it is and as the server gives it away: what it makes of programs that are right, that make one
# mistake, and that do anything but answer. The programs are in tests/programs.
# shellcheck disable=SC2030,SC2031,SC2034,SC2154 # a test is a subshell; what is unknown or unused here is known to the helper

load helper

script=$root/clients/stress.sh

setup_file() {
    start_server
    export YUTOMOK_URL=$url
    export programs=$BATS_FILE_TMPDIR
    local program
    for program in yut omok odd; do
        "${CC:-cc}" -std=c17 -D_GNU_SOURCE -O2 -o "$programs/$program" "$root/tests/programs/$program.c"
    done
    curl -sS "$url/mistakes" >"$programs/mistakes"
    # What stands in PATH may be a slow wrapper.
    python=$(python3 -c 'import sys; print(sys.executable)' || true)
    export python
    unset LC_ALL LC_MESSAGES LANG
}

setup() {
    server_of_file=$server_pid
    export TMPDIR=$BATS_TEST_TMPDIR/tmp
    mkdir "$TMPDIR"
}

# stress [ARGUMENT...]: runs the script with the shell in $shell, or sh, and with time enough for a busy machine. Sets
# result to its exit status, told to what it prints, and troubles to its stderr. Whatever it does, it leaves no file.
stress() {
    result=0
    # shellcheck disable=SC2086 # a shell may have arguments
    ${shell:-sh} "$script" -t 9 "$@" >"$BATS_TEST_TMPDIR/told" 2>"$BATS_TEST_TMPDIR/troubles" 3>&- 4>&- || result=$?
    told=$(<"$BATS_TEST_TMPDIR/told")
    troubles=$(<"$BATS_TEST_TMPDIR/troubles")
    expect_equal "$(ls -A "$TMPDIR")" "" "Files left behind"
}

# expect_right COUNT
expect_right() {
    expect_equal "$result: $told$troubles" "0: All $1 cases right."
}

# expect_counterexample VERDICT: what its first line says of the program.
expect_counterexample() {
    expect_equal "$troubles" "" "On stderr" || return 1
    [[ $result == 1 && $told == "Case "*" of "*": $1."$'\n'* ]] || expect_equal "$result: $told" "1: Case ... of ...: $1."
}

# expect_mistake GAME ID [MEMBER]: the explanation that stands first.
expect_mistake() {
    local explanation
    explanation=$(jq -r --arg game "$1" --arg id "$2" ".[\$game][] | select(.id == \$id).${3:-explanation}" "$programs/mistakes")
    [[ -n $explanation ]]
    expect_equal "$(sed -n 's/^\(Likely mistake\|짐작되는 실수\): //p' <<<"$told")" "$explanation." "$2"
}

# expect_trouble TEXT: the beginning of what is on stderr.
expect_trouble() {
    [[ $result == 2 && -z $told && $troubles == "$1"* ]] || expect_equal "$result: $told$troubles" "2: $1"
}

# section HEADING: what is told below it.
section() {
    sed -n "/^$1\$/,/^\$/p" <<<"$told" | sed '1d;$d'
}

# expect_no_child: the one that `odd forks` has left word of is gone, or at least dead: whoever has inherited it may be
# slow to bury it.
expect_no_child() {
    local child state=gone
    child=$(<"$BATS_TEST_TMPDIR/child")
    [[ ! -r /proc/$child/stat ]] || state=$(sed 's/.*) \(.\).*/\1/' "/proc/$child/stat" || echo gone)
    [[ $state == Z ]] || expect_equal "$state" gone "The child's state"
}

# The shells that are here; all of them are to do.
shells() {
    printf '%s\n' dash 'bash --posix' 'busybox sh' ksh93 mksh | while read -r shell; do
        command -v "${shell%% *}" >/dev/null && printf '%s\n' "$shell"
    done
}

@test "the server gives it away, as text" {
    request /stress.sh
    expect_status 200
    expect_equal "${fields[content-type]}" 'text/plain; charset=utf-8'
    cmp "$answer" "$script"
    request -H "If-None-Match: ${fields[etag]}" /stress.sh
    expect_status 304
    request -I /stress.sh
    expect_status 200
    get '406 not-acceptable' /stress.sh 'Accept: application/json'
    row '405 method-not-allowed' application/json '{}' /stress.sh
    check_rows
}

@test "from a pipe, in every shell: the program gets the case, not the rest of the script" {
    while read -r shell; do
        # shellcheck disable=SC2086
        told=$(curl -sS "$url/stress.sh" | $shell -s -- -n 3 omok "$programs/omok" 2>&1) || true
        expect_equal "$told" 'All 3 cases right.' "$shell"
    done < <(shells)
}

@test "a name is told from the letters behind it in every shell" {
    # Some shells take letters beyond ASCII for a part of a name that has no braces.
    if LC_ALL=C grep -nP '\$[A-Za-z_]\w*[\x80-\xff]' "$script"; then return 1; fi
}

@test "a script that arrives in part does nothing" {
    sed '$d' "$script" >"$BATS_TEST_TMPDIR/part"
    expect_equal "$(sh -s -- yut "$programs/yut" <"$BATS_TEST_TMPDIR/part" 2>&1)" ""
}

@test "right programs" {
    stress -n 10 yut "$programs/yut"
    expect_right 10
    stress -n 5 omok "$programs/omok"
    expect_right 5
}

@test "programs that make one mistake, in C" {
    local id
    for id in blue-in-passing no-collision-check last-die-ignored; do
        stress -n 12 yut "$programs/yut" "$id"
        expect_counterexample 'the answer is wrong'
        expect_mistake yut "$id"
    done
    for id in six-wins row-and-column-swapped counted-from-zero; do
        stress -n 12 omok "$programs/omok" "$id"
        expect_counterexample 'the answer is wrong'
        expect_mistake omok "$id"
    done
}

@test "programs in Python" {
    [[ -n $python ]] || skip 'python3 is missing'
    stress -n 3 omok "$python" -S "$root/tests/programs/omok.py"
    expect_right 3
    stress -n 20 omok "$python" -S "$root/tests/programs/omok.py" only-black
    expect_counterexample 'the answer is wrong'
    expect_mistake omok only-black
    stress -n 2 omok "$python" -S -c 'import sys; print(missing)'
    expect_counterexample 'your program ends with exit status 1, not 0'
    [[ $(section 'Its standard error:') == *"NameError: name 'missing' is not defined" ]]
}

@test "programs in Java" {
    command -v javac >/dev/null || skip 'javac is missing'
    javac -d "$programs" "$root/tests/programs/Main.java"
    stress -t 30 -n 2 omok java -Xshare:auto -cp "$programs" Main
    expect_right 2
    stress -t 30 -n 2 omok java -cp "$programs" Main six-wins
    expect_counterexample 'the answer is wrong'
    expect_mistake omok six-wins
}

@test "a counterexample can be copied, and asked about" {
    stress -n 2 omok "$programs/omok" counted-from-zero
    section 'Input:' >"$BATS_TEST_TMPDIR/input"
    section 'Expected:' >"$BATS_TEST_TMPDIR/expected"
    request -H 'Content-Type: text/plain' --data-binary "@$BATS_TEST_TMPDIR/input" /omok
    cmp "$answer" "$BATS_TEST_TMPDIR/expected"
    expect_equal "$(section 'Your program:')" "$("$programs/omok" counted-from-zero <"$BATS_TEST_TMPDIR/input")"
    bash -c "$(tail -n 1 <<<"$told")" | jq -ce '[.winner, .row, .col]' >"$BATS_TEST_TMPDIR/explained"
    jq -sce . "$BATS_TEST_TMPDIR/expected" | cmp - "$BATS_TEST_TMPDIR/explained"
}

@test "another seed gives other cases, the same one the same" {
    stress -n 5 -s 7 yut "$programs/odd" prints 133
    local first=$told
    stress -n 5 -s 7 yut "$programs/odd" prints 133
    expect_equal "$told" "$first"
    stress -n 5 -s 8 yut "$programs/odd" prints 133
    [[ $told != "$first" ]]
}

@test "white space at the ends of lines and blank lines at the end do not count; anything else does" {
    # shellcheck disable=SC2016
    stress -n 3 omok sh -c '"$0" | sed "s/$/ \t/"; echo; echo " "' "$programs/omok"
    expect_right 3
    # shellcheck disable=SC2016
    stress -n 3 omok sh -c 'echo $("$0")' "$programs/omok"
    expect_counterexample 'the numbers are right, but not the spaces and lines'
    # shellcheck disable=SC2016
    stress -n 3 yut sh -c 'echo; "$0"' "$programs/yut"
    expect_counterexample 'the numbers are right, but not the spaces and lines'
}

@test "what is no answer" {
    local text
    for text in 'answer: 190' '1 2'; do
        stress -n 2 yut "$programs/odd" prints "$text"
        expect_counterexample 'that is no answer, which is one number'
    done
    for text in 1 '0 0 0'; do
        stress -n 2 omok "$programs/odd" prints "$text"
        expect_counterexample 'that is no answer, which is 0 alone, or 1 or 2 and on the next line a row and a column'
    done
    stress -n 2 yut "$programs/odd"
    expect_counterexample 'your program prints nothing'
    expect_equal "$(section 'Your program:')" '(nothing)'
}

@test "an answer that no known mistake gives, be it ever so long; the input is not read" {
    stress -n 2 yut "$programs/odd" prints -99999999999999999999999
    expect_counterexample 'the answer is wrong'
    [[ $told == *$'\nNo known mistake gives this answer.\n'* ]]
}

@test "a terminal does not obey what a program prints" {
    stress -n 2 yut "$programs/odd" prints $'\e[31m\a7'
    expect_equal "$(section 'Your program:')" '[31m7'
}

@test "programs that hang, with their children, in every shell" {
    while read -r shell; do
        stress -n 2 -t 1 yut "$programs/odd" forks "$BATS_TEST_TMPDIR/child"
        expect_counterexample 'your program has not ended after 1 s'
        expect_no_child
    done < <(shells)
}

@test "where there is no setsid, the program is killed all the same" {
    local tool tools=$BATS_TEST_TMPDIR/tools
    mkdir "$tools"
    for tool in ls awk cat cp curl date grep head kill mkfifo mktemp mv paste rm sed sh sleep tail tr wc; do
        ln -s "$(command -v "$tool")" "$tools"
    done
    shell=$(command -v bash)
    PATH=$tools stress -n 2 -t 1 yut "$programs/odd" forks "$BATS_TEST_TMPDIR/child"
    expect_counterexample 'your program has not ended after 1 s'
    expect_no_child
}

@test "programs that crash, in every shell, and exit statuses" {
    while read -r shell; do
        stress -n 2 yut "$programs/odd" crashes
        expect_counterexample 'your program is killed by signal 11 (segmentation fault)'
    done < <(shells)
    stress -n 2 yut "$programs/odd" exits
    expect_counterexample 'your program ends with exit status 3, not 0'
    stress -n 2 yut "$programs/odd" aborts
    expect_counterexample 'your program is killed by signal 6 (aborted)'
}

@test "programs that print forever" {
    local how
    for how in prints-forever keeps-printing; do
        stress -n 2 -t 1 yut "$programs/odd" "$how"
        expect_counterexample 'your program prints too much'
        ((${#told} < 1000))
    done
}

@test "all runs together have their time" {
    local begin=$SECONDS
    stress -n 2 -T 2 -t 60 yut "$programs/odd" hangs
    expect_trouble '2 s are over: 0 of 2 cases are right, the others have not been run.'
    ((SECONDS - begin < 15))
}

@test "a signal ends it, and the program with it" {
    sh "$script" -n 2 -t 60 yut "$programs/odd" forks "$BATS_TEST_TMPDIR/child" >"$BATS_TEST_TMPDIR/told" 2>&1 3>&- 4>&- &
    local pid=$! result=0
    until [[ -s $BATS_TEST_TMPDIR/child ]]; do
        kill -0 "$pid"
        sleep 0.02
    done
    kill "$pid"
    wait_for_end "$pid" 10 || result=$?
    expect_equal "$result: $(<"$BATS_TEST_TMPDIR/told")" '143: '
    expect_equal "$(ls -A "$TMPDIR")" "" "Files left behind"
    expect_no_child
}

@test "a server that is not there, or gives no cases" {
    # Port 1 is nobody's.
    stress -u http://127.0.0.1:1/ yut "$programs/yut"
    expect_trouble 'No cases from http://127.0.0.1:1/: curl: (7)'
    stress -u "$url/nothing" yut "$programs/yut"
    expect_trouble "No cases from $url/nothing: curl: (22)"
    mkdir "$BATS_TEST_TMPDIR/yut"
    echo '<html>' >"$BATS_TEST_TMPDIR/yut/cases"
    stress -u "file://$BATS_TEST_TMPDIR" yut "$programs/yut"
    expect_trouble "What file://$BATS_TEST_TMPDIR gives is no cases"
}

@test "commands that are not there, or can't be executed" {
    stress yut no-such-command
    expect_trouble 'There is no command no-such-command'
    stress yut "$programs/none"
    expect_trouble "There is no command $programs/none"
    cd "$programs"
    stress yut odd
    expect_trouble 'There is no command odd; is it ./odd?'
    # Names of functions in the script are none.
    stress -n 1 yut main
    expect_trouble "main can't be executed: "
    stress -n 1 yut "$programs/mistakes"
    [[ $troubles == "$programs/mistakes can't be executed: "* ]] || expect_trouble 'There is no command'
    expect_equal "$result" 2
}

@test "curl is missing" {
    local tools=$BATS_TEST_TMPDIR/tools
    mkdir "$tools"
    ln -s "$(command -v ls)" "$(command -v sh)" "$tools"
    PATH=$tools stress yut "$programs/yut"
    expect_trouble 'curl is missing'
}

@test "wrong usage" {
    local arguments
    for arguments in '' yut 'baduk true' '-n 0 yut true' '-n 101 yut true' '-n 08 yut true' '-s x yut true' \
        '-t 1.5 yut true' '-T -1 yut true' '-x yut true' -n; do
        # shellcheck disable=SC2086
        stress $arguments
        expect_equal "$result: $told" '2: ' "$arguments"
        [[ $troubles == *$'\nUsage: stress.sh '* ]]
    done
    stress -h
    [[ $result == 0 && $told == 'Usage: stress.sh '* && -z $troubles ]]
}

@test "in Korean, where people read it" {
    LANG=C LC_ALL=ko_KR.UTF-8 stress -n 2 yut "$programs/yut" blue-never
    [[ $told == *': 답이 틀렸다.'* ]]
    expect_mistake yut blue-never explanation_ko
    LANG=ko_KR.UTF-8 stress -n 1 omok "$programs/omok"
    expect_equal "$told" '1개 모두 맞았다.'
    LANG=ko_KR.UTF-8 LC_ALL=C stress -n 1 omok "$programs/omok"
    expect_right 1
}

@test "the patience for a run is also a variable" {
    result=0
    told=$(YUTOMOK_SECONDS=1 sh "$script" -u "$url" -n 1 yut "$programs/odd" hangs 2>&1) || result=$?
    expect_counterexample 'your program has not ended after 1 s'
    YUTOMOK_SECONDS=0 stress -n 1 yut "$programs/yut"
    [[ $result == 2 && $troubles == '-t takes a number from 1 to 60, not "0"'* ]]
}
