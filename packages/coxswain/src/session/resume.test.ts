import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import type { Entry } from "../log/index.ts";
import { defineTool, isMessage, type RunEndEntry, textResult, type Tool } from "../loop/index.ts";
import type { Reply, Script } from "../model/index.ts";
import { collect, openScene, callSay, sayTool, transcript, typesIn } from "../runtime/runtime.fixture.ts";
import { clear, history } from "./operations.ts";
import { reopen, storeCutAt, storedIn } from "../runtime/crash.fixture.ts";

type Cut = (entries: readonly Entry[]) => number;

/** Number of entries up to and including the nth match. */
const after =
  (is: (entry: Entry) => boolean, nth = 1): Cut =>
  (entries) =>
    entries.findIndex((entry, at) => is(entry) && entries.slice(0, at + 1).filter(is).length === nth) + 1;

const isAnswer = (entry: Entry): boolean => isMessage(entry) && entry.message.role === "assistant";
const isResult = (entry: Entry): boolean => isMessage(entry) && entry.message.role === "tool";
const isType = (type: string) => (entry: Entry) => entry.type === type;

/** A tool that records its executed calls. */
const counting = (options: Partial<Tool> = {}) => {
  const executed: string[] = [];
  const run = async ({ text }: { text: string }) => {
    executed.push(text);
    return textResult(text);
  };
  const tool: Tool = { ...sayTool({ effect: "write", run }), ...options };
  return { executed, tool };
};

/** Reopens a session in another process after a kill at an entry of its first run. */
const reopenKilled = async ({
  script,
  at,
  replies = [],
  tools = [sayTool()],
  later = tools,
  ...setup
}: {
  readonly script: Script;
  readonly at: Cut;
  readonly replies?: Script;
  readonly tools?: readonly Tool[];
  readonly later?: readonly Tool[];
  readonly maxTurns?: number;
  readonly options?: { readonly maxTurns: number };
}) => {
  const { options = {}, ...rest } = setup;
  await using scene = await openScene({ script, tools, ...rest });
  await scene.session.prompt("go", { id: "go", ...options }).outcome;
  const entries = await storedIn(scene.store, scene.session.id);
  const store = await storeCutAt(scene.store, scene.session.id, at(entries));
  return { ...(await reopen(store, scene.session.id, { script: replies, tools: later })), entries };
};

const runsIn = (entries: readonly Entry[], type: string): string[] =>
  entries.flatMap((entry) => (entry.type === type && "run" in entry ? [String(entry.run)] : []));

test("S0-76: a run interrupted before its answer asks the model again and preserves its id", async () => {
  await using cut = await reopenKilled({ script: ["lost"], at: after(isMessage), replies: ["done"] });
  const { interrupted } = cut.session.state;
  const run = cut.session.resume();
  assert.deepEqual(interrupted, { run: run?.id, turn: 1 });
  assert.equal((await run?.outcome)?.kind, "done");
  assert.deepEqual(transcript(cut.session), ["user: go", "assistant: done"]);
  assert.deepEqual(runsIn(cut.session.entries, "run_start"), [run?.id]);
  assert.deepEqual(runsIn(cut.session.entries, "run_end"), [run?.id]);
  assert.equal(cut.session.state.interrupted, undefined);
});

test("a run interrupted after an answer without calls ends without a request", async () => {
  await using cut = await reopenKilled({ script: ["done"], at: after(isAnswer) });
  const outcome = await cut.session.resume()?.outcome;
  assert.equal(outcome?.kind === "done" && outcome.reply.content[0]?.type, "text");
  assert.equal(cut.model.requests.length, 0);
});

test("L19: in an interrupted batch, finished calls stay, started calls are interrupted, and the rest run", async () => {
  const first = counting();
  const later = counting();
  await using cut = await reopenKilled({
    script: [callSay("a", "b", "c"), "lost"],
    at: after(isType("tool_start"), 2),
    tools: [first.tool],
    later: [later.tool],
    replies: ["done"],
  });
  assert.equal((await cut.session.resume()?.outcome)?.kind, "done");
  assert.deepEqual(later.executed, ["c"]);
  const [a, b, c] = transcript(cut.session).slice(2);
  assert.deepEqual([a, c], ["tool: a", "tool: c"]);
  assert.match(b ?? "", /^tool: !interrupted Interrupted: .* It may have run/);
});

test("L19: a started call that is safe to replay runs again", async () => {
  const later = counting({ replay: "safe" });
  await using cut = await reopenKilled({
    script: [callSay("a"), "lost"],
    at: after(isType("tool_start")),
    tools: [counting({ replay: "safe" }).tool],
    later: [later.tool],
    replies: ["done"],
  });
  await cut.session.resume()?.outcome;
  assert.deepEqual(later.executed, ["a"]);
  assert.deepEqual(transcript(cut.session)[2], "tool: a");
});

test("interrupted read-only calls run again", async () => {
  const later = counting({ effect: "read" });
  await using cut = await reopenKilled({
    script: [callSay("a", "b"), "lost"],
    at: after(isAnswer),
    later: [later.tool],
    replies: ["done"],
  });
  await cut.session.resume()?.outcome;
  assert.deepEqual(later.executed, ["a", "b"]);
});

test("an unanswered question is asked again", async () => {
  const asking = (asked: string[]): Tool =>
    sayTool({
      effect: "write",
      needs: ({ text }) => {
        asked.push(text);
        return [{ tool: "say", effect: "write", subject: text }];
      },
    });
  const asked: string[] = [];
  await using cut = await reopenKilled({
    script: [callSay("a", "b"), "lost"],
    at: after(isResult),
    tools: [asking([])],
    later: [asking(asked)],
    replies: ["done"],
  });
  await cut.session.resume()?.outcome;
  assert.deepEqual(asked, ["b"]);
});

test("steering from before the crash skips calls that have not started and is sent at the next turn", async () => {
  const steering = sayTool({
    run: async ({ text }) => {
      if (text === "a") scene.session.steer("look here");
      return textResult(text);
    },
  });
  await using scene = await openScene({ script: [callSay("a", "b"), "lost"], tools: [steering] });
  await scene.session.prompt("go").outcome;
  const entries = await storedIn(scene.store, scene.session.id);
  const store = await storeCutAt(scene.store, scene.session.id, after(isType("inbox_admit"))(entries));
  await using cut = await reopen(store, scene.session.id, { script: ["looking"], tools: [sayTool()] });
  assert.deepEqual(cut.session.state.queue.steering, ["look here"]);
  await cut.session.resume()?.outcome;
  assert.deepEqual(transcript(cut.session).slice(2), [
    "tool: !skipped Skipped: the user steered the run.",
    "tool: !skipped Skipped: the user steered the run.",
    "user: look here",
    "assistant: looking",
  ]);
});

test("S4-05: turns before the crash count", async () => {
  const script = [callSay("a"), callSay("b"), callSay("c")];
  await using cut = await reopenKilled({ script, at: after(isAnswer, 2), replies: [callSay("d")], options: { maxTurns: 3 } });
  assert.equal(cut.session.state.interrupted?.turn, 2);
  const outcome = await cut.session.resume()?.outcome;
  assert.equal(outcome?.kind === "limit" && outcome.limit.name, "turns");
  assert.equal(cut.model.requests.length, 1);
});

test("options of `resume` override the run's options", async () => {
  await using cut = await reopenKilled({
    script: [callSay("a"), callSay("b")],
    at: after(isAnswer, 2),
    replies: ["done"],
    options: { maxTurns: 2 },
  });
  assert.equal((await cut.session.resume({ maxTurns: 5 })?.outcome)?.kind, "done");
});

test("the loop breaker counts repetitions from before the crash", async () => {
  const script = Array.from({ length: 5 }, () => callSay("again"));
  await using cut = await reopenKilled({ script: [...script, "lost"], at: after(isResult, 5), replies: script });
  const outcome = await cut.session.resume()?.outcome;
  assert.equal(outcome?.kind === "limit" && outcome.limit.name, "loop");
  assert.equal(cut.model.requests.length, 1);
});

test("a resumed run sends its reasoning back to the model", async () => {
  const thought = { reasoning: "hm", calls: [{ name: "say", input: { text: "a" } }] };
  await using cut = await reopenKilled({ script: [thought, "lost"], at: after(isResult), replies: ["done"] });
  await cut.session.resume()?.outcome;
  const answer = cut.model.requests[0]?.messages.find(({ role }) => role === "assistant");
  assert.ok(JSON.stringify(answer).includes('"hm"'));
});

test("a prompt ends an interrupted run: every call has a result, which the model sees", async () => {
  await using cut = await reopenKilled({
    script: [callSay("a", "b", "c"), "lost"],
    at: after(isType("tool_start"), 2),
    tools: [counting().tool],
    replies: ["I see"],
  });
  const run = cut.session.prompt("what happened?");
  const events = await collect(run);
  assert.deepEqual(
    transcript(cut.session).map((line) => line.replace(/([.:]).*$/, "$1")),
    ["user:", "assistant:", "tool:", "tool:", "tool:", "user:", "assistant:"],
  );
  assert.match(transcript(cut.session)[3] ?? "", /!interrupted .*may have run/);
  assert.match(transcript(cut.session)[4] ?? "", /!interrupted Not run/);
  const end = cut.session.entries.find((entry): entry is RunEndEntry => entry.type === "run_end");
  assert.deepEqual(end?.outcome, { kind: "aborted", reason: "interrupted" });
  assert.deepEqual(
    events.filter(({ type }) => type === "run_end" || type === "tool_end").map(({ type }) => type),
    ["run_end"],
    "only the log has the results",
  );
});

test("resume returns undefined unless a run is interrupted", async () => {
  await using scene = await openScene({ script: ["one", "two"] });
  assert.equal(scene.session.resume(), undefined);
  const run = scene.session.prompt("go");
  assert.equal(scene.session.resume(), undefined);
  await run.outcome;
  assert.equal(scene.session.resume(), undefined);
  await scene.session.close();
  const outcome = await scene.session.resume()?.outcome;
  assert.equal(outcome?.kind === "failed" && outcome.error.code, "closed");
});

test("a run without a message starts from its queued prompt, with the same id", async () => {
  await using cut = await reopenKilled({ script: ["lost"], at: after(isType("run_start")), replies: ["done"] });
  const [started] = runsIn(cut.session.entries, "run_start");
  assert.equal(cut.session.state.interrupted, undefined);
  assert.deepEqual(cut.session.state.queue.prompts, ["go"]);
  const run = cut.session.resume();
  assert.equal(run?.id, started);
  assert.equal((await run?.outcome)?.kind, "done");
  assert.deepEqual(runsIn(cut.session.entries, "run_start"), [started]);
  assert.deepEqual(runsIn(cut.session.entries, "run_end"), [started]);
});

test("queued prompts run after the resumed run", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScene({ script: [{ text: "one", hold: hold.promise }] });
  const first = scene.session.prompt("first");
  const second = scene.session.prompt("second", { whenBusy: "queue" });
  await first.admitted();
  await second.admitted();
  await using cut = await reopen(await storeCutAt(scene.store, scene.session.id), scene.session.id, { script: ["one", "two"] });
  assert.equal(cut.session.resume()?.id, first.id);
  const next = cut.session.prompt("third", { whenBusy: "queue" });
  await next.outcome;
  assert.deepEqual(runsIn(cut.session.entries, "run_end"), [first.id, second.id, next.id]);
  hold.resolve();
});

test("resume delivers follow-ups left by an ended run", async () => {
  const tool = sayTool({
    run: async ({ text }) => {
      scene.session.followUp("and this");
      return textResult(text);
    },
  });
  await using scene = await openScene({ script: [callSay("a"), { cut: true }], tools: [tool] });
  await scene.session.prompt("go").outcome;
  await scene.session.close();
  await using cut = await reopen(scene.store, scene.session.id, { script: ["done"] });
  assert.deepEqual(cut.session.state.queue.followUps, ["and this"]);
  assert.equal((await cut.session.resume()?.outcome)?.kind, "done");
  assert.deepEqual(transcript(cut.session).slice(-2), ["user: and this", "assistant: done"]);
});

test("a resumed run emits its own run_start and run_end and repeats no tool events", async () => {
  await using cut = await reopenKilled({ script: [callSay("a", "b"), "lost"], at: after(isResult), replies: ["done"] });
  const events = await collect(cut.session.resume() ?? assert.fail());
  assert.deepEqual(
    events.flatMap((event) => (event.type === "run_start" ? [event.resumed] : [])),
    [true],
  );
  assert.deepEqual(
    events.flatMap((event) => (event.type === "turn_start" ? [event.turn] : [])),
    [1, 2],
  );
  const calls = events.flatMap((event) => (event.type === "tool_call" ? [event.call.input] : []));
  assert.deepEqual(calls, [{ text: "b" }]);
  assert.equal(events.at(-1)?.type, "run_end");
});

test("repeating the prompt of an interrupted run resumes it", async () => {
  await using cut = await reopenKilled({ script: ["lost"], at: after(isMessage), replies: ["done"] });
  const { interrupted } = cut.session.state;
  const run = cut.session.prompt("go", { id: "go" });
  assert.equal(run.id, interrupted?.run);
  assert.equal((await run.outcome).kind, "done");
  assert.deepEqual(transcript(cut.session), ["user: go", "assistant: done"]);
});

test("a cleared session has no interrupted run", async () => {
  await using cut = await reopenKilled({ script: [callSay("a"), "lost"], at: after(isAnswer), replies: ["done"] });
  await clear(cut.session);
  assert.equal(cut.session.state.interrupted, undefined);
  assert.deepEqual(typesIn(cut.session.entries).slice(-3), ["message", "run_end", "reset"]);
  assert.equal((await cut.session.prompt("again").outcome).kind, "done");
  assert.equal(cut.model.requests[0]?.messages.length, 1);
});

test("a prompt sent during a clear runs after it, even if the clear ends an interrupted run", async () => {
  await using cut = await reopenKilled({ script: [callSay("one", "two")], at: after(isAnswer), replies: ["fresh"] });
  const cleared = clear(cut.session);
  await cut.session.prompt("again").outcome;
  await cleared;
  assert.deepEqual(
    history(cut.session).map(({ message }) => message.role),
    ["user", "assistant"],
  );
  const entries = await storedIn(cut.store, cut.session.id);
  assert.equal(entries.filter(isResult).length, 2);
  assert.equal(entries.filter(isType("run_end")).length, 2);
});

test("moving the leaf into the middle of a run allows it to resume", async () => {
  await using scene = await openScene({ script: [callSay("a"), "one", "two"], tools: [sayTool()] });
  await scene.session.prompt("go").outcome;
  const result = scene.session.entries.find(isResult) ?? assert.fail();
  await scene.session.fork(result.id, { into: "here" });
  await scene.session.resume()?.outcome;
  assert.deepEqual(transcript(scene.session).slice(-2), ["tool: a", "assistant: two"]);
});

test("S0-76, L19: after a kill at any entry, a run resumes to its end, and no effect happens twice", async () => {
  const more: Reply = {
    text: "more",
    calls: [
      { name: "look", input: {} },
      { name: "say", input: { text: "c" } },
    ],
  };
  const script = (turn: number) => [callSay("a", "b"), more][turn] ?? "done";
  const look = defineTool({
    name: "look",
    description: "Looks.",
    inputSchema: z.object({}),
    effect: "read",
    execute: async () => textResult("seen"),
  });
  const first = counting();
  await using scene = await openScene({ script: (_, turn) => script(turn), tools: [first.tool, look] });
  await scene.session.prompt("go").outcome;
  const entries = await storedIn(scene.store, scene.session.id);
  assert.ok(entries.length > 10);
  for (let length = 3; length < entries.length; length++) {
    const remaining = entries.slice(0, length);
    const answers = remaining.filter(isAnswer).length;
    const later = counting();
    await using cut = await reopen(await storeCutAt(scene.store, scene.session.id, length), scene.session.id, {
      script: (_, turn) => script(answers + turn),
      tools: [later.tool, look],
    });
    const outcome = await cut.session.resume()?.outcome;
    assert.equal(outcome?.kind, "done", `after ${length} entries`);
    const started = remaining.flatMap((entry) => (entry.type === "tool_start" && "call" in entry ? [String(entry.call)] : []));
    assert.equal(started.length + later.executed.length, 3, "each effect started once");
    const results = cut.session.entries.filter(isResult);
    assert.equal(results.length, 4, "each call has one result");
    assert.equal(runsIn(cut.session.entries, "run_start").length, 1);
    assert.equal(runsIn(cut.session.entries, "run_end").length, 1);
    assert.equal(cut.session.resume(), undefined);
  }
});
