import assert from "node:assert/strict";
import { test } from "node:test";
import { fixedModels, type Model, type Models, type ScriptedModel } from "../model/index.ts";
import { collect, messagesOf, openScene, callSay, sayTool, transcript, typesIn } from "../runtime/runtime.fixture.ts";
import { memoryStore } from "../log/index.ts";
import { faultyStore } from "../testing/index.ts";
import { standardSchema, textResult, type Tool } from "./tool.ts";

const forever = new Promise<never>(() => {});

/** A model whose stream sends one word, and then neither continues nor respects an abort. */
const deafModel = (info: Model["info"]): Model => ({
  info: { ...info, reference: "deaf/deaf" },
  async *stream() {
    yield { type: "text_start", id: "t" } as const;
    yield { type: "text_delta", id: "t", delta: "well" } as const;
    await forever;
  },
});

test("S4-14, S0-43, S1-39, S1-40, S3-10, S3-35: an abort while the model answers preserves the user's message and discards the answer", async () => {
  await using scene = await openScene({ script: [{ text: "a long answer", hold: forever }] });
  const run = scene.session.prompt("go");
  const types: string[] = [];
  for await (const event of run) {
    types.push(event.type);
    if (event.type === "part_end") run.abort("enough");
  }
  assert.deepEqual(await run.outcome, { kind: "aborted", reason: "enough" });
  assert.deepEqual(transcript(scene.session), ["user: go"]);
  assert.ok(types.includes("message_discard"));
});

test("S0-28: with `keep` the aborted answer is saved, marked, without its calls", async () => {
  const reply = { text: "a long answer", calls: [{ name: "say", input: { text: "a" } }], hold: forever };
  await using scene = await openScene({ script: [reply, "next"], tools: [sayTool()], onAbort: "keep" });
  const run = scene.session.prompt("go");
  for await (const event of run) if (event.type === "message_delta" && event.kind === "tool_input") run.abort();
  assert.deepEqual(transcript(scene.session), ["user: go", "assistant: a long answer"]);
  assert.equal((messagesOf(scene.session)[1] as { stop?: string }).stop, "interrupted");
});

test("an abort does not wait for a provider that ignores it", async () => {
  await using scene = await openScene();
  await scene.session.set({ model: deafModel(scene.model.info) });
  const run = scene.session.prompt("go");
  for await (const event of run) if (event.type === "message_delta") run.abort();
  assert.equal((await run.outcome).kind, "aborted");
});

test("an abort does not wait for a tool that ignores it, and its call has a result", async () => {
  const started = Promise.withResolvers<void>();
  const say = sayTool({
    effect: "write",
    run: () => {
      started.resolve();
      return forever;
    },
  });
  await using scene = await openScene({ script: [callSay("a", "b")], tools: [say] });
  const run = scene.session.prompt("go");
  await started.promise;
  run.abort();
  assert.equal((await run.outcome).kind, "aborted");
  assert.deepEqual(transcript(scene.session).slice(2), [
    "tool: !cancelled Cancelled by the user while it ran; it may have had effects.",
    "tool: !cancelled Cancelled by the user before it started.",
  ]);
});

test("the result of an aborted call that only reads mentions no effects", async () => {
  const started = Promise.withResolvers<void>();
  const say = sayTool({
    run: () => {
      started.resolve();
      return forever;
    },
  });
  await using scene = await openScene({ script: [callSay("a")], tools: [say] });
  const run = scene.session.prompt("go");
  await started.promise;
  run.abort();
  await run.outcome;
  assert.deepEqual(transcript(scene.session).at(-1), "tool: !cancelled Cancelled by the user while it ran.");
});

/** A clock without time, and the durations requested of it. */
const countingClock = () => {
  const slept: number[] = [];
  return { slept, sleep: async (ms: number) => void slept.push(ms) };
};

/** A started operation, and a function that waits for ever. */
const wait = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const hang = () => {
    resolve();
    return forever;
  };
  return { started: promise, hang };
};

const hanging: Record<string, (hang: () => Promise<never>) => Parameters<typeof openScene>[0]> = {
  "a model lookup": (hang) => {
    const models = (model: ScriptedModel): Models => {
      let asked = 0;
      return { ...fixedModels(model), get: async () => (asked++ === 0 ? model : hang()) };
    };
    return { models };
  },
  "a model's first word": (hang) => ({ script: hang }),
  "a tool's schema": (hang) => {
    const tool: Tool = {
      ...sayTool(),
      inputSchema: standardSchema(hang, { type: "object" }),
    };
    return { script: [callSay("a")], tools: [tool] };
  },
  "the permission requests of a tool": (hang) => ({ script: [callSay("a")], tools: [sayTool({ needs: hang })] }),
  "a question": (hang) => ({
    script: [callSay("a")],
    tools: [sayTool({ needs: () => [{ tool: "say", effect: "write", subject: "x" }] })],
    policy: () => undefined,
    ask: hang,
  }),
  "a tool": (hang) => ({ script: [callSay("a")], tools: [sayTool({ run: hang })] }),
};

for (const [what, sceneOf] of Object.entries(hanging)) {
  test(`an abort waits at most 100 ms for ${what} that does not end, and the history stays complete`, async () => {
    const { started, hang } = wait();
    const clock = countingClock();
    await using scene = await openScene({ clock, ...sceneOf(hang) });
    const run = scene.session.prompt("go");
    await started;
    run.abort("enough");
    assert.deepEqual(await run.outcome, { kind: "aborted", reason: "enough" });
    assert.ok(clock.slept.reduce((sum, ms) => sum + ms, 0) <= 100, clock.slept.join());
    const [, answer, result] = messagesOf(scene.session);
    if (answer !== undefined) assert.equal(result?.role === "tool" && result.reason, "cancelled");
  });
}

test("a call whose permission was pending at an abort did not run, and its result states this", async () => {
  const { started, hang } = wait();
  await using scene = await openScene({ script: [callSay("a")], tools: [sayTool({ effect: "write", needs: hang })] });
  const run = scene.session.prompt("go");
  await started;
  run.abort();
  await run.outcome;
  assert.equal(transcript(scene.session).at(-1), "tool: !cancelled Cancelled by the user before it started.");
});

test("a tool does not start after an abort, even if its intent took long to be written", async () => {
  const { started, hang } = wait();
  const slow = Promise.withResolvers<void>();
  let ran = false;
  const say = sayTool({
    effect: "write",
    run: async () => {
      ran = true;
      return textResult("done");
    },
  });
  const store = faultyStore(memoryStore(), {
    sync: (count) => {
      if (count < 2) return undefined;
      void hang();
      return slow.promise;
    },
  });
  await using scene = await openScene({ script: [callSay("a")], tools: [say], store });
  const run = scene.session.prompt("go");
  await started;
  run.abort();
  slow.resolve();
  await run.outcome;
  assert.equal(ran, false);
  assert.equal(transcript(scene.session).at(-1), "tool: !cancelled Cancelled by the user before it started.");
});

test("a tool that ends in time after an abort may add its partial result", async () => {
  const say = sayTool({
    run: async (_, { signal }) => {
      scene.session.abort();
      return textResult(signal.aborted ? "3 of 7 done" : "all done");
    },
  });
  await using scene = await openScene({ script: [callSay("a")], tools: [say] });
  await scene.session.prompt("go").outcome;
  assert.match(transcript(scene.session).at(-1) ?? "", /^tool: !cancelled .* 3 of 7 done$/);
});

test("results from before an abort are preserved", async () => {
  const say = sayTool({
    run: async ({ text }) => {
      if (text === "b") scene.session.abort();
      return textResult(text);
    },
  });
  await using scene = await openScene({ script: [callSay("a"), callSay("b")], tools: [say] });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(transcript(scene.session).slice(0, 3), ["user: go", 'assistant: [say {"text":"a"}]', "tool: a"]);
});

test("an aborted tool can no longer report progress, record entries or request permission", async () => {
  const release = Promise.withResolvers<void>();
  const late = Promise.withResolvers<readonly (string | false)[]>();
  const say = sayTool({
    run: async (_, context) => {
      scene.session.abort();
      await release.promise;
      context.progress("late");
      const ends = await Promise.allSettled([
        context.record({ type: "late" }),
        context.permission({ tool: "say", effect: "write", subject: "x" }),
      ]);
      late.resolve(ends.map((end) => end.status === "rejected" && String(end.reason)));
      return textResult("late");
    },
  });
  await using scene = await openScene({ script: [callSay("a")], tools: [say], clock: { sleep: async () => {} } });
  const events = await collect(scene.session.prompt("go"));
  release.resolve();
  for (const refused of await late.promise) assert.match(String(refused), /^ToolError/);
  assert.ok(!events.some(({ type }) => type === "tool_progress"));
  assert.ok(!typesIn(scene.session.entries).includes("late"));
});

test("P24: an abort at any event leaves a complete history, and the next prompt works", async () => {
  const script = () => [
    {
      reasoning: "hm",
      text: "so",
      calls: [
        { name: "say", input: { text: "a" } },
        { name: "say", input: { text: "b" } },
      ],
    },
    "done",
  ];
  await using whole = await openScene({ script: script(), tools: [sayTool({ effect: "write" })] });
  const count = (await collect(whole.session.prompt("go"))).length;
  assert.ok(count > 20);
  for (let at = 0; at < count; at++) {
    let turn = 0;
    await using scene = await openScene({ script: () => script()[turn++] ?? "next", tools: [sayTool({ effect: "write" })] });
    const run = scene.session.prompt("go");
    let index = 0;
    for await (const _ of run) if (index++ === at) run.abort();
    const before = messagesOf(scene.session);
    const calls = before.flatMap((message) =>
      message.role === "assistant" ? message.content.filter(({ type }) => type === "tool_call") : [],
    );
    assert.equal(before.filter(({ role }) => role === "tool").length, calls.length, `a result for each call after an abort at event ${at}`);
    turn = 2;
    assert.equal((await scene.session.prompt("again").outcome).kind, "done", `the next prompt after an abort at event ${at}`);
  }
});

test("messages queued for an aborted run are dropped, and the session emits this before the run's end", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScene({ script: [{ text: "x", hold: hold.promise }, "next"] });
  const run = scene.session.prompt("go");
  const events = [];
  for await (const event of run) {
    events.push(event);
    if (event.type === "part_end") {
      run.followUp("never sent");
      run.abort();
    }
  }
  const changes = events.flatMap((event) => (event.type === "queue_change" ? [event.followUps] : []));
  assert.deepEqual(changes, [1, 0]);
  assert.equal(events.at(-1)?.type, "run_end");
  assert.deepEqual(scene.session.state.queue.followUps, []);
  await scene.session.prompt("again").outcome;
  assert.deepEqual(transcript(scene.session), ["user: go", "user: again", "assistant: next"]);
});

test("messages after an abort are not a part of the aborted run", async () => {
  await using scene = await openScene({ script: [{ text: "x", hold: forever }, "done"] });
  const run = scene.session.prompt("go");
  for await (const event of run) {
    if (event.type !== "part_end") continue;
    run.abort();
    assert.equal(run.steer("too late"), "settled");
    const next = scene.session.prompt("do this instead", { whenBusy: "steer" });
    assert.notEqual(next, run);
    assert.equal((await next.outcome).kind, "done");
  }
  assert.deepEqual(transcript(scene.session), ["user: go", "user: do this instead", "assistant: done"]);
});

test("a message of a listener at an abort waits for the next run", async () => {
  let receipt: string | undefined;
  const say = sayTool({
    run: (_, { signal }) => {
      signal.addEventListener("abort", () => (receipt = scene.session.steer("wait!")));
      scene.session.abort();
      return forever;
    },
  });
  await using scene = await openScene({ script: [callSay("a")], tools: [say] });
  await scene.session.prompt("go").outcome;
  assert.equal(receipt, "next_run");
  assert.deepEqual(scene.session.state.queue.steering, ["wait!"]);
});

test("S1-43: an abort of an idle session has no effect", async () => {
  await using scene = await openScene({ script: ["hello"] });
  scene.session.abort();
  assert.equal((await scene.session.prompt("hi").outcome).kind, "done");
});
