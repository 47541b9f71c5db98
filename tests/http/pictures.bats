#!/usr/bin/env bats
# image/svg+xml: the answer to one case as a picture. What is drawn is what the explained JSON answer says, for many games.
# shellcheck disable=SC2030,SC2031,SC2154 # a test is a subshell; what is unknown here comes from the helper

load helper

dice='[1,2,3,4,1,2,3,4,1,2]'
dice_text='1 2 3 4 1 2 3 4 1 2'
board=$(jq -nc '[range(19) | "0" * 19] | .[2] = "0111112222220000000"')
board_text=$(jq -r '.[]' <<<"$board")
two_winners=${board/2222220/2222200}

# The games that are drawn: those of tests/cases, and some more that are the same on every run. Each one goes out as JSON
# for a picture and as a line of a batch that is explained.
setup_file() {
    start_server
    export games=$BATS_FILE_TMPDIR/games
    mkdir "$games"
    # shellcheck disable=SC2016
    local cases='reduce (inputs | [input_filename, .]) as [$name, $line] ({}; .[$name] += [$line | scan("[0-9]") | tonumber])
        | to_entries[] | select(.key | contains("invalid") | not) | .value'
    jq -nRc "$cases" "$root"/tests/cases/yut/*.in >"$games/yut"
    jq -nRc "$cases"' | . as $all | [range(0; 361; 19) | $all[.:. + 19]]' "$root"/tests/cases/omok/*.in >"$games/omok"
    # Dice at random; and boards full of one colour, with so few stones of the other that they never make five.
    jq -nc 'def random($n): [limit($n; 17825 | recurse(. * 16807 % 2147483647)) / 2147483647];
        random(150) as $r | range(0; 150; 10) | $r[.:. + 10] | map(. * 5 + 1 | floor)' >>"$games/yut"
    jq -nc 'def random($n): [limit($n; 2615 | recurse(. * 16807 % 2147483647)) / 2147483647];
        random(5415) as $r | range(0; 5415; 361) | . as $at | (0.3 + $at / 9025) as $density | [range(19) as $row | [range(19)
            | $r[$at + $row * 19 + .] | if . < $density then 1 + $at / 361 % 2 elif . > 0.94 then 2 - $at / 361 % 2 else 0 end]]' >>"$games/omok"
    local game
    for game in yut omok; do
        draw "$game"
        curl -sS --max-time 20 -H 'Content-Type: application/x-ndjson' --data-binary "@$games/$game" \
            -o "$games/$game.explained" "$url/$game?explain=true"
    done
}

# draw GAME: asks for all the pictures over one connection.
draw() {
    mkdir "$games/$1.pictures"
    jq -nRr --arg url "$url/$1" --arg pictures "$games/$1.pictures" '
        [inputs] | to_entries[] | if .key > 0 then "next" else empty end,
        "url = \($url)", "silent", "show-error", "max-time = 20", "header = \"Accept: image/svg+xml\"",
        "output = \($pictures)/\(.key + 1000).svg", "data = \(.value | tojson)"' "$games/$1" >"$games/$1.curl"
    curl --config "$games/$1.curl"
}

# What the tests of drawn games begin with: every picture as one text, in order.
# shellcheck disable=SC2016
pictures_as_texts='(reduce (inputs | [input_filename, .]) as [$name, $line] ({}; .[$name] += $line + "\n") | [.[]]) as $pictures |'

@test "Accept chooses a picture" {
    local accept
    for accept in image/svg+xml IMAGE/SVG+XML 'image/*' 'image/*;q=0.1' 'image/png, image/svg+xml;q=0.001' \
        'image/svg+xml;q=0.5, application/json;q=0.4' 'application/json;q=0.9, image/*' 'image/svg+xml, */*;q=0.9' \
        'application/*;q=0, text/*;q=0, */*'; do
        row svg application/json "$dice" /yut "Accept: $accept"
        row svg '' "{\"dice\":$dice}" /yut "Accept: $accept"
        row svg application/json "$board" /omok "Accept: $accept"
        row svg text/plain "$dice_text" /yut "Accept: $accept"
        row svg text/plain $'1\n'"$board_text" /omok "Accept: $accept"
    done
    row svg application/json "$dice" /yut $'Accept: image/png\nAccept: image/svg+xml'
    check_rows
}

@test "nobody who has not asked for a picture gets one" {
    local accept
    for accept in '*/*' '*/*, image/svg+xml;q=0.9' 'image/svg+xml, application/json, text/plain' 'image/svg+xml;q=0.5, */*' \
        'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'; do
        row '{"max_score":190}' application/json "$dice" /yut "Accept: $accept"
        row '{"winner":1,"row":3,"col":2}' application/json "$board" /omok "Accept: $accept"
        row $'text 190\n' text/plain "$dice_text" /yut "Accept: $accept"
        row $'text 1\n3 2\n' text/plain "$board_text" /omok "Accept: $accept"
    done
    for accept in 'image/svg+xml;q=0' 'image/*, image/svg+xml;q=0' image/svg image/png; do
        row '406 not-acceptable' application/json "$dice" /yut "Accept: $accept"
        row '406 not-acceptable' text/plain "$board_text" /omok "Accept: $accept"
    done
    check_rows
}

@test "a picture is of one case: no batch, and no text of two" {
    row '406 not-acceptable' application/x-ndjson "$dice" /yut 'Accept: image/svg+xml'
    row '406 not-acceptable' application/x-ndjson "$board" /omok 'Accept: image/*'
    row '422 one-case-only {"line":2,"column":1}' text/plain "$dice_text"$'\n'"$dice_text" /yut 'Accept: image/svg+xml'
    row '422 one-case-only {"line":21,"column":1}' text/plain $'2\n'"$board_text"$'\n'"$board_text" /omok 'Accept: image/svg+xml'
    check_rows
}

@test "what has no picture" {
    row '406 not-acceptable' application/json '{"dice":[3]}' /yut/moves 'Accept: image/svg+xml'
    get '406 not-acceptable' /yut/board 'Accept: image/svg+xml'
    get '406 not-acceptable' /yut/cases 'Accept: image/svg+xml'
    get '406 not-acceptable' /omok/cases 'Accept: image/*'
    row '406 not-acceptable' application/json "{\"dice\":$dice,\"answer\":190}" /yut/check 'Accept: image/svg+xml'
    row '415 unsupported-media-type' image/svg+xml '<svg xmlns="http://www.w3.org/2000/svg"/>' /yut
    row '400 bad-query' application/json "$dice" '/yut?explain=true' 'Accept: image/svg+xml'
    row '400 bad-query' text/plain "$board_text" '/omok?explain=false' 'Accept: image/svg+xml'
    check_rows
}

@test "errors are problem documents" {
    row '422 die-out-of-range {"pointer":"#/3"}' application/json '[1,2,3,6,1,2,3,4,1,2]' /yut 'Accept: image/svg+xml'
    row '422 die-out-of-range {"line":1,"column":7}' text/plain '1 2 3 6 1 2 3 4 1 2' /yut 'Accept: image/svg+xml'
    row '400 malformed-json {"line":1,"column":3}' application/json '[1' /yut 'Accept: image/svg+xml'
    row '400 malformed-text {"line":1,"column":1}' text/plain 'x' /omok 'Accept: image/svg+xml'
    row '422 two-winners {"pointer":"#"}' application/json "$two_winners" /omok 'Accept: image/svg+xml'
    row '422 two-winners {"line":1,"column":1}' text/plain "$(jq -r '.[]' <<<"$two_winners")" /omok 'Accept: image/svg+xml'
    check_rows
}

@test "a picture may load and run nothing; an error is no picture" {
    post application/json "$dice" -H 'Accept: image/svg+xml' /yut
    expect_status 200
    expect_equal "${fields[content-type]}" image/svg+xml
    expect_equal "${fields[content-security-policy]}" "default-src 'none'"
    expect_equal "${fields[x-content-type-options]}" nosniff
    post application/json '[]' -H 'Accept: image/svg+xml' /yut
    expect_status 422
    expect_equal "${fields[content-security-policy]:-none}" none
}

@test "JSON and text are drawn alike, and always the same" {
    post application/json "$dice" -H 'Accept: image/svg+xml' /yut
    cmp "$answer" "$root/tests/cases/pictures/yut.svg"
    post text/plain "$dice_text" -H 'Accept: image/svg+xml' /yut
    cmp "$answer" "$root/tests/cases/pictures/yut.svg"
    post text/plain "$(<"$root/tests/cases/pictures/omok.in")" -H 'Accept: image/svg+xml' /omok
    cmp "$answer" "$root/tests/cases/pictures/omok.svg"
}

@test "all pictures are XML, stand alone, and are not large" {
    local pictures=("$games"/*.pictures/*.svg)
    ((${#pictures[@]} > 80))
    xmllint --noout --nonet "${pictures[@]}"
    expect_equal "$(xmllint --xpath 'concat(namespace-uri(/*), " ", local-name(/*), " ", /*/@version)' "${pictures[0]}")" \
        'http://www.w3.org/2000/svg svg 1.1'
    jq -enR "$pictures_as_texts"'
        def ids: [scan(" id=\"([^\"]*)\"")[0]];
        $pictures | all(.[];
            ids as $ids
            | utf8bytelength < 45000
            and ($ids | length == (unique | length))
            and ([scan("url\\(#([^)]*)\\)")[0]] - $ids == [])
            and (capture("^<\\?xml [^>]*>\n<svg [^>]* viewBox=\"-?[0-9]+ 0 [0-9]+ [0-9]+\" role=\"img\" aria-labelledby=\"(?<title>[a-z-]+) (?<desc>[a-z-]+)\"") as $labels
                | contains("<title id=\"\($labels.title)\">") and contains("<desc id=\"\($labels.desc)\">"))
            and (test("href|<script|<style|style=|@import|<image|<foreignObject|\\son[a-z]+=|<!") | not)
            and ([scan("https?:[^\"]*")] == ["http://www.w3.org/2000/svg"]))' "${pictures[@]}"
}

@test "yut: the moves drawn are those of the best game" {
    jq -enR --slurpfile explained "$games/yut.explained" "$pictures_as_texts"'
        def drawn: {
            max_score: (capture("<text id=\"score\"[^>]*>(?<score>[0-9]+)</text>").score | tonumber),
            moves: [scan("<g id=\"move-([0-9]+)\" class=\"piece-([0-9])\"><title>([0-9]+): die ([0-9]), piece ([0-9]), from cell ([0-9]+) to cell ([0-9]+), \\+([0-9]+), total ([0-9]+)</title><path ")
                | map(tonumber) | if .[0] != .[2] or .[1] != .[4] then error("the id or class is another") else . end
                | {turn: .[2], die: .[3], piece: .[4], from: .[5], to: .[6], points: .[7], total: .[8]}]};
        ($pictures | length) > 40 and ($pictures | map(drawn)) == $explained
            and (all($pictures[]; test("<title id=\"yut-title\">Dice yut: the best score is [0-9]+</title>")))' \
        "$games"/yut.pictures/*.svg
}

@test "yut: every cell is where /yut/board has it, and every arrow leads from its cell to the other" {
    request /yut/board
    jq -enR --slurpfile board "$answer" "$pictures_as_texts"'
        ($board[0].cells | map([.x * 1000, .y * 1000])) as $places
        | def apart($from; $to): [$from, $to] | transpose | map((.[0] - .[1]) * (.[0] - .[1])) | add | sqrt;
        def cells: [scan("<circle id=\"cell-([0-9]+)\" cx=\"([0-9]+)\" cy=\"([0-9]+)\""),
            (scan("<rect id=\"cell-([0-9]+)\" x=\"([0-9]+)\" y=\"([0-9]+)\"") | map(tonumber) | [.[0], .[1] + 40, .[2] + 22])]
            | map(map(tonumber)) | sort | map(.[1:]);
        def arrows: [scan("from cell ([0-9]+) to cell ([0-9]+), [^<]*</title><path d=\"M(-?[0-9]+) (-?[0-9]+)[^\"]*?(-?[0-9]+) (-?[0-9]+)\"") | map(tonumber)];
        def steps: [scan("<line x1=\"([0-9]+)\" y1=\"([0-9]+)\" x2=\"([0-9]+)\" y2=\"([0-9]+)\"/>") | map(tonumber)];
        all($pictures[]; cells == $places and (arrows | length) == 10
            and all(arrows[]; apart($places[.[0]]; .[2:4]) < 45 and apart($places[.[1]]; .[4:6]) < 65))
        and ([$board[0].cells[] | .id as $id | .red // empty | [$id, .]] + [$board[0].cells[] | .id as $id | .blue // empty | [$id, .]]
            | . as $expected | $pictures[0] | steps | length == ($expected | length)
                and all(range(length) as $i | [.[$i], $expected[$i]];
                    apart(.[0][:2]; $places[.[1][0]]) < 45 and apart(.[0][2:]; $places[.[1][1]]) < 55))' "$games"/yut.pictures/*.svg
}

@test "omok: the stones drawn are those of the board" {
    jq -enR --slurpfile boards "$games/omok" "$pictures_as_texts"'
        def stones($class): capture("<g class=\"\($class)\"[^>]*>(?<stones>[^g]*)</g>").stones
            | [scan("<circle cx=\"([0-9]+)\" cy=\"([0-9]+)\" r=\"[.0-9]+\"/>") | map(tonumber)];
        ($pictures | length) > 40 and all(range($pictures | length); $boards[.] as $board | $pictures[.]
            | ([stones("black"), stones("white")] == [(1, 2) as $color | [range(19) as $row | range(19) as $column
                | select($board[$row][$column] == $color) | [$column + 1, $row + 1]]]))' "$games"/omok.pictures/*.svg
}

@test "omok: what is ringed, lined and told is what the answer says" {
    jq -e '[.[] | .lines, .overlines | length] | min == 0 and max > 5' -s "$games/omok.explained"
    jq -enR --slurpfile explained "$games/omok.explained" "$pictures_as_texts"'
        def numbers: map(tonumber? // .);
        def rings($kind): [scan("<circle id=\"\($kind)-([0-9]+)-([0-9]+)\" cx=\"([0-9]+)\" cy=\"([0-9]+)\"") | numbers
            | if .[:2] != [.[3], .[2]] then error("a ring is not where its id says") else .[:2] end];
        def lines($kind): [scan("<line id=\"\($kind)-([0-9]+)-([0-9]+)-([A-Z]+)\" x1=\"([0-9]+)\" y1=\"([0-9]+)\" x2=\"([0-9]+)\" y2=\"([0-9]+)\"/>")
            | numbers | {row: .[0], col: .[1], direction: .[2], first: [.[4], .[3]], last: [.[6], .[5]]}];
        def drawn: {
            winning: ([scan("<circle id=\"winning-stone\" cx=\"([0-9]+)\" cy=\"([0-9]+)\"") | numbers | [.[1], .[0]]]),
            caption: capture("<title id=\"omok-title\">(?<title>[^<]*)</title>").title,
            shown: capture("<text [^>]*font-weight=\"bold\"[^>]*>(?<text>[^<]*)</text>").text,
            fives: rings("five"), five_lines: lines("five"), overlines: rings("overline"), overline_lines: lines("overline")};
        def ringed: map(.stones[]) | unique;
        def lined: map({row, col, direction, first: .stones[0], last: .stones[-1]});
        def expected: {
            winning: (if .winner == 0 then [] else [[.row, .col]] end),
            caption: (if .winner == 0 then "Nobody has won" else "\(["Black", "White"][.winner - 1]) wins: row \(.row), column \(.col)" end),
            fives: (.lines | ringed), five_lines: (.lines | lined),
            overlines: (.overlines | ringed), overline_lines: (.overlines | lined)} | .shown = .caption;
        ($pictures | length) == ($explained | length)
        and (($pictures | map(drawn)) as $drawn | ($explained | map(expected)) as $expected
            | $drawn == $expected or ([range($drawn | length) | select($drawn[.] != $expected[.])][0]
                | error("picture \(.)\nexpected: \($expected[.])\ngot:      \($drawn[.])")))' "$games"/omok.pictures/*.svg
}
