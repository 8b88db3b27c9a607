import assert from "node:assert/strict";
import { test } from "node:test";
import { manualTimers, never, stub, textOf } from "./stub-server.fixture.ts";
import type { McpElicitation, McpElicitResult } from "./types.ts";

for (const era of ["legacy", "modern"] as const) {
  test(`passes a form of a ${era} server to the call in progress, and its answer back`, async (t) => {
    const { server } = stub(t, { era });
    const asked: McpElicitation[] = [];
    const elicit = async (elicitation: McpElicitation): Promise<McpElicitResult> => {
      asked.push(elicitation);
      return { action: "accept", content: { name: "Ada" } };
    };
    const result = await server.callTool("ask", {}, { signal: never(), elicit });
    assert.deepEqual(JSON.parse(textOf(result)), { action: "accept", content: { name: "Ada" } });
    const schema = { type: "object", properties: { name: { type: "string" } } };
    assert.deepEqual(asked, [{ kind: "form", server: "stub", message: "Name?", schema }]);
  });

  test(`declines for a ${era} server if the call cannot ask`, async (t) => {
    const { server } = stub(t, { era });
    assert.deepEqual(JSON.parse(textOf(await server.callTool("ask", {}, { signal: never() }))), { action: "decline" });
  });
}

test("shows URLs of the web, and declines all others", async (t) => {
  const { server } = stub(t);
  const asked: McpElicitation[] = [];
  const elicit = async (elicitation: McpElicitation): Promise<McpElicitResult> => {
    asked.push(elicitation);
    return { action: "accept" };
  };
  const open = async (url: string) => JSON.parse(textOf(await server.callTool("open", { url }, { signal: never(), elicit })));
  assert.deepEqual(await open("https://login.example/a"), { action: "accept" });
  for (const url of ["javascript:alert(1)", "file:///etc/passwd", "vscode://run"])
    assert.deepEqual(await open(url), { action: "decline" }, url);
  assert.deepEqual(asked, [{ kind: "url", server: "stub", message: "Log in", url: "https://login.example/a" }]);
});

test("a call does not time out while the user answers", async (t) => {
  const { timers, advance } = manualTimers();
  const { server } = stub(t, {}, { timers });
  const elicit = async (): Promise<McpElicitResult> => {
    advance(3_600_000);
    return { action: "accept", content: { name: "Ada" } };
  };
  const result = await server.callTool("ask", {}, { signal: never(), elicit });
  assert.match(textOf(result), /Ada/);
});

test("a call asks at most twenty times", async (t) => {
  const { server } = stub(t);
  let asked = 0;
  const elicit = async (): Promise<McpElicitResult> => {
    asked += 1;
    return { action: "accept" };
  };
  const result = await server.callTool("pester", {}, { signal: never(), elicit });
  assert.equal(textOf(result), "decline");
  assert.equal(asked, 20);
});

test("a call that requires a URL to be opened is sent again once the user has agreed", async (t) => {
  const { server } = stub(t);
  const url = "https://login.example/a";
  const answers: McpElicitResult["action"][] = ["decline", "accept"];
  const elicit = async (): Promise<McpElicitResult> => ({ action: answers.shift() ?? "cancel" });
  await assert.rejects(server.callTool("locked", { url }, { signal: never(), elicit }), /log in first/);
  const { server: other } = stub(t);
  assert.equal(textOf(await other.callTool("locked", { url }, { signal: never(), elicit })), "unlocked");
});

test("no call times out while the user answers, because any of them may wait for it", async (t) => {
  const { timers, advance } = manualTimers();
  const { server } = stub(t, {}, { timers });
  await server.start(never());
  const elicit = async (): Promise<McpElicitResult> => {
    advance(3_600_000);
    return { action: "accept", content: { name: "Ada" } };
  };
  const end = new AbortController();
  const asking = server.callTool("ask", {}, { signal: never(), elicit });
  const newer = server.callTool("hang", {}, { signal: end.signal, elicit });
  assert.match(textOf(await asking), /Ada/);
  end.abort("over");
  await assert.rejects(newer, (reason) => reason === "over");
});

test("a question that the server withdraws ends", async (t) => {
  const { server } = stub(t);
  const withdrawn = Promise.withResolvers<void>();
  const elicit = async (_: McpElicitation, signal: AbortSignal): Promise<McpElicitResult> => {
    if (signal.aborted) withdrawn.resolve();
    signal.addEventListener("abort", () => withdrawn.resolve());
    await withdrawn.promise;
    return { action: "cancel" };
  };
  const end = new AbortController();
  const call = server.callTool("withdraw", {}, { signal: end.signal, elicit }).catch(() => undefined);
  await withdrawn.promise;
  assert.ok(!end.signal.aborted);
  end.abort();
  await call;
});

test("a page that a call requires is shown to this call, not to a newer one", async (t) => {
  const { server } = stub(t);
  const asked: string[] = [];
  const elicitFor = (name: string) => async (): Promise<McpElicitResult> => {
    asked.push(name);
    return { action: "accept" };
  };
  const end = new AbortController();
  const locked = server.callTool("locked", { url: "https://login.example/a" }, { signal: never(), elicit: elicitFor("locked") });
  const newer = server.callTool("hang", {}, { signal: end.signal, elicit: elicitFor("newer") }).catch(() => undefined);
  assert.equal(textOf(await locked), "unlocked");
  end.abort();
  await newer;
  assert.deepEqual(asked, ["locked"]);
});

test("a call requires at most five URLs to be opened", async (t) => {
  const { server } = stub(t);
  let asked = 0;
  const elicit = async (): Promise<McpElicitResult> => {
    asked += 1;
    return { action: "accept" };
  };
  const input = { url: "https://login.example/a", count: 15 };
  assert.equal(textOf(await server.callTool("locked", input, { signal: never(), elicit })), "unlocked");
  assert.equal(asked, 5);
});
