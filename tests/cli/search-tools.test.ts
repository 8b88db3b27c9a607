import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { openCox } from "./cox-scene.ts";

const SEARCH = { calls: [{ name: "web_search", input: { query: "knots" } }] };
const SEARCH_KEY = "tvly-canary-0123456789";

/** A local search provider, and the keys that it received. */
const openProvider = async (t: TestContext) => {
  const keys: (string | undefined)[] = [];
  const server = createServer(({ headers }, response) => {
    keys.push(headers.authorization);
    response.end(JSON.stringify({ results: [{ title: "Bowline", url: "https://knots.example/", content: "A loop." }] }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return { keys, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const toolNames = (body: Readonly<Record<string, unknown>> | undefined): readonly string[] =>
  ((body?.["tools"] ?? []) as readonly { readonly name: string }[]).map(({ name }) => name);

test("S2-27: offers models no search tool until a provider is set", async () => {
  await using cox = await openCox(["done"]);
  await cox.run(["-p", "Search."]);
  const names = toolNames(cox.server.requests[0]?.body);
  assert.ok(names.includes("fetch"));
  assert.ok(!names.includes("web_search") && !names.includes("sourcegraph"));
});

test("S2-27: searches with the provider in the settings and the key of cox auth, which appears nowhere else", async (t) => {
  const { keys, url } = await openProvider(t);
  await using cox = await openCox([SEARCH, "done"]);
  await cox.set({ web: { search: { provider: "tavily", url } } });
  await cox.run(["auth", "set", "tavily"], { stdin: SEARCH_KEY });
  const { code, stdout, stderr } = await cox.run(["-p", "Search.", "--allow", "web_search", "--output-format", "stream-json"]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(keys, [`Bearer ${SEARCH_KEY}`]);
  const requests = JSON.stringify(cox.server.requests.map(({ body }) => body));
  assert.match(requests, /1\. Bowline\\nhttps:\/\/knots\.example\/\\nA loop\./);
  for (const text of [requests, stdout, stderr]) assert.ok(!text.includes(SEARCH_KEY));
});

test("asks for a search like any network access: only a rule for its host allows it", async (t) => {
  const { keys, url } = await openProvider(t);
  await using cox = await openCox([SEARCH, "done", SEARCH, "done"]);
  await cox.set({ web: { search: { provider: "searxng", url } } });
  await cox.run(["-p", "Search."]);
  assert.equal(keys.length, 0);
  await cox.run(["-p", "Search.", "--allow", `fetch(${new URL(url).origin})`]);
  assert.equal(keys.length, 1);
});
