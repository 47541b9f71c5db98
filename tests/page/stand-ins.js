// Stands in for GET /mistakes, POST /yut/check, POST /omok/check and GET /yut/cases as long as a server does not have
// them. One that has them is asked itself.

const mistakes = {
  yut: [
    {
      id: "collision-by-number",
      explanation: "Cells that print the same number are taken for one.",
      explanation_ko: "같은 수가 적힌 칸들을 한 칸으로 보았습니다.",
      example: { dice: [1, 2, 3, 4, 1, 2, 3, 4, 1, 2], answer: 205 },
    },
    {
      id: "blue-in-passing",
      explanation: "The blue arrow is taken by pieces that only pass a blue cell.",
      explanation_ko: "파란 칸을 지나가기만 해도 파란 화살표를 따랐습니다.",
      example: { dice: [5, 5, 5, 5, 5, 5, 5, 5, 5, 5], answer: 150 },
    },
  ],
  omok: [
    {
      id: "six-wins",
      explanation: "Six in a row are taken for a win.",
      explanation_ko: "여섯 개가 이어진 것도 이긴 것으로 보았습니다.",
      example: {},
    },
  ],
};

async function check(route, base, game) {
  const { answer, ...question } = route.request().postDataJSON();
  const response = await fetch(`${base}/${game}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(question),
  });
  if (!response.ok) {
    const headers = { "Content-Type": "application/problem+json" };
    return route.fulfill({ status: response.status, headers, body: await response.text() });
  }
  const expected = await response.json();
  const correct =
    game === "yut"
      ? answer === expected.max_score
      : ["winner", "row", "col"].every((name) => (answer[name] ?? null) === expected[name]);
  const found = correct ? [] : [mistakes[game][0]].map(({ id, explanation }) => ({ id, explanation }));
  return route.fulfill({ json: { correct, expected, mistakes: found } });
}

/** @param {import("playwright-core").Page} page */
export async function standInForChecks(test, page, base) {
  const has = await fetch(`${base}/mistakes`);
  await has.arrayBuffer();
  if (has.ok) return;
  test.diagnostic("stand-ins answer for /mistakes, /yut/check, /omok/check and /yut/cases");
  await page.route("**/mistakes", (route) => route.fulfill({ json: mistakes }));
  await page.route("**/yut/check", (route) => check(route, base, "yut"));
  await page.route("**/omok/check", (route) => check(route, base, "omok"));
  await page.route("**/yut/cases?*", (route) => {
    const body = new URL(route.request().url()).searchParams.get("part") === "in" ? "1 2 3 4 1 2 3 4 1 2\n" : "190\n";
    return route.fulfill({ headers: { "Content-Type": "text/plain; charset=utf-8" }, body });
  });
}
