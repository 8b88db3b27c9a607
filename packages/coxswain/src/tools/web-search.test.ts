import assert from "node:assert/strict";
import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { test, type TestContext } from "node:test";
import { builtinTools } from "./builtin-tools.ts";
import { webSearchTool, type WebSearchOptions } from "./web-search.ts";
import { toolbox } from "./tool-context.fixture.ts";
import { loopbackWeb, names, PUBLIC } from "./web/web.fixture.ts";

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Starts a search server with a fixed response, and records its requests. */
const scene = async (t: TestContext, answer: unknown, { status = 200, headers = {} }: { status?: number; headers?: object } = {}) => {
  const { calling, needs } = await toolbox(t);
  const asked: Asked[] = [];
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url = "", headers: sent } = request;
    asked.push({ method, url, headers: sent, body: Buffer.concat(chunks).toString() });
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
  };
  const { port } = await loopbackWeb(t, listener);
  const { options } = names({ "search.test": [[PUBLIC]] });
  const tool = (search: WebSearchOptions) => () => webSearchTool(search, options);
  return { asked, port, tool, needs, search: (search: WebSearchOptions) => calling(tool(search)), at: `http://search.test:${port}` };
};

const QUERY = { query: "knots", count: undefined };
const KEY = { key: () => "the-key" };

test("S2-27: sends Brave a GET with the key in a header, and returns title, URL and text", async (t) => {
  const web = {
    results: [
      { title: "Knots\u001b[2J", url: "https://knots.example/", description: "A <b>bend</b>\njoins." },
      { url: "https://b.example/" },
    ],
  };
  const { search, asked, at } = await scene(t, { web });
  const { text } = await search({ provider: "brave", url: `${at}/res/v1/web/search`, ...KEY })({ query: "knots & bends", count: 2 });
  assert.equal(text, "1. Knots\nhttps://knots.example/\nA <b>bend</b> joins.\n\n2. (no title)\nhttps://b.example/");
  assert.deepEqual(
    asked.map(({ method, url }) => [method, url]),
    [["GET", "/res/v1/web/search?q=knots+%26+bends&count=2"]],
  );
  assert.equal(asked[0]?.headers["x-subscription-token"], "the-key");
});

test("S2-27: sends Tavily and Exa a POST", async (t) => {
  const results = [{ title: "Knots", url: "https://knots.example/", content: "A bend.", highlights: ["One.", "Two."] }];
  const { search, asked, at } = await scene(t, { results });
  assert.equal(
    (await search({ provider: "tavily", url: at, ...KEY })({ query: "knots" })).text,
    "1. Knots\nhttps://knots.example/\nA bend.",
  );
  assert.equal(
    (await search({ provider: "exa", url: at, ...KEY })({ query: "knots" })).text,
    "1. Knots\nhttps://knots.example/\nOne. … Two.",
  );
  assert.deepEqual(
    asked.map(({ method, headers, body }) => [
      method,
      headers["content-type"],
      headers.authorization ?? headers["x-api-key"],
      JSON.parse(body),
    ]),
    [
      ["POST", "application/json", "Bearer the-key", { query: "knots", max_results: 10 }],
      ["POST", "application/json", "the-key", { query: "knots", numResults: 10, contents: { highlights: true } }],
    ],
  );
});

test("S2-27: uses a SearXNG on the user's machine without a key, since the user configured it", async (t) => {
  const { search, asked, port } = await scene(t, { results: [{ title: "Knots", url: "https://knots.example/", content: "" }] });
  const { text } = await search({ provider: "searxng", url: `http://127.0.0.1:${port}/sub` })({ query: "knots" });
  assert.equal(text, "1. Knots\nhttps://knots.example/");
  assert.equal(asked[0]?.url, "/sub/search?q=knots&format=json");
});

test("requests network permission for the search host", async (t) => {
  const { needs, tool } = await scene(t, {});
  assert.deepEqual(await needs(tool({ provider: "brave", ...KEY }), QUERY), [
    { tool: "web_search", effect: "network", subject: "https://api.search.brave.com" },
  ]);
  assert.deepEqual(await needs(tool({ provider: "searxng", url: "http://localhost:8080/x?y" }), QUERY), [
    { tool: "web_search", effect: "network", subject: "http://localhost:8080" },
  ]);
});

test("does not follow a redirect, which would receive the key", async (t) => {
  const { search, asked, at, port } = await scene(t, "", { status: 302, headers: { location: `http://elsewhere.test/` } });
  await assert.rejects(search({ provider: "brave", url: at, ...KEY })({ query: "knots" }), {
    message: `search.test:${port} redirects to elsewhere.test; a request with a body or key is not redirected to another host.`,
  });
  assert.equal(asked.length, 1);
});

test("reports invalid responses and invalid settings", async (t) => {
  const none = await scene(t, {});
  const brave = { provider: "brave", url: none.at, ...KEY };
  assert.equal((await none.search(brave)({ query: "knots" })).text, "(no results)");
  await assert.rejects(none.search({ ...brave, key: () => undefined })({ query: "knots" }), /No key for Brave Search\. .* BRAVE_API_KEY/);
  await assert.rejects(
    none.search({ provider: "altavista" })({ query: "knots" }),
    /Unknown search provider altavista\..* brave, exa, searxng, tavily/,
  );
  await assert.rejects(none.search({ provider: "searxng" })({ query: "knots" }), /SearXNG has no default URL/);
  const answers = [
    ["<html>", {}, /Brave Search responded with invalid JSON/],
    ["x".repeat(2_000_001), {}, /has more than 2000000 bytes/],
    ["", { status: 401 }, /status 401: the key was rejected/],
    ["", { status: 429 }, /status 429: too many requests/],
    ["", { status: 500 }, /status 500\.$/],
  ] as const;
  for (const [answer, how, message] of answers) {
    const { search, at } = await scene(t, answer, how);
    await assert.rejects(search({ provider: "brave", url: at, ...KEY })({ query: "knots" }), { name: "ToolError", message });
  }
});

test("T9: accepts a response of any shape as results or none", async (t) => {
  for (const answer of [null, [], 7, { web: null }, { web: { results: {} } }, { web: { results: [null, 1, [], { title: {} }] } }]) {
    const { search, at } = await scene(t, answer);
    assert.match((await search({ provider: "brave", url: at, ...KEY })({ query: "knots" })).text, /\(no results\)|^1\. \(no title\)/);
  }
});

test("the tool exists only if a provider is configured", () => {
  const made = (tools: ReturnType<typeof builtinTools>) => tools.length;
  assert.equal(
    made(builtinTools({ search: { provider: "brave" }, sourcegraph: { url: "https://sourcegraph.com" } })),
    made(builtinTools()) + 2,
  );
});
