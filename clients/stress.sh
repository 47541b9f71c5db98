#!/bin/sh
# Runs a program on the hard cases of a game until one of its answers is wrong, and tells which mistake it makes.
#
#   curl -sS localhost:8080/stress.sh | sh -s -- yut ./a.out
#
# All of it is functions, and the last line calls them: a script that arrives in part does nothing, and nobody who
# reads standard input reads the rest of the script. For any POSIX shell; beyond POSIX it takes curl, mktemp, head -c
# and date +%s.

set -u
# Without job control, setsid (see run_program) takes the process that it is started in.
set +m

game=
url=${YUTOMOK_URL:-http://localhost:8080}
count=40
seed=
run_seconds=2
total_seconds=120

# An answer has a few bytes, and of what a program says on stderr the end tells most.
output_bytes=65536
error_bytes=2000

# What is there to be cleared away.
folder=
program=
watcher=

# --- words

case ${LC_ALL:-${LC_MESSAGES:-${LANG:-}}} in
ko*) korean=yes ;;
*) korean=no ;;
esac

# say ENGLISH KOREAN
say() {
    if [ "$korean" = yes ]; then
        printf '%s\n' "$2"
    else
        printf '%s\n' "$1"
    fi
}

# trouble ENGLISH KOREAN: it is not the program's answers that are wrong.
trouble() {
    say "$1" "$2" >&2
    exit 2
}

usage() {
    say 'Usage: stress.sh [OPTION...] yut|omok COMMAND [ARGUMENT...]
Runs a program on the hard cases of a game, and shows the first one that it gets wrong.

  -n COUNT    how many cases, 1 to 100 (40)
  -s SEED     a whole number; another one gives other cases
  -t SECONDS  for one run, 1 to 60; also in the variable YUTOMOK_SECONDS (2)
  -T SECONDS  for all runs, 1 to 3600 (120)
  -u URL      the server; also in the variable YUTOMOK_URL (http://localhost:8080)
  -h          print this

Exit status: 0 all cases are right, 1 one is not, 2 they could not be run.' \
        '사용법: stress.sh [옵션...] yut|omok 명령 [인자...]
어려운 입력으로 프로그램을 실행하고, 처음으로 틀린 입력을 보여 준다.

  -n 개수   입력의 개수, 1~100 (40)
  -s 시드   정수. 다른 수를 주면 다른 입력이 나온다
  -t 초     한 번 실행하는 시간, 1~60. 환경 변수 YUTOMOK_SECONDS로도 정할 수 있다 (2)
  -T 초     모두 실행하는 시간, 1~3600 (120)
  -u URL    서버. 환경 변수 YUTOMOK_URL로도 정할 수 있다 (http://localhost:8080)
  -h        이 도움말

종료 코드: 0 모두 맞았다, 1 틀린 입력이 있다, 2 실행하지 못했다.'
}

# misused ENGLISH KOREAN
misused() {
    {
        say "$1" "$2"
        usage
    } >&2
    exit 2
}

# --- options

# Without leading zeros, which arithmetic would take for octal.
is_number() {
    case $1 in
    '' | *[!0-9]* | 0?*) return 1 ;;
    esac
    [ "${#1}" -le 18 ]
}

# expect_number OPTION VALUE FROM TO
expect_number() {
    if is_number "$2" && [ "$2" -ge "$3" ] && [ "$2" -le "$4" ]; then return; fi
    misused "-$1 takes a number from $3 to $4, not \"$2\"" "-$1 옵션은 $3부터 $4까지의 수를 받는다: \"$2\""
}

# take_option LETTER VALUE
take_option() {
    case $1 in
    n) expect_number n "$2" 1 100 && count=$2 ;;
    s) expect_number s "$2" 0 999999999999999999 && seed=$2 ;;
    t) expect_number t "$2" 1 60 && run_seconds=$2 ;;
    T) expect_number T "$2" 1 3600 && total_seconds=$2 ;;
    u) url=$2 ;;
    h) usage && exit 0 ;;
    :) misused "-$2 wants a value" "-$2 옵션에 값이 없다" ;;
    *) misused "There is no option -$2" "-$2 옵션은 없다" ;;
    esac
}

# take_game_and_command GAME COMMAND...
take_game_and_command() {
    [ $# -ge 1 ] || misused 'Which game, and which command?' '게임과 명령이 없다'
    case $1 in
    yut | omok) game=$1 ;;
    *) misused "There is no game \"$1\"" "\"$1\"이라는 게임은 없다" ;;
    esac
    [ $# -ge 2 ] || misused 'Which command runs your program?' '프로그램을 실행하는 명령이 없다'
    command -v "$2" >/dev/null 2>&1 && return
    case $2 in
    */*) ;;
    *) [ ! -x "./$2" ] || trouble "There is no command $2; is it ./$2?" "$2 명령이 없다. 혹시 ./$2?" ;;
    esac
    trouble "There is no command $2, or it may not be executed" "$2 명령이 없거나 실행할 수 없다"
}

# --- the server

# ask FILE PATH [CURL-ARGUMENT...]: puts the answer into a file; what curl complains of is in $folder/complaint.
ask() {
    answer=$1
    asked=$2
    shift 2
    curl -fsS --max-time 20 -o "$answer" "${url%/}$asked" "$@" 2>"$folder/complaint"
}

# split FILE KIND: cuts a text into files 1.KIND, 2.KIND...; fails when it is not made of cases, or of answers.
split() {
    LC_ALL=C awk -v game="$game" -v kind="$2" -v folder="$folder" '
        function starts() {
            if (game == "yut")
                return 1
            return kind == "in" ? NR % 19 == 1 : !in_answer
        }
        /[^0-9 ]/ || /^ *$/ { exit bad = 1 }
        starts() { close(file); file = folder "/" ++n "." kind }
        { print > file; in_answer = NF == 1 && $1 > 0 }
        END { exit bad || n == 0 || (game == "omok" && kind == "in" && NR % 19) }' "$1"
}

get_cases() {
    path_of_cases="/$game/cases?count=$count${seed:+&seed=$seed}"
    if ! ask "$folder/inputs" "$path_of_cases&part=in" -o "$folder/answers" "${url%/}$path_of_cases&part=out" \
        -H 'Accept: text/plain'; then
        complaint=$(head -n 1 "$folder/complaint")
        trouble "No cases from $url: $complaint" "${url}에서 입력을 받지 못했다: $complaint"
    fi
    cases=0
    if split "$folder/inputs" in && split "$folder/answers" out; then
        while [ -e "$folder/$((cases + 1)).in" ] && [ -e "$folder/$((cases + 1)).out" ]; do
            cases=$((cases + 1))
        done
    fi
    [ "$cases" -gt 0 ] || trouble "What $url gives is no cases" "${url}에서 받은 것은 입력이 아니다"
}

# --- runs

# Kills what the program has started. It is its group that is asked for: the number of the program itself may be another
# one's when it has ended.
end_children() {
    kill -s KILL -- "-$program"
} 2>/dev/null

# Kills the program, too. Before it has a group of its own, it is alone.
end_program() {
    end_children || kill -s KILL "$program"
} 2>/dev/null

# Makes new pipes: what is written to 3 can be read from 4, to 8 from 5, and to 9 from 6. Opening a named pipe for one of
# both waits for somebody who opens it for the other, so each is first opened for both, as 7.
open_pipes() {
    rm -f "$folder/done" "$folder/late" "$folder/clock" "$folder/stdout" "$folder/stderr"
    mkfifo "$folder/clock" "$folder/stdout" "$folder/stderr"
    # shellcheck disable=SC2094 # that is what pipes are for
    exec 7<>"$folder/clock" 4<"$folder/clock" 3>"$folder/clock"
    # shellcheck disable=SC2094
    exec 7<>"$folder/stdout" 5<"$folder/stdout" 8>"$folder/stdout"
    # shellcheck disable=SC2094
    exec 7<>"$folder/stderr" 6<"$folder/stderr" 9>"$folder/stderr" 7>&-
}

# start_clock SECONDS: the clock is a process that holds a pipe as long as it goes. So its end can be waited for by
# somebody who need not be sent away: in a shell that has just been forked, a signal may meet the traps of the other one.
start_clock() {
    sleep "$1" >&3 3>&- 4<&- 5<&- 6<&- 8>&- 9>&- &
    clock=$!
    watch_clock >/dev/null 2>&1 &
    watcher=$!
}

stop_clock() {
    : >"$folder/done"
    kill -s KILL "$clock"
    wait "$clock" "$watcher"
    watcher=
} 2>/dev/null

# Ends a run that is late, and, should something have left the program's group and hold its output, the readers.
watch_clock() {
    exec 3>&- 5<&- 6<&- 8>&- 9>&-
    # Nobody writes, so this is the end of the pipe.
    # shellcheck disable=SC2034
    read -r nothing <&4
    [ ! -e "$folder/done" ] || return
    : >"$folder/late"
    end_program
    sleep 1
    [ -e "$folder/done" ] || kill "$reader" "$error_reader"
}

# run_program SECONDS INPUT COMMAND...: leaves its output in $folder/output, the end of stderr in $folder/errors, and
# sets exit_status; the file $folder/late is there when time has run out. Output goes through pipes, so that there is
# never more of it on the disk than is read.
run_program() {
    seconds=$1
    input=$2
    shift 2
    open_pipes
    head -c $((output_bytes + 1)) <&5 >"$folder/output" 3>&- 4<&- 5<&- 6<&- 8>&- 9>&- &
    reader=$!
    tail -c "$error_bytes" <&6 >"$folder/errors" 3>&- 4<&- 5<&- 6<&- 8>&- 9>&- &
    error_reader=$!
    exec 5<&- 6<&-
    start_program "$@"
    exec 8>&- 9>&-
    start_clock "$seconds"
    exec 3>&- 4<&-
    wait "$program"
    exit_status=$?
    end_children
    wait "$reader" "$error_reader"
    program=
    stop_clock
} 2>/dev/null

# In a process group of its own, so that it can be killed with its children: by setsid where there is one, else by job
# control, which some shells want a terminal for.
start_program() {
    if command -v setsid >/dev/null; then
        own_group=setsid
    else
        own_group=
        set -m
    fi
    # shellcheck disable=SC2086 # that is a word or none
    { exec $own_group "$@"; } <"$input" >&8 2>&9 3>&- 4<&- 8>&- 9>&- &
    program=$!
    set +m
}

# limit_time: sets limit to what the next run may take; fails when there is no time left.
limit_time() {
    limit=$((deadline - $(date +%s)))
    [ "$limit" -ge 1 ] || return 1
    [ "$limit" -le "$run_seconds" ] || limit=$run_seconds
}

# bring_deadline_to SECONDS: from now, if it is not nearer already.
bring_deadline_to() {
    sooner=$(($(date +%s) + $1))
    [ "$deadline" -le "$sooner" ] || deadline=$sooner
}

# run_case NUMBER COMMAND...: runs it, and sets verdict: right, wrong, unfinished (all time is over), or what else is
# wrong with it.
run_case() {
    number=$1
    shift
    verdict=unfinished
    limit_time || return
    run_program "$limit" "$folder/$number.in" "$@"
    judge
}

judge() {
    if [ "$exit_status" -eq 0 ] && [ ! -e "$folder/late" ]; then
        judge_output
    elif [ $(($(wc -c <"$folder/output"))) -gt "$output_bytes" ]; then
        verdict=endless
    elif [ -e "$folder/late" ]; then
        [ "$limit" -lt "$run_seconds" ] || verdict=late
    elif [ "$exit_status" -eq 126 ] || [ "$exit_status" -eq 127 ]; then
        verdict=not-started
    else
        verdict=crashed
    fi
}

# Sets verdict, and words to the numbers of a wrong answer. White space at the ends of lines and blank lines at the end
# do not count. In omok 0 stands alone, and a winner has a row and a column.
judge_output() {
    verdict=$(LC_ALL=C awk -v game="$game" -v most="$output_bytes" '
        FNR == 1 { file++ }
        { size[file] += length($0) + 1; sub(/[ \t\r\f\v]+$/, "") }
        $0 == "" { blank[file]++; next }
        {
            for (; blank[file] > 0; blank[file]--)
                text[file] = text[file] "\n"
            text[file] = text[file] $0 "\n"
            for (i = 1; i <= NF; i++)
                words[file] = words[file] " " $i
        }
        function is_answer(n, i, word) {
            n = split(words[2], word)
            for (i = 1; i <= n; i++)
                if (word[i] !~ /^-?(0|[1-9][0-9]*)$/)
                    return 0
            if (game == "yut")
                return n == 1
            return word[1] == "0" ? n == 1 : n == 3
        }
        END {
            if (size[2] > most) print "endless"
            else if (text[2] == text[1]) print "right"
            else if (words[2] == "") print "silent"
            else if (words[2] == words[1]) print "misplaced"
            else if (is_answer()) print "wrong" words[2]
            else print "malformed"
        }' "$folder/$number.out" "$folder/output")
    words=${verdict#wrong}
    verdict=${verdict%% *}
}

# --- mistakes

# The rows of a board, or the dice, as an array in JSON.
input_as_json() {
    case $game in
    yut) printf '[%s]' "$(tr ' ' ',' <"$1")" ;;
    omok) printf '[%s]' "$(sed 's/ //g; s/.*/"&"/' "$1" | paste -s -d , -)" ;;
    esac
}

# claim_as_json INPUT WORD...
claim_as_json() {
    input=$(input_as_json "$1")
    case $game-$# in
    yut-*) printf '{"dice":%s,"answer":%s}' "$input" "$2" ;;
    omok-2) printf '{"board":%s,"answer":{"winner":0}}' "$input" ;;
    *) printf '{"board":%s,"answer":{"winner":%s,"row":%s,"col":%s}}' "$input" "$2" "$3" "$4" ;;
    esac
}

# list_mistakes FILE MEMBER: of all mistakes in a JSON document, one a line, the id and the text of a member.
list_mistakes() {
    { cat "$1" && echo; } | tr '{' '\n' | LC_ALL=C sed -n 's/^"id":"\([a-z0-9-]*\)".*"'"$2"'":"\([^"]*\)".*/\1 \2/p'
}

# Puts the ids of the mistakes that give this answer to this case into $folder/ids, and adds their texts to
# $folder/texts.
check_answer() {
    # shellcheck disable=SC2086 # one argument a word
    claim_as_json "$folder/$number.in" $words >"$folder/claim"
    ask "$folder/checked" "/$game/check" --data-binary "@$folder/claim" || : >"$folder/checked"
    list_mistakes "$folder/checked" explanation >>"$folder/texts"
    list_mistakes "$folder/checked" explanation | sed 's/ .*//' >"$folder/ids"
}

# The ids of the mistakes that this case exposes.
list_exposed() {
    sed -n "$1"'{ s/.*"exposes":\[//; s/\].*//; p; }' "$folder/cases" | tr -d '"' | tr ',' '\n'
}

# suspect IDS [-v]: of the suspects only those in a file stay, or those that are not in there; but they never all go:
# somebody who makes two mistakes gives answers that no single one explains.
suspect() {
    grep -Fx ${2+"$2"} -f "$1" "$folder/suspects" >"$folder/left" && mv "$folder/left" "$folder/suspects"
}

# One wrong answer may have several explanations: what the program makes of the other cases tells between them.
find_suspects() {
    check_answer
    cp "$folder/ids" "$folder/suspects"
    has_many_suspects || return
    ask "$folder/cases" "$path_of_cases" -H 'Accept: application/x-ndjson' || return
    bring_deadline_to 5
    passed=$((number - 1))
    while [ "$passed" -gt 0 ]; do
        list_exposed "$passed" >"$folder/ids"
        suspect "$folder/ids" -v
        passed=$((passed - 1))
    done
    while has_many_suspects && [ "$number" -lt "$cases" ]; do
        run_case $((number + 1)) "$@"
        case $verdict in
        right) list_exposed "$number" >"$folder/ids" && suspect "$folder/ids" -v ;;
        wrong) check_answer && suspect "$folder/ids" ;;
        *) return ;;
        esac
    done
}

has_many_suspects() {
    [ $(($(wc -l <"$folder/suspects"))) -gt 1 ]
}

tell_mistakes() {
    if [ ! -s "$folder/suspects" ]; then
        say 'No known mistake gives this answer.' '이 답을 내는 알려진 실수가 없다.'
        return
    fi
    if [ "$korean" = yes ] && ask "$folder/mistakes" /mistakes; then
        list_mistakes "$folder/mistakes" explanation_ko >"$folder/texts"
    fi
    english='Likely mistake:' hangul='짐작되는 실수:'
    while read -r id; do
        text=$(sed -n "s/^$id //p" "$folder/texts" | head -n 1)
        say "$english $text." "$hangul $text."
        english='Or:' hangul='또는:'
    done <"$folder/suspects"
}

# --- what is told

# Without what a terminal would obey: control characters, those of two bytes in UTF-8 as well.
printable() {
    LC_ALL=C tr -cd '\11\12\40-\176\200-\377' |
        LC_ALL=C sed "s/$(printf '\302')[$(printf '\200')-$(printf '\237')]//g"
}

# show ENGLISH KOREAN FILE: a heading, and the beginning of a file.
show() {
    echo
    say "$1" "$2"
    if [ -s "$3" ]; then
        printable <"$3" | LC_ALL=C awk '
            NR > 25 { print "..."; exit }
            length($0) > 200 { $0 = substr($0, 1, 200) "..." }
            { print }'
    else
        say '(nothing)' '(없음)'
    fi
}

# What the program has done to this case, as the end of a sentence.
tell_verdict() {
    case $verdict in
    endless) say 'your program prints too much' '출력이 너무 많다' ;;
    late) say "your program has not ended after $run_seconds s" "${run_seconds}초가 지나도 끝나지 않는다" ;;
    crashed) tell_crash ;;
    silent) say 'your program prints nothing' '아무것도 출력하지 않는다' ;;
    misplaced) say 'the numbers are right, but not the spaces and lines' '수는 맞지만 공백이나 줄 바꿈이 다르다' ;;
    malformed) tell_form ;;
    wrong) say 'the answer is wrong' '답이 틀렸다' ;;
    esac
}

tell_crash() {
    signal=$((exit_status - 128))
    [ "$exit_status" -le 256 ] || signal=$((exit_status - 256)) # the Korn shell's way
    name=
    [ "$signal" -gt 0 ] && [ "$signal" -le 31 ] && name=$(kill -l "$signal" 2>/dev/null)
    case ${name#SIG} in
    '') say "your program ends with exit status $exit_status, not 0" "종료 코드가 0이 아니라 ${exit_status}이다" ;;
    ABRT) tell_signal 'aborted' '중단' ;;
    BUS) tell_signal 'bus error' '버스 오류' ;;
    FPE) tell_signal 'arithmetic error, such as a division by zero' '0으로 나누기 같은 산술 오류' ;;
    ILL) tell_signal 'illegal instruction' '잘못된 명령어' ;;
    SEGV) tell_signal 'segmentation fault' '잘못된 메모리 접근' ;;
    *) tell_signal "SIG${name#SIG}" "SIG${name#SIG}" ;;
    esac
}

tell_signal() {
    say "your program is killed by signal $signal ($1)" "${signal}번 시그널로 죽는다($2)"
}

tell_form() {
    case $game in
    yut) say 'that is no answer, which is one number' '답은 수 하나여야 한다' ;;
    omok) say 'that is no answer, which is 0 alone, or 1 or 2 and on the next line a row and a column' \
        '답은 0이거나, 1 또는 2와 그다음 줄의 가로줄 번호, 세로줄 번호여야 한다' ;;
    esac
}

tell_more() {
    echo
    case $game in
    yut) say 'The best moves:' '가장 좋은 이동:' ;;
    omok) say 'All lines of this board:' '이 판의 모든 줄:' ;;
    esac
    printf "curl -s '%s' -d '%s'\n" "${url%/}/$game?explain=true" "$(input_as_json "$1")"
}

# report COMMAND...: tells all about the case that has failed. Finding suspects runs others, so it is the last to be
# told, and the program's output is put aside.
report() {
    failed=$number
    said=$(tell_verdict)
    mv "$folder/output" "$folder/said"
    say "Case $failed of $cases: $said." "${cases}개 가운데 ${failed}번째: $said."
    printf '\n%s\n' "$(say 'Input:' '입력:' && cat "$folder/$failed.in")"
    printf '\n%s\n' "$(say 'Expected:' '정답:' && cat "$folder/$failed.out")"
    show 'Your program:' '프로그램의 출력:' "$folder/said"
    [ ! -s "$folder/errors" ] || show 'Its standard error:' '표준 오류:' "$folder/errors"
    if [ "$verdict" = wrong ]; then
        echo
        find_suspects "$@"
        tell_mistakes
    fi
    tell_more "$folder/$failed.in"
    exit 1
}

not_started() {
    trouble "$1 can't be executed: $(cat "$folder/errors")" "$1 명령을 실행할 수 없다: $(cat "$folder/errors")"
}

unfinished() {
    trouble "$total_seconds s are over: $((number - 1)) of $cases cases are right, the others have not been run." \
        "${total_seconds}초가 지났다. ${cases}개 가운데 $((number - 1))개가 맞았고, 나머지는 실행하지 않았다."
}

# --- from start to end

# leave STATUS: when a signal says so. Whoever is impatient sends another one.
# shellcheck disable=SC2317 # a trap calls it, as the next one
leave() {
    trap '' HUP INT PIPE TERM
    exit "$1"
}

# shellcheck disable=SC2317
clear_away() {
    [ -z "$program" ] || end_program
    [ -z "$watcher" ] || stop_clock
    [ -z "$folder" ] || rm -rf "$folder"
}

prepare() {
    command -v curl >/dev/null || trouble 'curl is missing' 'curl이 없다'
    trap clear_away EXIT
    trap 'leave 129' HUP
    trap 'leave 130' INT
    trap 'leave 141' PIPE
    trap 'leave 143' TERM
    folder=$(mktemp -d) || exit 2
}

# run_all COMMAND...
run_all() {
    deadline=$(($(date +%s) + total_seconds))
    number=0
    while [ "$number" -lt "$cases" ]; do
        run_case $((number + 1)) "$@"
        case $verdict in
        right) ;;
        not-started) not_started "$1" ;;
        unfinished) unfinished ;;
        *) report "$@" ;;
        esac
    done
    say "All $cases cases right." "${cases}개 모두 맞았다."
}

main() {
    [ -z "${YUTOMOK_SECONDS:-}" ] || take_option t "$YUTOMOK_SECONDS"
    while getopts :n:s:t:T:u:h option; do
        take_option "$option" "${OPTARG-}"
    done
    shift $((OPTIND - 1))
    take_game_and_command "$@"
    shift
    prepare
    get_cases
    run_all "$@"
    exit 0
}

main "$@" </dev/null
