#!/usr/bin/env bats
# README.md says what is so: every command in its console blocks is run, and prints what stands below it.
# shellcheck disable=SC2154 # what is unknown here comes from the helper

load helper

# The first command on the page starts the server that the others talk to; only its port is another one.
setup_file() {
    blocks >"$BATS_FILE_TMPDIR/commands"
    [[ $(head -n 1 "$BATS_FILE_TMPDIR/commands") == 'make run' ]]
    server_log=$BATS_FILE_TMPDIR/make-run
    (cd "$root" && YUTOMOK_PORT=0 exec setsid make run) >"$server_log" 2>&1 3>&- 4>&- &
    server_pid=$!
    wait_for_log ready 120 || {
        show_log
        return 1
    }
    port=$(sed -n 's/.*"event":"ready".*"port":\([0-9]*\).*/\1/p' "$server_log")
    # What stress.sh asks, and its patience on a busy machine; nothing else knows these variables.
    export YUTOMOK_URL=http://localhost:$port YUTOMOK_SECONDS=30
    export server_pid server_log port
}

# The server is a child of make: both are ended.
teardown_file() {
    kill -TERM -- "-$server_pid"
    wait "$server_pid" || true
    grep -q '"event":"stop"' "$server_log"
}

# The commands of all console blocks, one a line.
blocks() {
    # shellcheck disable=SC2016
    sed -n '/^```console$/,/^```$/s/^\$ //p' "$root/README.md"
}

# output_of N: what the page shows below its Nth command.
output_of() {
    awk -v wanted="$1" '
        /^```console$/ { inside = 1; next }
        /^```$/ { inside = 0; printing = 0; next }
        inside && /^\$ / { printing = ++n == wanted; next }
        printing' "$root/README.md"
}

# The command as it is run here: the page has the default port, and the program where plain make builds it.
adapted() {
    local command=${1//localhost:8080/localhost:$port}
    printf '%s\n' "${command//build\/yutomok/$YUTOMOK}"
}

@test "every command prints what the page shows" {
    local n=0 ran=0 command
    while IFS= read -r command; do
        n=$((n + 1))
        # The first has started the server; the other is what runs this test.
        [[ $command != 'make run' && $command != 'make test' ]] || continue
        expect_equal "$(cd "$root" && bash -c "$(adapted "$command")")" "$(adapted "$(output_of "$n")")" "$command"
        ran=$((ran + 1))
    done <"$BATS_FILE_TMPDIR/commands"
    ((ran >= 8))
}

@test "the first screen holds one command, one request and its answer" {
    local screen
    screen=$(head -n 20 "$root/README.md")
    # shellcheck disable=SC2016
    [[ $screen == *'$ make run'*'$ curl -d '*'{"max_score":190}'* ]]
}

@test "the files that the page links to are there" {
    local file
    while IFS= read -r file; do
        [[ -e $root/$file ]] || {
            echo "There is no $file"
            return 1
        }
    done < <(grep -o '](\([^)h][^)]*\))' "$root/README.md" | sed 's/](\(.*\))/\1/')
}

@test "--help is shown as it is" {
    expect_equal "$("$YUTOMOK" --help)" "$(sed -n '/^Usage: yutomok/,/^```$/p' "$root/README.md" | sed '$d')"
}
