import assert from "node:assert/strict";
import { test } from "node:test";
import { requestsOf } from "./requests.ts";

const subjects = (call: unknown): readonly unknown[] =>
  requestsOf(call, "/work").map(({ tool, effect, subject }) => [tool, effect, subject]);

test("a call that is written down asks for what the tool would ask for", () => {
  assert.deepEqual(subjects({ tool: "bash", command: "ls" }), [["bash", "execute", "ls"]]);
  assert.deepEqual(subjects({ tool: "grep", pattern: "x" }), [["grep", "read", "/work"]]);
  assert.deepEqual(subjects({ tool: "edit", path: "a" }), [["edit", "write", "a"]]);
  assert.deepEqual(subjects({ tool: "mcp", name: "github/list" }), [["mcp", "execute", "github/list"]]);
  assert.deepEqual(subjects({ tool: "download", url: "https://a.org/b", path: "b" }), [
    ["download", "network", "https://a.org/b"],
    ["download", "write", "b"],
  ]);
  assert.deepEqual(subjects({ tool: "web_search", query: "x" }), [["web_search", "network", "web_search"]]);
});

test("an address is read as a request would read it", () => {
  const host = (url: string): unknown => subjects({ tool: "fetch", url })[0];
  assert.deepEqual(host("https://evil.org\\@example.org/"), ["fetch", "network", "https://evil.org/@example.org/"]);
  assert.deepEqual(host("https://ev%69l.org"), ["fetch", "network", "https://evil.org/"]);
  assert.deepEqual(host("HTTPS:evil.org"), ["fetch", "network", "https://evil.org/"]);
  assert.throws(() => host("evil.org"), TypeError);
});

test("what is no call is refused", () => {
  for (const call of [undefined, 1, "ls", {}, { tool: 1 }, { tool: "bash" }, { tool: "read" }, { tool: "fetch" }, { tool: "mcp" }])
    assert.throws(() => requestsOf(call, "/work"), TypeError);
});
