import assert from "node:assert/strict";
import { test } from "node:test";
import { gone, manualTimers, never, stub, textOf } from "./stub-server.fixture.ts";
import type { McpServer } from "./types.ts";

const skip = process.platform === "linux" ? false : "reads /proc";

const echo = (server: McpServer) => server.callTool("echo", { text: "ahoy" }, { signal: never() });

test("a server that the user disables ends, and its requests fail until a restart", { skip }, async (t) => {
  const { server, servers, pids, starts } = stub(t);
  await server.start(never());
  assert.deepEqual(servers.toolNames(), ["mcp__stub__echo"]);
  await server.disable();
  await gone(pids());
  assert.deepEqual([server.state.kind, server.manifest?.tools[0]?.name, servers.toolNames()], ["disabled", "echo", []]);
  await assert.rejects(echo(server), /MCP server stub: disabled in this session\. The user can enable it with \/mcp/);
  assert.equal(starts(), 1);
  await server.restart(never());
  assert.equal(textOf(await echo(server)), "ahoy");
});

test("disabling a server ends its start, which is not a failure", { skip }, async (t) => {
  const { server, servers, pids } = stub(t, { hang: "initialize" }, { config: { startTimeout: 60_000 } });
  const states: string[] = [];
  servers.onChange(({ state }) => states.push(state.kind));
  const start = assert.rejects(server.start(never()), /disabled in this session/);
  while (pids().length === 0) await new Promise(setImmediate);
  await server.disable();
  await start;
  await gone(pids());
  assert.deepEqual(states, ["starting", "disabled"]);
});

test("a restart replaces the process, and fails the calls in progress", { skip }, async (t) => {
  const { server, pids } = stub(t);
  await server.start(never());
  const call = assert.rejects(server.callTool("hang", {}, { signal: never() }));
  await server.restart(never());
  await call;
  const [first = 0, second = 0] = pids();
  await gone([first]);
  assert.notEqual(first, second);
  assert.equal(server.state.kind, "started");
});

test("a restart starts a server that has failed too often", async (t) => {
  const { timers, advance } = manualTimers();
  const { server } = stub(t, { die: "start" }, { timers });
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const start = assert.rejects(server.start(never()));
    advance(4000);
    await start;
  }
  assert.match(server.state.kind === "failed" ? server.state.reason : "", /is not started again in this session/);
  await assert.rejects(server.restart(never()));
  assert.doesNotMatch(server.state.kind === "failed" ? server.state.reason : "not started again", /not started again/);
});

test("a server is not started after its servers are closed", async (t) => {
  const { server, servers, starts } = stub(t);
  await servers.close();
  await assert.rejects(server.restart(never()), /ended with the session/);
  assert.equal(starts(), 0);
});
