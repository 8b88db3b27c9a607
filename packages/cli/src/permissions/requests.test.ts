import assert from "node:assert/strict";
import { test } from "node:test";
import { nodeWorkspace } from "coxswain/tools";
import { declaredTools, requestsOf } from "./requests.ts";

const TOOLS = declaredTools(nodeWorkspace({ root: import.meta.dirname }));

const subjects = (call: unknown): readonly unknown[] =>
  requestsOf(call, TOOLS, "/work").map(({ tool, effect, subject }) => [tool, effect, subject]);

test("every built-in tool is judged by the effect that it declares", () => {
  const call = { command: "ls", path: "a", url: "https://example.org/", query: "x" };
  for (const [tool, { effect, permissionRequests }] of TOOLS) {
    const [first] = requestsOf({ tool, ...call }, TOOLS, "/work");
    assert.equal(first?.effect, effect === "read" && permissionRequests === undefined ? undefined : effect, tool);
    assert.ok(effect === "execute" || first?.subject !== JSON.stringify({ tool, ...call }), tool);
  }
  assert.ok(TOOLS.size >= 15);
});

test("a recorded call makes the requests of its tool", () => {
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

test("normalizes a URL as a request does", () => {
  const host = (url: string): unknown => subjects({ tool: "fetch", url })[0];
  assert.deepEqual(host("https://evil.org\\@example.org/"), ["fetch", "network", "https://evil.org/@example.org/"]);
  assert.deepEqual(host("https://ev%69l.org"), ["fetch", "network", "https://evil.org/"]);
  assert.deepEqual(host("HTTPS:evil.org"), ["fetch", "network", "https://evil.org/"]);
  assert.throws(() => host("evil.org"), TypeError);
});

test("rejects anything that is not a call", () => {
  for (const call of [undefined, 1, "ls", {}, { tool: 1 }, { tool: "bash" }, { tool: "read" }, { tool: "fetch" }, { tool: "mcp" }])
    assert.throws(() => requestsOf(call, TOOLS, "/work"), TypeError);
});
