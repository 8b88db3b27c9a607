import assert from "node:assert/strict";
import type { RequestListener } from "node:http";
import { test, type TestContext } from "node:test";
import { sourcegraphTool } from "./sourcegraph.ts";
import { toolbox } from "./tool-context.fixture.ts";
import { loopbackWeb, PRIVATE } from "./web/web.fixture.ts";

const event = (type: string, data: unknown): string => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

const scene = async (t: TestContext, answer: string | RequestListener, token?: string) => {
  const { calling, needs } = await toolbox(t);
  const headers: (string | undefined)[] = [];
  const { port, asked } = await loopbackWeb(t, (request, response) => {
    headers.push(request.headers.authorization);
    if (typeof answer === "string") response.end(answer);
    else answer(request, response);
  });
  const url = `http://${PRIVATE}:${port}`;
  const tool = () => sourcegraphTool({ url, token: () => token });
  return { search: calling(tool), needs: () => needs(tool, { query: "x", count: undefined }), asked, headers, url };
};

const MATCHES = [
  {
    type: "content",
    repository: "github.com/a/b",
    path: "src/knot.ts",
    commit: "abc",
    chunkMatches: [{ content: "one\ntwo\n", contentStart: { line: 4, offset: 0, column: 0 }, ranges: [] }],
    lineMatches: [{ line: "nine", lineNumber: 8, offsetAndLengths: [] }],
  },
  { type: "path", repository: "github.com/a/b", path: "knot.md" },
  { type: "repo", repository: "github.com/a/knots", description: "Knots\u001b[2J" },
  {
    type: "symbol",
    repository: "github.com/a/b",
    path: "k.ts",
    symbols: [{ name: "tie", kind: "FUNCTION", line: 3, url: "/x", containerName: "" }],
  },
  { type: "commit", repository: "github.com/a/b", url: "/github.com/a/b/-/commit/1", message: "Tie\n\nmore", content: "```\n+knot\n```" },
];

test("S2-27: finds code of other repositories with Sourcegraph's stream, each match with its URL", async (t) => {
  const stream =
    event("matches", MATCHES.slice(0, 2)) + event("progress", { skipped: [] }) + event("matches", MATCHES.slice(2)) + event("done", {});
  const { search, asked, headers, url } = await scene(t, stream, "the-token");
  const { text, details } = await search({ query: "lang:ts knot" });
  assert.equal(
    text,
    `github.com/a/b src/knot.ts
${url}/github.com/a/b@abc/-/blob/src/knot.ts
5\tone
6\ttwo
9\tnine

github.com/a/b knot.md
${url}/github.com/a/b/-/blob/knot.md

github.com/a/knots
${url}/github.com/a/knots
Knots

github.com/a/b k.ts
${url}/github.com/a/b/-/blob/k.ts
function tie

github.com/a/b Tie
${url}/github.com/a/b/-/commit/1
\`\`\`
+knot
\`\`\``,
  );
  assert.deepEqual(details, { query: "lang:ts knot", matches: 5 });
  const asking = new URL(asked[0]?.url ?? "", url);
  assert.equal(asking.pathname, "/.api/search/stream");
  assert.deepEqual(Object.fromEntries(asking.searchParams), {
    q: "lang:ts knot count:100",
    v: "V3",
    display: "20",
    cm: "true",
    cl: "1",
    "max-line-len": "300",
  });
  assert.deepEqual(headers, ["token the-token"]);
});

test("sends no token if there is none, and requests network permission for the host", async (t) => {
  const { search, needs, headers, url } = await scene(t, event("done", {}));
  assert.equal((await search({ query: "knot count:3", count: 2 })).text, "(no results)");
  assert.deepEqual(headers, [undefined]);
  assert.deepEqual(await needs(), [{ tool: "sourcegraph", effect: "network", subject: url }]);
});

test("reports alerts, errors, skipped results and an unfinished search", async (t) => {
  const stream =
    event("alert", { title: "No repositories", description: "Try another." }) +
    event("error", { message: "timed out" }) +
    event("progress", { skipped: [{ title: "3 forks excluded" }] });
  const { search } = await scene(t, stream);
  assert.equal(
    (await search({ query: "knot" })).text,
    "(no results)\n\n(No repositories: Try another.; timed out; 3 forks excluded; the search was incomplete)",
  );
});

test("limits the number of matches, and truncates a response that does not end", async (t) => {
  const many = Array.from({ length: 30 }, (_, at) => ({ type: "path", repository: "r", path: `p${at}` }));
  const { search } = await scene(t, event("matches", many) + event("done", {}));
  assert.match((await search({ query: "knot" })).text, /r p19\n[^\n]+\n\n\(10 more omitted\)$/);
  const endless = await scene(t, (_, response) => {
    response.write(event("matches", many.slice(0, 1)));
    const more = (): void => void (response.destroyed || response.write(event("filters", "x".repeat(100_000)), more));
    more();
  });
  assert.match((await endless.search({ query: "knot" })).text, /^r p0\n.*\(the search was incomplete; the response was truncated\)$/s);
});

test("T9: accepts a response of any shape as matches or none; another status is an error", async (t) => {
  const odd = [null, 7, [null, 1, {}, { type: "content", chunkMatches: 3, path: [] }], { a: 1 }];
  const { search } = await scene(
    t,
    `${odd.map((data) => event("matches", data)).join("")}event: matches\ndata: {no\n\n${event("done", {})}`,
  );
  assert.equal(typeof (await search({ query: "knot" })).text, "string");
  const refused = await scene(t, (_, response) => response.writeHead(401).end("Private mode\nrequires authentication."));
  await assert.rejects(refused.search({ query: "knot" }), {
    message: "Sourcegraph responded with status 401. Private mode requires authentication.",
  });
});
