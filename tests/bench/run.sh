#!/usr/bin/env bash
# Measures yutomok against other servers, side by side in one run: A B A B, medians. Prints tables of server CPU time
# (all threads, from /proc) and throughput. Nothing here passes or fails.
#   run.sh BUILD_DIRECTORY
# Environment: ROUNDS (15), SECONDS_EACH (1), CONNECTIONS (128). Rounds are short, and each goes through everything, as a
# shared machine changes its speed within a minute.
set -euo pipefail
build=$1
here=$(dirname "$0")
rounds=${ROUNDS:-15} seconds=${SECONDS_EACH:-1} connections=${CONNECTIONS:-128}
work=$(mktemp -d)
declare -A pid port
trap 'kill "${pid[@]}" 2>/dev/null || true; wait; rm -rf "$work"' EXIT

# Starts a server that prints {"port":N} somewhere in its first lines of output.
start() { # NAME COMMAND...
  local name=$1 tries
  shift
  "$@" >"$work/$name.log" 2>&1 &
  pid[$name]=$!
  for tries in $(seq 1000); do
    port[$name]=$(sed -n 's/.*"port":\([0-9]*\).*/\1/p' "$work/$name.log" | head -n 1)
    [ -z "${port[$name]}" ] || return 0
    sleep 0.005
  done
  echo "$name did not start after $tries tries" >&2
  cat "$work/$name.log" >&2
  return 1
}

start_nginx() {
  local free
  free=$(node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})')
  cat >"$work/nginx.conf" <<CONF
daemon off;
worker_processes $(nproc);
pid $work/nginx.pid;
error_log $work/nginx.error;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path $work/nginx.body;
  proxy_temp_path $work/nginx.proxy;
  fastcgi_temp_path $work/nginx.fastcgi;
  uwsgi_temp_path $work/nginx.uwsgi;
  scgi_temp_path $work/nginx.scgi;
  keepalive_requests 1000000000;
  server {
    listen 127.0.0.1:$free;
    location / { default_type application/json; return 200 '{"max_score":190}'; }
  }
}
CONF
  start nginx sh -c "echo '{\"port\":$free}'; exec nginx -c '$work/nginx.conf'"
  sleep 0.3
}

# CPU time of a process and its children in nanoseconds, all threads.
cpu() { # NAME
  local processes
  processes="${pid[$1]} $(cat "/proc/${pid[$1]}/task/${pid[$1]}/children")"
  # shellcheck disable=SC2086
  for process in $processes; do cat /proc/"$process"/task/*/schedstat; done | awk '{ sum += $1 } END { printf "%.0f\n", sum }'
}

# Drives a server with one thread of wrk for each core: one alone is slower than the servers where cores are fast.
load() { # NAME PATH BODY TYPE SECONDS
  local threads
  threads=$(nproc)
  [ "$threads" -le "$connections" ] || threads=$connections
  BODY=$3 CONTENT_TYPE=$4 wrk -t"$threads" -c"$connections" -d"${5}s" -s "$here/post.lua" "http://127.0.0.1:${port[$1]}$2"
}

# One measurement: CPU microseconds a request, and requests a second.
measure() { # NAME PATH BODY TYPE
  local before after result
  before=$(cpu "$1")
  result=$(load "$1" "$2" "$3" "$4" "$seconds")
  after=$(cpu "$1")
  if grep -q 'Non-2xx' <<<"$result"; then
    echo "$1 $2: $(grep Non-2xx <<<"$result")" >&2
  fi
  awk -v cpu=$((after - before)) '/requests in/ { n = $1 } /Requests\/sec/ { r = $2 } END { printf "%.3f %.0f\n", cpu / n / 1000, r }' <<<"$result"
}

median() {
  sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

print_row() { # LABEL MEASUREMENTS
  printf '%-26s %12s %14s\n' "$1" "$(cut -d' ' -f1 "$2" | median)" "$(cut -d' ' -f2 "$2" | median)"
}

# Rows of the first table: name, server, path, body, type.
rows=(
  "yutomok /yut|yutomok|/yut|yut.json|application/json"
  "bare libmicrohttpd|bare|/|yut.json|application/json"
  "nginx, constant|nginx|/|yut.json|application/json"
  "Node, table|node|/|yut.json|application/json"
  "yutomok /omok arrays|yutomok|/omok|omok.json|application/json"
  "bare, cJSON parses|parse|/|omok.json|application/json"
  "yutomok /omok digit rows|yutomok|/omok|omok-digits.json|application/json"
  "yutomok /yut explained|yutomok|/yut?explain=true|yut.json|application/json"
  "yutomok /omok explained|yutomok|/omok?explain=true|omok.json|application/json"
  "yutomok /yut/moves|yutomok|/yut/moves|moves.json|application/json"
)

single_requests() {
  local name server path body type i
  for _ in $(seq "$rounds"); do
    for i in "${!rows[@]}"; do
      IFS='|' read -r name server path body type <<<"${rows[$i]}"
      measure "$server" "$path" "$work/$body" "$type" >>"$work/row.$i"
    done
  done
  printf '\n%-26s %12s %14s   (medians of %s rounds, %s connections)\n' 'one case a request' 'CPU us/req' 'requests/s' "$rounds" "$connections"
  for i in "${!rows[@]}"; do print_row "${rows[$i]%%|*}" "$work/row.$i"; done
}

ratio() { # LABEL FIELD ROW ROW LIMIT
  awk -v a="$(cut -d' ' -f"$2" "$work/row.$3" | median)" -v b="$(cut -d' ' -f"$2" "$work/row.$4" | median)" \
    -v label="$1" -v limit="$5" 'BEGIN { printf "%-52s %6.2f   (goal: %s)\n", label, a / b, limit }'
}

ratios() {
  echo
  ratio 'CPU of /yut / bare libmicrohttpd' 1 0 1 'at most 1.15'
  ratio 'CPU of /omok arrays / bare that parses with cJSON' 1 4 5 'at most 1.15'
  ratio 'throughput of /yut / nginx constant' 2 0 2 'at least 0.9'
  ratio 'throughput of /yut / Node' 2 0 3 'at least 2.5'
}

# Rows of the table of batches: name, path, file, type, lines a case, goal.
batch_rows=(
  "yut-ndjson|/yut|yut.ndjson|application/x-ndjson|1|1000000"
  "yut-text|/yut|yut.txt|text/plain|1|15000000"
  "omok-text|/omok|omok.txt|text/plain|19|1500000"
  "omok-rows-text|/omok|omok-rows.txt|text/plain|19|-"
  "omok-ndjson|/omok|omok.ndjson|application/x-ndjson|1|500000"
)

send_batch() { # NAME PATH FILE TYPE
  curl -sS -o "$work/answer" -H "Content-Type: $4" -H 'Expect:' --data-binary @"$work/$3" "http://127.0.0.1:${port[$1]}$2"
}

batches() {
  local name path file type lines goal i before
  for _ in $(seq "$rounds"); do
    for i in "${!batch_rows[@]}"; do
      IFS='|' read -r name path file type lines goal <<<"${batch_rows[$i]}"
      before=$(cpu yutomok)
      send_batch yutomok "$path" "$file" "$type"
      echo $(($(cpu yutomok) - before)) >>"$work/batch.$i"
    done
  done
  printf '\n%-26s %14s\n' 'batches' 'cases/CPU s'
  for i in "${!batch_rows[@]}"; do
    IFS='|' read -r name path file type lines goal <<<"${batch_rows[$i]}"
    median <"$work/batch.$i" | awk -v name="$name" -v cases=$(($(wc -l <"$work/$file") / lines)) -v goal="$goal" \
      '{ printf "%-26s %14.0f   (goal: %s)\n", name, cases * 1e9 / $1, goal }'
  done
}

make_bodies() {
  echo '{"dice":[1,2,3,4,1,2,3,4,1,2]}' | tr -d '\n' >"$work/yut.json"
  echo '{"pieces":[0,3,5,31],"dice":[3],"turns":7}' >"$work/moves.json"
  node "$here/bodies.js" "$work"
}

# Resident memory in KiB.
resident() { # NAME
  awk '/^VmRSS/ { print $2 }' "/proc/${pid[$1]}/status"
}

# Start to ready, as a client sees it; and memory at rest, and what a million requests add to it. Warm is what a few loads
# leave, each with connections of its own, which fall on the threads by chance.
start_and_memory() {
  local at_rest warm after
  printf '\nstart to ready %42s ms   (goal: at most 50)\n' "$(node "$here/start.js" "$build/yutomok")"
  start fresh "$build/yutomok" --port 0
  at_rest=$(resident fresh)
  for _ in 1 2 3 4 5; do load fresh /yut "$work/yut.json" application/json 1 >/dev/null; done
  warm=$(resident fresh)
  load fresh /yut "$work/yut.json" application/json 25 | awk '/requests in/ { printf "%s requests: ", $1 }'
  after=$(resident fresh)
  printf 'resident memory at rest %d KiB, warm %d KiB, after them %d KiB\n' "$at_rest" "$warm" "$after"
  # The first batch reads all over the table of scores, which is memory from then on; its answers are too many to be kept.
  send_batch fresh /yut yut.ndjson application/x-ndjson
  warm=$(resident fresh)
  echo 5 >"/proc/${pid[fresh]}/clear_refs" # forget the peak
  send_batch fresh /yut yut.txt text/plain
  printf 'a batch of %d bytes: %d bytes of answers, and %d KiB besides at the peak\n' "$(stat -c %s "$work/yut.txt")" \
    "$(stat -c %s "$work/answer")" $(($(awk '/^VmHWM/ { print $2 }' "/proc/${pid[fresh]}/status") - warm - $(stat -c %s "$work/answer") / 1024))
}

keep_alive_cost() {
  local counts=(1 10 100 1000) n
  for _ in $(seq "$rounds"); do
    for n in "${counts[@]}"; do
      connections=$n measure yutomok /yut "$work/yut.json" application/json >>"$work/connections.$n"
    done
  done
  printf '\n%-26s %12s %14s\n' '/yut, connections' 'CPU us/req' 'requests/s'
  for n in "${counts[@]}"; do print_row "$n" "$work/connections.$n"; done
}

echo "machine: $(nproc) x $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1)"
make_bodies
start yutomok "$build/yutomok" --port 0
start bare "$build/tests/bench/bare_server"
start parse "$build/tests/bench/bare_server" --parse
start node node "$here/node_server.js" "$build/yut_tables.bin" "$("$build/tests/bench/solvers" --scores-offset)"
start_nginx
single_requests
ratios
keep_alive_cost
start_and_memory
batches
echo
node "$here/whole_space.js" "${port[yutomok]}"
echo
"$build/tests/bench/solvers"
