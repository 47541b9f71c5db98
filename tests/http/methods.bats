#!/usr/bin/env bats
# HEAD and OPTIONS, which follow from the other methods.
# shellcheck disable=SC2154 # what is unknown here comes from the helper

load helper

@test "HEAD gives the header of GET, without a body" {
    local path name
    for path in / /page.js /yut/board /yut/cases /omok/cases /mistakes /openapi.yaml /healthz /readyz; do
        request "$path"
        expect_status 200
        declare -A of_get=()
        for name in "${!fields[@]}"; do
            of_get[$name]=${fields[$name]}
        done
        request -I "$path"
        expect_status 200
        expect_equal "$size" 0 "Bytes of the body"
        expect_equal "${!fields[*]}" "${!of_get[*]}" "Names of the fields"
        for name in content-type content-length etag cache-control vary; do
            expect_equal "${fields[$name]:-}" "${of_get[$name]:-}" "$name of HEAD $path"
        done
    done
}

@test "HEAD on a path that is not there" {
    request -I /nothing
    expect_status 404
    expect_equal "${fields[content-type]}" application/problem+json
}

@test "after HEAD, the connection goes on with the next answer" {
    raw 'HEAD /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
    expect_status 200
    read_fields "$answer"
    split_raw
    expect '{"status":"ok"}'
}

@test "OPTIONS gives 204 and Allow" {
    local path
    for path in /yut /omok /yut/moves /yut/check /omok/check; do
        request -X OPTIONS "$path"
        expect_status 204
        expect_equal "${fields[allow]}" 'POST, OPTIONS' "Allow of $path"
    done
    for path in /yut/board /yut/cases /omok/cases /mistakes /openapi.yaml /healthz /readyz; do
        request -X OPTIONS -H 'Accept: image/png' "$path"
        expect_status 204
        expect_equal "${fields[allow]}" 'GET, HEAD, OPTIONS' "Allow of $path"
    done
}

@test "OPTIONS * is about the whole server" {
    request -X OPTIONS --request-target '*' /
    expect_status 204
    expect_equal "${fields[allow]}" 'GET, HEAD, POST, OPTIONS'
}

@test "OPTIONS on a path that is not there" {
    request -X OPTIONS /nothing
    expect '404 not-found'
}

@test "only OPTIONS has the target *" {
    request -X GET --request-target '*' /
    [[ $status == 40[045] ]]
    expect_equal "${fields[content-type]}" application/problem+json
}
