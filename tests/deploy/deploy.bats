#!/usr/bin/env bats
# What is in deploy/, held against the tools that read it and against the program. A tool that is not installed skips
# its test; DEPLOY_STRICT=1 makes that a failure.
# shellcheck disable=SC2013,SC2016 # words are read where there are no spaces; the dashboard has dollars of its own
# shellcheck disable=SC2030,SC2031,SC2154 # a test is a subshell; what is unknown here comes from the helper

load ../http/helper

deploy=$root/deploy

# wants COMMAND PACKAGE
wants() {
    command -v "$1" >/dev/null && return
    [[ -n ${DEPLOY_STRICT:-} ]] || skip "$1 is missing (Debian's package $2)"
    echo "$1 is missing (Debian's package $2)"
    return 1
}

# The flags that the program has, one a line.
flags() {
    "$YUTOMOK" --help | sed -n 's/^  --\([a-z-]*\) .*/\1/p'
}

# A port where nothing listens.
free_port() {
    local port
    while port=$((RANDOM % 20000 + 10000)) && (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
    echo "$port"
}

# The manual page as a terminal shows it.
show_manual() {
    LC_ALL=C.UTF-8 MANWIDTH=120 MANPAGER=cat man -l "$deploy/yutomok.1" | col -bx
}

# The unit with a program that is there: systemd-analyze looks whether it is.
make_unit() {
    sed "s,^ExecStart=.*,ExecStart=$YUTOMOK," "$deploy/yutomok.service" >"$BATS_TEST_TMPDIR/yutomok.service"
}

# Installs into a folder of the test; sets prefix.
install_into() {
    prefix=$1
    make -s -C "$root" BUILD="${YUTOMOK%/*}" install DESTDIR="$BATS_TEST_TMPDIR/image" PREFIX="$prefix"
}

@test "settings: every variable in deploy/ belongs to a flag" {
    local name variables
    variables=$(flags | tr a-z- A-Z_ | sed 's/^/YUTOMOK_/')$'\nYUTOMOK_PUBLISH'
    for name in $(grep -ohrE 'YUTOMOK_[A-Z_]+' "$deploy" | sort -u); do
        grep -qx "$name" <<<"$variables" || expect_equal "$name" "a variable that the program reads"
    done
}

@test "versions: image and labels have the program's" {
    local version image
    version=$("$YUTOMOK" --version)
    version=${version#yutomok }
    for image in $(grep -ohE 'yutomok:[0-9.]+' "$deploy/kubernetes.yaml" "$deploy/compose.yaml"); do
        expect_equal "$image" "yutomok:$version"
    done
    grep -qF "app.kubernetes.io/version: $version" "$deploy/kubernetes.yaml"
}

@test "haproxy.cfg: HAProxy takes it, and warns of nothing when the names are addresses" {
    wants haproxy haproxy
    haproxy -c -f "$deploy/haproxy.cfg"
    sed 's/yutomok[1-3]:8080/127.0.0.1:8080/' "$deploy/haproxy.cfg" >"$BATS_TEST_TMPDIR/haproxy.cfg"
    # -q: only what is wrong.
    expect_equal "$(haproxy -q -c -f "$BATS_TEST_TMPDIR/haproxy.cfg" 2>&1)" ""
}

@test "haproxy.cfg: cases get through, /metrics does not" {
    wants haproxy haproxy
    local at=$port proxy_pid result=0
    port=$(free_port)
    sed -e "s/bind :8080/bind 127.0.0.1:$port/" -e "s/yutomok[1-3]:8080/127.0.0.1:$at/" "$deploy/haproxy.cfg" \
        >"$BATS_TEST_TMPDIR/haproxy.cfg"
    haproxy -db -f "$BATS_TEST_TMPDIR/haproxy.cfg" >"$BATS_TEST_TMPDIR/haproxy.log" 2>&1 3>&- &
    proxy_pid=$!
    {
        curl -s --retry 50 --retry-connrefused --retry-delay 0 --retry-max-time 5 -o "$BATS_TEST_TMPDIR/ready" \
            "127.0.0.1:$port/readyz" &&
            curl -s -d '[1,2,3,4,1,2,3,4,1,2]' "127.0.0.1:$port/yut" >"$BATS_TEST_TMPDIR/yut" &&
            curl -s -w '%{http_code} %{content_type}' "127.0.0.1:$port/metrics" >"$BATS_TEST_TMPDIR/metrics"
    } || result=$?
    kill "$proxy_pid"
    wait "$proxy_pid" || true
    expect_equal "$result" 0 "Exit status of curl, with $(<"$BATS_TEST_TMPDIR/haproxy.log")"
    expect_equal "$(<"$BATS_TEST_TMPDIR/yut")" '{"max_score":190}'
    expect_equal "$(<"$BATS_TEST_TMPDIR/metrics")" '{"title":"Not Found","status":404}404 application/problem+json'
}

@test "yutomok.service: systemd has nothing to say about it" {
    wants systemd-analyze systemd
    make_unit
    expect_equal "$(systemd-analyze verify --man=no "$BATS_TEST_TMPDIR/yutomok.service" 2>&1)" ""
}

@test "yutomok.service: its exposure is 2.0 or lower" {
    wants systemd-analyze systemd
    systemd-analyze security --offline=yes --no-pager --threshold=20 "$deploy/yutomok.service" |
        tee "$BATS_TEST_TMPDIR/security" | tail -1
    expect_equal "${PIPESTATUS[0]}" 0 "Exit status for $(tail -1 "$BATS_TEST_TMPDIR/security")"
}

@test "yutomok.service: stopping has time for the drain" {
    local timeout drain
    timeout=$(sed -n 's/^TimeoutStopSec=//p' "$deploy/yutomok.service")
    drain=$("$YUTOMOK" --help | sed -n 's/^  --drain-.*(\([0-9]*\))$/\1/p' | paste -sd+)
    ((timeout > drain)) || expect_equal "$timeout" "more than $drain"
}

@test "yutomok.1: man renders it without a warning" {
    wants man man-db
    expect_equal "$(LC_ALL=C.UTF-8 man -l --warnings "$deploy/yutomok.1" 2>&1 >/dev/null)" ""
}

@test "yutomok.1: it has the flags that the program has, no more and no less, and their variables" {
    wants man man-db
    local page flag variable
    page=$(show_manual)
    expect_equal "$(sed -n 's/^ *--\([a-z-]*\).*/\1/p' <<<"$page" | sort -u)" "$(flags | sort -u)" "Flags"
    for flag in $(flags); do
        case $flag in healthcheck | version | help) continue ;; esac
        variable=YUTOMOK_${flag^^}
        grep -qE "^ +${variable//-/_}( |\$)" <<<"$page" || expect_equal "$page" "${variable//-/_} under ENVIRONMENT"
    done
}

@test "yutomok.1: its defaults are those of --help" {
    wants man man-db
    local page flag default paragraph
    page=$(show_manual)
    while read -r flag default; do
        paragraph=$(sed -n "/^ *--$flag /,/^\$/p" <<<"$page" | tr -s ' \n' ' ')
        [[ $paragraph == *"($default)"* ]] || expect_equal "$paragraph" "the default ($default)"
    done < <("$YUTOMOK" --help | sed -n 's/^  --\([a-z-]*\) .*(\([^()]*\))$/\1 \2/p')
}

@test "yutomok.1: it has the paths that the service has" {
    wants man man-db
    local page path
    page=$(show_manual)
    # But for the files that the page is made of.
    for path in $(yq -r '.paths | keys[] | select(test("\\.(css|js)$") | not)' "$root/openapi.yaml"); do
        grep -qE "^ +(GET|POST) $path( |\$)" <<<"$page" || expect_equal "$page" "$path under Endpoints"
    done
}

@test "compose.yaml: docker-compose takes it" {
    local compose=(docker-compose)
    if ! docker-compose version &>/dev/null; then
        docker compose version &>/dev/null || wants docker-compose docker-compose
        compose=(docker compose)
    fi
    "${compose[@]}" -f "$deploy/compose.yaml" config >"$BATS_TEST_TMPDIR/compose.yaml"
    expect_equal "$(yq -r '.services | keys | join(" ")' "$BATS_TEST_TMPDIR/compose.yaml")" \
        "haproxy yutomok1 yutomok2 yutomok3"
    expect_equal "$(yq -c '[.services[] | .read_only] | unique' "$BATS_TEST_TMPDIR/compose.yaml")" "[true]"
    expect_equal "$(yq -c '[.services[] | .container_name] | unique' "$BATS_TEST_TMPDIR/compose.yaml")" "[null]"
}

# The queries of the dashboard as Prometheus gets them, one a line, each behind the labels that its legend shows.
queries() {
    jq -r 'def labels: [match("\\{\\{([a-z_]+)\\}\\}"; "g").captures[0].string];
        .panels[].targets[]? | [(.legendFormat | labels | tojson), .expr] | @tsv' "$deploy/grafana.json" |
        sed 's/\$__rate_interval/5s/g; s/\$instance/.+/g'
}

# All metrics of the server, once it has something to tell. Skips where it has none.
get_metrics() {
    request /metrics
    [[ $status != 404 ]] || skip "/metrics answers 404: there are no metrics yet"
    expect_status 200
    metrics=$answer
}

@test "/metrics: promtool has nothing to say about it" {
    wants promtool prometheus
    get_metrics
    expect_equal "$(promtool check metrics <"$metrics" 2>&1)" ""
}

@test "grafana.json: a dashboard with a data source to choose" {
    jq -e '.schemaVersion >= 36 and (.templating.list | any(.type == "datasource"))' "$deploy/grafana.json"
    jq -e '[.panels[].id] | length == (unique | length)' "$deploy/grafana.json"
    jq -e '[.panels[] | select(.type != "row") | .datasource.uid] | unique == ["${datasource}"]' "$deploy/grafana.json"
}

@test "grafana.json: it shows metrics that the server has, and all that it has of its own" {
    get_metrics
    local name known used
    # A sample of the histogram is one of its metric.
    known=$(sed -n 's/^# TYPE \([a-z_]*\) .*/\1/p' "$metrics")
    used=$(jq -r '.. | .expr?, .query? | strings' "$deploy/grafana.json" |
        grep -oE '\b(yutomok|process)_[a-z_]+' | sort -u)
    for name in $used; do
        grep -qxF "${name%_bucket}" <<<"$known" || expect_equal "$name" "one of the server's metrics"
    done
    for name in $(grep ^yutomok_ <<<"$known"); do
        grep -qE "^${name}(_bucket)?\$" <<<"$used" || expect_equal "$name" "on the dashboard"
    done
}

@test "grafana.json: Prometheus has an answer to every query" {
    wants prometheus prometheus
    get_metrics
    local prometheus_port prometheus_pid deadline labels query unanswered
    printf '{"scrape_configs":[{"job_name":"yutomok","scrape_interval":"1s","static_configs":[{"targets":["%s"]}]}]}' \
        "127.0.0.1:$port" >"$BATS_TEST_TMPDIR/prometheus.yml"
    prometheus_port=$(free_port)
    prometheus --config.file="$BATS_TEST_TMPDIR/prometheus.yml" --storage.tsdb.path="$BATS_TEST_TMPDIR/tsdb" \
        --web.listen-address="127.0.0.1:$prometheus_port" >"$BATS_TEST_TMPDIR/prometheus.log" 2>&1 3>&- &
    prometheus_pid=$!
    deadline=$((SECONDS + 30))
    while
        sleep 1
        curl -s -o "$BATS_TEST_TMPDIR/case" -d '[1,2,3,4,1,2,3,4,1,2]' "$url/yut"
        unanswered=
        while IFS=$'\t' read -r labels query; do
            curl -s -G --data-urlencode "query=$query" "127.0.0.1:$prometheus_port/api/v1/query" |
                jq -e --argjson labels "$labels" \
                    '.data.result | any(.value[1] != "NaN" and (.metric | [has($labels[])] | all))' >/dev/null ||
                unanswered+="$query"$'\n'
        done < <(queries)
        [[ -n $unanswered ]] && ((SECONDS < deadline))
    do :; done
    kill "$prometheus_pid"
    wait "$prometheus_pid" || true
    expect_equal "$unanswered" "" "Queries without an answer, with $(tail -5 "$BATS_TEST_TMPDIR/prometheus.log")"
}

@test "make install: everything is in its place, and the unit starts what was installed" {
    local image=$BATS_TEST_TMPDIR/image
    install_into /usr/local
    "$image/usr/local/bin/yutomok" --version
    cmp "$root/openapi.yaml" "$image/usr/local/share/yutomok/openapi.yaml"
    cmp "$root/clients/stress.sh" "$image/usr/local/share/yutomok/stress.sh"
    cmp "$deploy/yutomok.1" "$image/usr/local/share/man/man1/yutomok.1"
    grep -qx 'ExecStart=/usr/local/bin/yutomok' "$image/usr/local/lib/systemd/system/yutomok.service"
    expect_equal "$(cd "$image" && find . -type f | sort | paste -sd ' ')" \
        "./usr/local/bin/yutomok ./usr/local/lib/systemd/system/yutomok.service ./usr/local/share/man/man1/yutomok.1 \
./usr/local/share/yutomok/openapi.yaml ./usr/local/share/yutomok/stress.sh"
}

@test "make install PREFIX=/usr: the unit is the one in deploy/" {
    install_into /usr
    cmp "$deploy/yutomok.service" "$BATS_TEST_TMPDIR/image/usr/lib/systemd/system/yutomok.service"
}
