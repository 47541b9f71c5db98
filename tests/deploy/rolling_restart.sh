#!/usr/bin/env bash
# Drives requests through HAProxy, set up by deploy/haproxy.cfg, to three instances, and restarts these one after the
# other all the while. Fails when a single request fails or has a wrong answer. Everything is on 127.0.0.1.
#
#   tests/deploy/rolling_restart.sh [SECONDS]    (60; the program is build/yutomok, or YUTOMOK in the environment)
set -euo pipefail
seconds=${1:-60}
root=$(cd "${BASH_SOURCE[0]%/*}/../.." && pwd)
yutomok=${YUTOMOK:-$root/build/yutomok}
unset PORT "${!YUTOMOK_@}"

work=$(mktemp -d)
declare -a pids=() ports=()
haproxy_pid='' wrk_pid=''

# shellcheck disable=SC2317,SC2329 # called by the trap
clean_up() {
  local pid
  for pid in $wrk_pid $haproxy_pid "${pids[@]}"; do
    kill -KILL "$pid" 2>/dev/null || true
  done
  wait 2>/dev/null
  rm -rf "$work"
}
trap clean_up EXIT

fail() {
  printf '%s\n' "$@" >&2
  exit 1
}

# until_true SECONDS COMMAND...
until_true() {
  local deadline=$((SECONDS + $1 + 1))
  until "${@:2}"; do
    ((SECONDS < deadline)) || fail "Waited $1 s in vain for: ${*:2}"
    sleep 0.05
  done
}

# start_instance N PORT: starts it, and waits until it is ready. Sets pids[N] and ports[N].
start_instance() {
  local log=$work/yutomok$1.log
  : >"$log"
  "$yutomok" --host 127.0.0.1 --port "$2" --threads 1 --drain-delay 2 --idle-timeout 120 2>"$log" &
  pids[$1]=$!
  until_true 5 grep -q '"event":"ready"' "$log"
  ports[$1]=$(sed -n 's/.*"event":"ready".*"port":\([0-9]*\).*/\1/p' "$log")
}

restart_instance() {
  local pid=${pids[$1]} status=0
  kill -TERM "$pid"
  wait "$pid" || status=$?
  ((status == 0)) || fail "Instance $1 ended with exit status $status:" "$(<"$work/yutomok$1.log")"
  start_instance "$1" "${ports[$1]}"
}

is_closed() {
  ! (: <"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

# A port where nothing listens.
free_port() {
  local port
  while port=$((RANDOM % 20000 + 10000)); ! is_closed "$port"; do :; done
  echo "$port"
}

is_answered() {
  curl -sf -m 1 -o "$work/answer" "127.0.0.1:$1/readyz"
}

start_haproxy() {
  haproxy_port=$(free_port)
  sed -e "s/bind :8080/bind 127.0.0.1:$haproxy_port/" \
    -e "s/yutomok1:8080/127.0.0.1:${ports[1]}/" \
    -e "s/yutomok2:8080/127.0.0.1:${ports[2]}/" \
    -e "s/yutomok3:8080/127.0.0.1:${ports[3]}/" "$root/deploy/haproxy.cfg" >"$work/haproxy.cfg"
  haproxy -db -f "$work/haproxy.cfg" >"$work/haproxy.log" 2>&1 &
  haproxy_pid=$!
  until_true 5 is_answered "$haproxy_port"
}

# Single cases, and every 20th request a batch of 44 KB, which HAProxy can't hold and so can't repeat.
cat >"$work/requests.lua" <<'LUA'
local threads, number = {}, 0
wrong = 0

function setup(thread)
  table.insert(threads, thread)
end

local dice = "[1,2,3,4,1,2,3,4,1,2]\n"
local row = '"0000000000000000000",'
local board = "[" .. row:rep(2) .. '"0111110000000000000",' .. row:rep(16):sub(1, -2) .. "]"
local answer = '{"max_score":190}'
local score, winner, scores = answer, '{"winner":1,"row":3,"col":2}', (answer .. "\n"):rep(2000)
local json, ndjson = {["Content-Type"] = "application/json"}, {["Content-Type"] = "application/x-ndjson"}
local one_case, one_board, many_cases

function init()
  one_case = wrk.format("POST", "/yut", json, dice)
  one_board = wrk.format("POST", "/omok", json, board)
  many_cases = wrk.format("POST", "/yut", ndjson, dice:rep(2000))
end

function request()
  number = number + 1
  if number % 20 == 0 then return many_cases end
  return number % 2 == 0 and one_board or one_case
end

function response(status, headers, body)
  if status == 200 and body ~= score and body ~= winner and body ~= scores then wrong = wrong + 1 end
end

function done()
  local total = 0
  for _, thread in ipairs(threads) do total = total + thread:get("wrong") end
  print("Wrong answers: " .. total)
end
LUA

for tool in haproxy wrk curl; do
  command -v "$tool" >/dev/null || fail "$tool is missing"
done
for n in 1 2 3; do
  start_instance "$n" 0
done
start_haproxy

wrk -t 1 -c 16 -d "${seconds}s" --timeout 10s -s "$work/requests.lua" "http://127.0.0.1:$haproxy_port" \
  >"$work/wrk.txt" 2>&1 &
wrk_pid=$!
sleep 1
restarts=0
while kill -0 "$wrk_pid" 2>/dev/null; do
  restart_instance $((restarts % 3 + 1))
  restarts=$((restarts + 1))
  # HAProxy asks every half a second.
  sleep 1.5
done
wait "$wrk_pid" || fail "wrk failed:" "$(<"$work/wrk.txt")"
wrk_pid=''

requests=$(sed -n 's/^ *\([0-9]*\) requests in .*/\1/p' "$work/wrk.txt")
# A line of a request has its number of tries as the last of five figures: 9/9/0/0/+1.
repeated=$(grep -cE ' [0-9]+/[0-9]+/[0-9]+/[0-9]+/\+?[1-9][0-9]* ' "$work/haproxy.log") || true
grep -q '^Wrong answers: 0$' "$work/wrk.txt" || fail "There are wrong answers:" "$(<"$work/wrk.txt")"
if grep -qE 'Socket errors|Non-2xx' "$work/wrk.txt"; then
  fail "Requests failed:" "$(<"$work/wrk.txt")" "The end of HAProxy's log:" "$(tail -20 "$work/haproxy.log")"
fi
((requests > 0)) || fail "There were no requests:" "$(<"$work/wrk.txt")"
((restarts > 3)) || fail "Only $restarts restarts in $seconds s: not each instance was away while requests came"
echo "$requests requests in $seconds s, none lost, none wrong; $restarts restarts; HAProxy repeated $repeated requests"
