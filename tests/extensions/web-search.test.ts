import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { allowTools } from "coxswain/policy";
import { openExample, toolResults } from "./extension-scene.ts";

const search = (input: object) => ({ calls: [{ name: "web_search", input }] });

/** Opens a session with the tool and a search server on the loopback interface. */
const openSearch = async (t: TestContext, answer: RequestListener, inputs: readonly object[] = [{ query: "knots & bends" }]) => {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  process.env["WEB_SEARCH_URL"] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/search?language=en`;
  process.env["WEB_SEARCH_KEY"] = "search-key";
  t.after(() => {
    delete process.env["WEB_SEARCH_URL"];
    delete process.env["WEB_SEARCH_KEY"];
  });
  return openExample(t, "web-search", [...inputs.map(search), "done"]);
};

test("S0-70: the tool queries the endpoint and returns results on separate lines, without control characters", async (t) => {
  let asked = "";
  let key: string | undefined;
  const results = [
    { title: "Knots\u001b[2J\u202e", url: "https://knots.example", content: "A bend\njoins\u0000 two ropes." },
    "odd",
    { title: 7, url: "https://second.example" },
    { title: "Third" },
  ];
  const { session } = await openSearch(
    t,
    ({ url = "", headers }, response) => {
      asked = url;
      key = headers.authorization;
      response.end(JSON.stringify({ results }));
    },
    [{ query: "knots & bends", count: 2 }, { query: "" }],
  );
  await session.prompt("Look.").outcome;
  assert.equal(asked, "/search?language=en&q=knots+%26+bends&format=json");
  assert.equal(key, "Bearer search-key");
  const [found, refused] = toolResults(session);
  assert.equal(found, "1. Knots [2J\nhttps://knots.example\nA bend joins two ropes.\n\n2. (no title)\nhttps://second.example");
  assert.match(refused ?? "", /^!invalid_input /);
});

test("a response that is too long, not JSON, an error or a redirect is an error result, and the run continues", async (t) => {
  const answers: readonly RequestListener[] = [
    (_, response) => response.end("x".repeat(600 * 1024)),
    (_, response) => response.end("<html>"),
    (_, response) => response.writeHead(503).end(),
    (_, response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
    (_, response) => response.end("null"),
  ];
  let turn = 0;
  const { session } = await openSearch(
    t,
    (request, response) => answers[turn++]?.(request, response),
    answers.map((_, at) => ({ query: `query ${at}` })),
  );
  assert.equal((await session.prompt("Look.").outcome).kind, "done");
  const [long, html, down, elsewhere, empty] = toolResults(session);
  assert.equal(long, "!error The search endpoint sent more than 512 KiB.");
  assert.match(html ?? "", /^!error .*JSON/);
  assert.equal(down, "!error The search endpoint failed with status 503.");
  assert.match(elsewhere ?? "", /^!error /);
  assert.equal(empty, "No results.");
});

test("the tool requires a permission for the network", async (t) => {
  process.env["WEB_SEARCH_URL"] = "http://127.0.0.1:1/";
  t.after(() => delete process.env["WEB_SEARCH_URL"]);
  const { session } = await openExample(t, "web-search", [search({ query: "x" }), "done"], { policy: allowTools(["read"]) });
  await session.prompt("Look.").outcome;
  assert.match(toolResults(session)[0] ?? "", /^!denied /);
});

test("without an endpoint the extension is not loaded, and the warning names the variable", async (t) => {
  const { extensions, warnings } = await openExample(t, "web-search", []);
  assert.deepEqual(extensions.loaded, []);
  assert.match(warnings[0] ?? "", /^The extension web-search \(.*\) is skipped: WEB_SEARCH_URL must be the URL of a search endpoint\.$/);
});
