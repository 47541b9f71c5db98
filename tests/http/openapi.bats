#!/usr/bin/env bats
# openapi.yaml against the server: a request example with the same name as a response example gets that response, every
# other one gets 2xx; NAME-explained answers NAME with ?explain=true; an example of a GET is what it gives for the query
# of the parameters' examples that have its name.

# shellcheck disable=SC2154 # status, body, fields and the like come from the helper
load helper

setup_file() {
    start_server
    export document=$BATS_FILE_TMPDIR/openapi.json
    yq . "$root/openapi.yaml" >"$document"
}

# shellcheck disable=SC2016
definitions='
    # All response examples of an operation: {name, status, type, value}
    def response_examples:
        [.responses | to_entries[] | .key as $status | .value.content // {} | to_entries[] | .key as $type
            | .value.examples // {} | to_entries[] | {name: .key, status: $status, type: $type, value: .value.value}];

    # All request examples of an operation: {name, type, value}
    def request_examples:
        [.requestBody.content // {} | to_entries[] | .key as $type
            | .value.examples // {} | to_entries[] | {name: .key, type: $type, value: .value.value}];

    # What an answer to a request of this type is written in, when it is no problem.
    def answer_type: if . == "application/x-www-form-urlencoded" then "application/json" else . end;

    # Rows as check_row_file in the helper wants them, but with `response` for what is expected: null or an example.
    def post_rows:
        .paths | to_entries[] | .key as $path | .value.post | select(. != null)
        | response_examples as $responses | request_examples[] | .name as $name
        | ([$name, ""], [$name + "-explained", "?explain=true"]) as [$response_name, $query]
        | [$responses[] | select(.name == $response_name)][0] as $response
        | select($query == "" or $response != null)
        | (.type | answer_type) as $type
        | {name: "\($path), \(.type), \($name)", path: ($path + $query), type,
           body: (.value | if type == "string" then . else tojson end), response: $response,
           fields: ["Accept: " + (($response.type // $type) | if . == "application/problem+json" then "\($type), \(.)" else . end)]};
    def parameters($document):
        .parameters // [] | map(if has("$ref") then (.["$ref"][2:] | split("/")) as $place | $document | getpath($place) else . end);
    def query_of($name):
        [.[] | select(.in == "query" and .examples[$name] != null) | "\(.name)=\(.examples[$name].value)"]
        | if . == [] then "" else "?" + join("&") end;
    def get_rows:
        . as $document
        | .paths | to_entries[] | .key as $path | .value.get | select(. != null)
        | parameters($document) as $parameters | response_examples[] | .name as $name
        | {name: "GET \($path), \($name)", method: "GET", path: ($path + ($parameters | query_of($name))), type: "",
           response: ., fields: ["Accept: " + .type]};
'

# check_examples FILTER: sends the rows that a filter makes from the document, and compares the answers.
check_examples() {
    local file=$BATS_TEST_TMPDIR/rows
    jq -c "$definitions $1" "$document" >"$file"
    [[ -s $file ]] || {
        echo "There are no examples"
        return 1
    }
    check_row_file "$file"
}

# In place of the helper's: JSON is compared as JSON, anything else byte for byte.
# shellcheck disable=SC2034,SC2016
judge='
    def is_json: test("^application/(problem\\+)?json$");
    def complaint:
        .expected as $response
        | (.type | split(";")[0]) as $type
        | if ($response == null and (.status | startswith("2")))
            or ($response != null and .status == $response.status and $type == $response.type
                and (if $type | is_json then .body | fromjson else .body end) == $response.value)
          then empty
          else "expected: \($response)\ngot:      \(.status) \(.type)\n\(.body)" end;
'

@test "the server gives away the very file" {
    request /openapi.yaml
    expect_status 200
    expect_equal "${fields[content-type]}" application/yaml
    cmp "$answer" "$root/openapi.yaml"
}

@test "names are unique among the request examples, and among the response examples, of an operation" {
    jq -e "$definitions"'[.paths[][] | (response_examples, request_examples) | map(.name) | . as $names
        | ($names | unique | length) == ($names | length)] | length > 10 and all' "$document"
}

@test "every media type of a request has an example" {
    jq -e '[.paths[].post | select(. != null) | .requestBody.content[].examples | length > 0] | length > 8 and all' "$document"
}

@test "every error example has its request" {
    jq -e "$definitions"'[.paths[] | .post | select(. != null) | (request_examples | map(.name)) as $requests
        | response_examples[] | select(.status != "200") | .name | IN($requests[])] | length > 10 and all' "$document"
}

@test "examples of POST" {
    check_examples 'post_rows | .expected = .response | del(.response)'
}

@test "examples of GET" {
    check_examples 'get_rows | .expected = .response | del(.response)'
}

@test "every example of a parameter is one of an answer" {
    jq -e "$definitions"'. as $document
        | [.paths[].get | select(. != null) | (response_examples | map(.name)) as $names
            | parameters($document)[] | .examples // {} | keys[] | IN($names[])] | length > 10 and all' "$document"
}

@test "the ids in the document are those of the catalogue" {
    request /mistakes
    # shellcheck disable=SC2016
    jq -e --slurpfile document "$document" '$document[0].components.schemas as $schemas
        | (.yut | map(.id)) == $schemas.YutMistakeId.enum and (.omok | map(.id)) == $schemas.OmokMistakeId.enum' "$answer"
}

@test "the paths of the document are there, with these methods" {
    local path methods
    while IFS=$'\t' read -r path methods; do
        request -X OPTIONS "$path"
        expect_status 204
        expect_equal "${fields[allow]}" "$methods" "Allow of $path"
    done < <(jq -r '.paths | to_entries[] | [.key, ([.value | keys[] | if . == "get" then "GET, HEAD" else ascii_upcase end]
        + ["OPTIONS"] | join(", "))] | @tsv' "$document")
    [[ -n $path$methods ]] || [[ -n $status ]]
}
