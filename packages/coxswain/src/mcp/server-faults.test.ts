import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gone, isGone, manualTimers, never, serversOf, stub, textOf } from "./stub-server.fixture.ts";
import type { McpServer, McpServers, McpServerState } from "./types.ts";

const skip = process.platform === "linux" ? false : "reads /proc";

/** Resolves with the next state that the condition accepts. */
const stateOf = (servers: McpServers, accept: (state: McpServerState) => boolean): Promise<McpServerState> =>
  new Promise((resolve) => {
    const end = servers.onChange(({ state }) => {
      if (!accept(state)) return;
      end();
      resolve(state);
    });
  });

const reasonOf = (server: McpServer): string => (server.state.kind === "failed" ? server.state.reason : server.state.kind);

for (const hang of ["start", "initialize", "list"] as const) {
  test(`a server that is silent from ${hang} on fails after the start's timeout, and its process ends`, { skip }, async (t) => {
    const { server, pids } = stub(t, { hang }, { config: { startTimeout: 600 } });
    await assert.rejects(server.start(never()), /no answer within 0\.6 s of its start/);
    assert.match(reasonOf(server), /^no answer/);
    assert.ok(pids().length > 0);
    assert.ok(pids().every(isGone));
  });
}

test("a call without answer ends after its timeout, is cancelled at the server, and does not end it", async (t) => {
  const { server, recorded } = stub(t, {}, { config: { callTimeout: 100 } });
  await server.start(never());
  await assert.rejects(server.callTool("hang", {}, { signal: never() }), /no answer and no progress for 0\.1 s/);
  assert.equal(textOf(await server.callTool("echo", { text: "still here" }, { signal: never() })), "still here");
  assert.ok(recorded().includes("notification notifications/cancelled"));
  assert.equal(server.state.kind, "started");
});

test("an aborted call rejects with the reason of its signal, and is cancelled at the server", async (t) => {
  const { server, recorded } = stub(t);
  await server.start(never());
  const controller = new AbortController();
  const call = server.callTool("hang", {}, { signal: controller.signal });
  const reason = new Error("stopped by the user");
  // The server has read the call when it answers a later one.
  await server.callTool("echo", {}, { signal: never() });
  controller.abort(reason);
  await assert.rejects(call, reason);
  await server.callTool("echo", {}, { signal: never() });
  assert.ok(recorded().includes("notification notifications/cancelled"));
});

test("reports progress in clean lines", async (t) => {
  const { server } = stub(t);
  const lines: string[] = [];
  await server.callTool("progress", {}, { signal: never(), onProgress: (line) => lines.push(line) });
  assert.deepEqual([lines[0], lines.at(-1)], ["1/3 work", "3/3 work"]);
});

test("each progress starts the timeout of a call again", async (t) => {
  const { timers, advance } = manualTimers();
  const { server } = stub(t, {}, { timers, config: { callTimeout: 60_000 } });
  const result = await server.callTool("progress", {}, { signal: never(), onProgress: () => advance(59_000) });
  assert.equal(textOf(result), "done");
});

test("a call whose server sends progress without end fails after the total time, and is cancelled at the server", async (t) => {
  const { server, recorded } = stub(t, {}, { config: { callTimeout: 10_000, totalTimeout: 1500 } });
  await server.start(never());
  let shown = 0;
  const call = server.callTool("endless progress", {}, { signal: never(), onProgress: () => (shown += 1) });
  await assert.rejects(call, /no answer within 1\.5 s, in spite of progress/);
  assert.ok(shown > 0 && shown < 100, `${shown} of hundreds of notifications were shown`);
  await server.callTool("echo", {}, { signal: never() });
  assert.ok(recorded().includes("notification notifications/cancelled"));
});

for (const era of ["legacy", "modern"] as const)
  test(`a ${era} server may send messages that make no sense`, async (t) => {
    const { server } = stub(t, { era });
    assert.equal(textOf(await server.callTool("nonsense", {}, { signal: never() })), "done");
    assert.equal(textOf(await server.callTool("echo", { text: "ahoy" }, { signal: never() })), "ahoy");
  });

for (const answer of [{ result: null }, { result: "yes" }, { error: "no" }, {}])
  test(`an answer of ${JSON.stringify(answer)} fails its call at once`, async (t) => {
    const { server } = stub(t);
    await assert.rejects(server.callTool("no object", answer, { signal: never() }), /stub: its answer is not valid$/);
  });

for (const noise of ["garbage", "flood"] as const) {
  test(`a server may print ${noise} beside its messages`, async (t) => {
    const { server } = stub(t, { [noise]: true });
    await server.start(never());
    assert.equal(textOf(await server.callTool("echo", { text: "ahoy" }, { signal: never() })), "ahoy");
  });
}

test("the reason of a server that ends at its start has its exit code and its last output", async (t) => {
  const { server } = stub(t, { die: "start" });
  await assert.rejects(server.start(never()), /MCP server stub: it ended with exit code 4\. Its last output: missing API_KEY/);
});

test("configured variables are hidden in the reason", async (t) => {
  const { server } = stub(t, { die: "start" }, { config: { env: { KEY: "missing API_KEY" } } });
  await assert.rejects(server.start(never()), /Its last output: \[hidden\]/);
  assert.match(reasonOf(server), /\[hidden\]/);
});

test("a secret is hidden also if it is longer than the part of the output that the reason has", async (t) => {
  const secret = "secret".repeat(100);
  const config = { command: "sh", args: ["-c", 'echo "no access: $KEY" >&2; exit 1'], env: { KEY: secret } };
  const { server } = stub(t, {}, { config });
  await assert.rejects(server.start(never()), /Its last output: no access: \[hidden\]$/);
});

for (const [die, code] of [
  ["initialize", 5],
  ["list", 6],
] as const)
  test(`a server that ends at ${die} fails with its exit code`, async (t) => {
    const { server } = stub(t, { die });
    await assert.rejects(server.start(never()), new RegExp(`it ended with exit code ${code}$`));
  });

test("a server that ends in a call fails with its last output, and the next call starts it again", async (t) => {
  const { timers, advance } = manualTimers();
  const { server, starts } = stub(t, {}, { timers });
  await server.start(never());
  await assert.rejects(server.callTool("die", {}, { signal: never() }), /exit code 3\. Its last output: the disk is on fire/);
  assert.match(reasonOf(server), /exit code 3/);
  assert.ok(server.manifest);
  const before = starts();
  const call = server.callTool("echo", { text: "again" }, { signal: never() });
  advance(1000);
  assert.equal(textOf(await call), "again");
  assert.equal(starts(), before + 1);
});

test("a server is restarted after 1, 2 and 4 seconds, and not again", async (t) => {
  const { timers, advance, requested } = manualTimers();
  const { server, starts } = stub(t, { die: "list" }, { timers });
  const delays: (number | undefined)[] = [];
  for (let start = 0; start < 4; start += 1) {
    const earlier = requested.length;
    const failed = assert.rejects(server.start(never()), /exit code 6/);
    delays.push(requested[earlier]);
    advance(4000);
    await failed;
  }
  assert.deepEqual(delays.slice(1), [1000, 2000, 4000]);
  assert.match(reasonOf(server), /failed 4 times, and is not started again/);
  await assert.rejects(server.start(never()), /not started again/);
  assert.equal(starts(), 4);
});

test("the restart of a server in the other era is one of its three", async (t) => {
  const { timers, advance } = manualTimers();
  const { server, starts } = stub(t, { die: "start" }, { timers });
  while (!/not started again/.test(reasonOf(server))) {
    const failed = assert.rejects(server.start(never()), /missing API_KEY/);
    advance(4000);
    await failed;
  }
  assert.equal(starts(), 4);
});

test("a server does not start again before its last process has ended", { skip }, async (t) => {
  const { server, pids } = stub(t, { stubborn: true });
  await server.start(never());
  const first = pids();
  await assert.rejects(server.callTool("close output", {}, { signal: never() }), /closed its output/);
  await server.start(never());
  assert.ok(first.every(isGone));
});

test("a server that ran for five minutes has all its restarts again", async (t) => {
  const { timers, advance } = manualTimers();
  const { server } = stub(t, {}, { timers });
  for (let end = 0; end < 6; end += 1) {
    const start = server.start(never());
    advance(1000);
    await start;
    advance(300_000);
    await assert.rejects(server.callTool("die", {}, { signal: never() }), /exit code 3/);
  }
  assert.doesNotMatch(reasonOf(server), /not started again/);
});

for (const era of ["legacy", "modern"] as const)
  test(`a change of the tools of a ${era} server changes the manifest and the cache`, async (t) => {
    const { servers, server, again, recorded } = stub(t, { era });
    const first = await server.start(never());
    while (era === "modern" && !recorded().includes("subscribed")) await new Promise(setImmediate);
    const changed = stateOf(servers, ({ kind }) => kind === "started");
    await server.callTool("change", {}, { signal: never() });
    const state = await changed;
    assert.ok(state.kind === "started");
    assert.deepEqual(
      state.manifest.tools.map(({ name }) => name),
      ["changed"],
    );
    assert.notEqual(state.manifest.hash, first.hash);
    assert.deepEqual(again().manifest, state.manifest);
    // A listing for the start, and two for fifty notifications.
    assert.ok(recorded().filter((line) => line === "listed tools").length <= 3);
  });

test("after changes of its tools a server lists them at most twice", async (t) => {
  const { timers, advance } = manualTimers();
  const { servers, server, recorded } = stub(t, {}, { timers });
  await server.start(never());
  const changed = stateOf(servers, ({ kind }) => kind === "started");
  await server.callTool("change", {}, { signal: never() });
  await changed;
  for (let second = 0; second < 5; second += 1) {
    advance(1000);
    await server.callTool("change nothing", {}, { signal: never() }).catch(() => {});
  }
  assert.ok(recorded().filter((line) => line === "listed tools").length <= 3);
});

test("a message of 11 MB ends its call, and the server answers the next one", async (t) => {
  const { server, recorded } = stub(t);
  await server.start(never());
  await assert.rejects(server.callTool("large", { bytes: 11_000_000 }, { signal: never() }), /sent a message over 10 MB/);
  assert.equal(textOf(await server.callTool("echo", { text: "a" }, { signal: never() })), "a");
  assert.equal(recorded().filter((line) => line.startsWith("started")).length, 1);
});

test("50 MB without a line end end the call, and then the server", { skip }, async (t) => {
  const { servers, server, pids } = stub(t);
  await server.start(never());
  const failed = stateOf(servers, ({ kind }) => kind === "failed");
  await assert.rejects(server.callTool("endless", {}, { signal: never() }), /sent a message over 10 MB/);
  await failed;
  assert.match(reasonOf(server), /over 10 MB, and was ended/);
  await gone(pids());
});

test("a server that closes its output ends, and so does the call", { skip }, async (t) => {
  const { server, pids } = stub(t);
  await assert.rejects(server.callTool("close output", {}, { signal: never() }), /closed its output/);
  await gone(pids());
});

test("a message of 9 MB arrives whole", async (t) => {
  const { server } = stub(t);
  assert.equal(textOf(await server.callTool("large", { bytes: 9_000_000 }, { signal: never() })).length, 9_000_000);
});

test("closing ends all processes of a server: those that ignore SIGTERM, and those that left its group", { skip }, async (t) => {
  const { servers, server, pids } = stub(t, { children: true });
  await server.start(never());
  assert.equal(pids().length, 3);
  await servers.close();
  await gone(pids());
  await assert.rejects(server.start(never()), /ended with the session/);
});

test("a server that ends leaves no processes", { skip }, async (t) => {
  const { server, pids } = stub(t, { children: true });
  await assert.rejects(server.callTool("die", {}, { signal: never() }));
  await gone(pids());
});

test("closing waits for the process of a server that has failed", { skip }, async (t) => {
  const { servers, server, pids } = stub(t, { stubborn: true });
  await assert.rejects(server.callTool("close output", {}, { signal: never() }), /closed its output/);
  assert.ok(!pids().every(isGone));
  await servers.close();
  assert.ok(pids().every(isGone));
});

test("closing ends a server that is still starting, and reports no failure", { skip }, async (t) => {
  const { servers, server, pids } = stub(t, { hang: "initialize" });
  const states: string[] = [];
  servers.onChange(({ state }) => void states.push(state.kind));
  const failed = assert.rejects(server.start(never()), /ended with the session/);
  while (pids().length === 0) await new Promise(setImmediate);
  await servers.close();
  await failed;
  assert.deepEqual(states, ["starting"]);
  await gone(pids());
});

test("an old server that ignores unknown requests is asked in the old way, in the same process", async (t) => {
  const { server, starts } = stub(t, { ignoresUnknown: true }, { config: { startTimeout: 8000 } });
  assert.equal((await server.start(never())).era, "legacy");
  assert.equal(starts(), 1);
});

test("a modern server that starts slowly is recognized, in the same process", async (t) => {
  const { server, starts } = stub(t, { era: "modern", handlesFrom: 2 }, { config: { startTimeout: 8000 } });
  assert.equal((await server.start(never())).era, "modern");
  assert.equal(starts(), 1);
});

test("a server that has become modern is recognized in spite of the cache, in one process", async (t) => {
  const modernIf = join(serversOf(t, []).root, "modern");
  const { servers, server, again, starts } = stub(t, { modernIf });
  assert.equal((await server.start(never())).era, "legacy");
  await servers.close();
  writeFileSync(modernIf, "");
  assert.equal((await again().start(never())).era, "modern");
  assert.equal(starts(), 2);
});

for (const era of ["legacy", "modern"] as const)
  test(`a server that is known to be ${era} and ends at its start is started once`, async (t) => {
    const dieIf = join(serversOf(t, []).root, "die");
    const { servers, server, again, starts } = stub(t, { era, dieIf });
    await server.start(never());
    await servers.close();
    writeFileSync(dieIf, "");
    await assert.rejects(again().start(never()), /missing API_KEY/);
    assert.equal(starts(), 2);
  });

test("a caller that stops waiting does not stop the start", async (t) => {
  const { server } = stub(t);
  const controller = new AbortController();
  const left = server.start(controller.signal);
  const other = server.start(never());
  controller.abort(new Error("gone"));
  await assert.rejects(left, /gone/);
  await other;
  assert.equal(server.state.kind, "started");
});
