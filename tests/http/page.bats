#!/usr/bin/env bats
# GET /: the page for people, and the files that it consists of. What they do in a browser is tested in tests/page.
# shellcheck disable=SC2030,SC2031,SC2154 # a test is a subshell; what is unknown here comes from the helper

load helper

web=$root/src/web

# files: "PATH FILE TYPE" for each file of the page.
files() {
    local file type
    echo "/ index.html text/html"
    for file in "$web"/*.css "$web"/*.js; do
        file=${file##*/}
        type=text/css
        [[ $file == *.css ]] || type=text/javascript
        echo "/$file $file $type"
    done
}

# expect_none PATTERN FILE...
expect_none() {
    expect_equal "$(grep -nE "$1" "${@:2}")" "" "Lines with $1"
}

@test "every file in src/web is there, with its type, byte for byte" {
    local path file type
    while read -r path file type; do
        request "$path"
        expect_status 200
        expect_equal "${fields[content-type]}" "$type; charset=utf-8"
        expect_equal "${fields[x-content-type-options]}" nosniff
        expect_equal "${fields[content-encoding]:-}" ""
        cmp "$answer" "$web/$file"
    done < <(files)
}

@test "compressed, every file is the same" {
    local path file type
    while read -r path file type; do
        request -H 'Accept-Encoding: gzip, deflate, br' "$path"
        expect_status 200
        expect_equal "${fields[content-type]}" "$type; charset=utf-8"
        expect_equal "${fields[content-encoding]}" gzip
        gzip -dc "$answer" | cmp - "$web/$file"
    done < <(files)
}

@test "the page names no file that is not there" {
    local name
    grep -oE '(src|href)="[^":#]+"' "$web/index.html" >"$BATS_TEST_TMPDIR/names"
    while IFS='"' read -r _ name _; do
        request "/$name"
        expect_status 200
    done <"$BATS_TEST_TMPDIR/names"
    [[ -s $BATS_TEST_TMPDIR/names ]]
}

@test "gzip only for those who want it" {
    local field
    for field in 'gzip' 'x-gzip' '*' 'br;q=1, gzip;q=0.001' 'identity;q=0.5, gzip'; do
        request -H "Accept-Encoding: $field" /
        expect_equal "${fields[content-encoding]:-}" gzip "$field"
    done
    for field in 'br' 'gzip;q=0' 'gzip;q=0, *' '*;q=0' 'identity' 'identity, gzip;q=0.5'; do
        request -H "Accept-Encoding: $field" /
        expect_status 200
        expect_equal "${fields[content-encoding]:-}" "" "$field"
    done
    request -H 'Accept-Encoding: gzip' /openapi.yaml
    expect_equal "${fields[content-encoding]:-}${fields[vary]:-}" ""
}

@test "caches are told what an answer depends on" {
    local path encoding
    while read -r path _; do
        for encoding in identity gzip; do
            request -H "Accept-Encoding: $encoding" "$path"
            expect_equal "${fields[vary]}" Accept-Encoding "Vary of $path"
            expect_equal "${fields[cache-control]}" no-cache "Cache-Control of $path"
        done
    done < <(files)
}

@test "ETag: each form has its own, and 304 for who has it" {
    request /
    local plain=${fields[etag]} gzip
    request -H 'Accept-Encoding: gzip' /
    gzip=${fields[etag]}
    [[ $plain == \"*\" && $gzip == \"*\" && $plain != "$gzip" ]]
    request -H "If-None-Match: $plain" /
    expect_status 304
    expect_equal "${fields[vary]}" Accept-Encoding
    expect_equal "${fields[etag]}" "$plain"
    request -H 'Accept-Encoding: gzip' -H "If-None-Match: $gzip" /
    expect_status 304
    expect_equal "${fields[vary]}" Accept-Encoding
    expect_equal "${fields[etag]}" "$gzip"
    expect_equal "${fields[content-encoding]:-}" ""
    request -H "If-None-Match: $gzip" /
    expect_status 200
    request -H 'Accept-Encoding: gzip' -H "If-None-Match: $plain" /
    expect_status 200
    request -H 'Accept-Encoding: gzip' -H "If-None-Match: $plain, W/$gzip" /
    expect_status 304
}

@test "the page may load nothing from elsewhere, nor be framed" {
    local path policy="default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    while read -r path _; do
        request "$path"
        expect_equal "${fields[content-security-policy]}" "$policy" "Policy of $path"
    done < <(files)
    # What the policy forbids is not there, nothing names another host to load from, and no data becomes HTML.
    expect_none '<style|<script[^>]*>[^<]| style=| on[a-z]+=|<iframe|<object|<base' "$web/index.html"
    expect_none '(src|import|url\()[^ ]*https?:' "$web"/*.html "$web"/*.css "$web"/*.js
    expect_none 'innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function' "$web"/*.js
}

@test "HEAD gives the header of GET" {
    local name encoding
    for encoding in identity gzip; do
        request -H "Accept-Encoding: $encoding" /
        declare -A of_get=()
        for name in "${!fields[@]}"; do
            of_get[$name]=${fields[$name]}
        done
        request -I -H "Accept-Encoding: $encoding" /
        expect_status 200
        expect_equal "$size" 0 "Bytes of the body"
        expect_equal "${!fields[*]}" "${!of_get[*]}" "Names of the fields"
        for name in content-type content-length content-encoding etag vary cache-control; do
            expect_equal "${fields[$name]:-}" "${of_get[$name]:-}" "$name"
        done
    done
}

@test "browsers and curl get the page, and those who want something else are told" {
    local field
    for field in 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8' '*/*' 'text/*' \
        'text/html' 'application/json, text/html;q=0.1'; do
        request -H "Accept: $field" /
        expect_status 200
        expect_equal "${fields[content-type]}" 'text/html; charset=utf-8' "$field"
    done
    request -H 'Accept:' /
    expect_status 200
    get '406 not-acceptable' / 'Accept: application/json'
    get '406 not-acceptable' / 'Accept: text/html;q=0, text/plain'
    get '406 not-acceptable' /page.css 'Accept: text/html'
    get '400 bad-query' '/?explain=true'
    row '405 method-not-allowed' application/json '{}' /
    check_rows
    request -X OPTIONS /
    expect_status 204
    expect_equal "${fields[allow]}" 'GET, HEAD, OPTIONS'
}
