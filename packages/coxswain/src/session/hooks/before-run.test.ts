import assert from "node:assert/strict";
import { test } from "node:test";
import type { Hook, HookInputs } from "../../hooks/index.ts";
import { memoryStore } from "../../log/index.ts";
import { textOf } from "../../model/index.ts";
import { collect, messagesOf, openScene, callSay, sayTool, transcript, typesIn, typesOf } from "../../runtime/runtime.fixture.ts";
import { storedIn } from "../../runtime/crash.fixture.ts";

const before = (run: Extract<Hook, { event: "before_run" }>["run"], name = "gate"): Hook => ({ event: "before_run", name, run });

test("a denied run fails with hook_denied, asks no model and logs nothing", async () => {
  const store = memoryStore();
  await using scene = await openScene({ store, hooks: [before(() => ({ deny: "not on a Friday" }))] });
  const run = scene.session.prompt("deploy");
  const events = collect(run);
  const admitted = assert.rejects(run.admitted(), { code: "hook_denied", hook: "gate" });
  assert.deepEqual(await run.outcome, {
    kind: "failed",
    error: { code: "hook_denied", message: "The hook gate denied the run: not on a Friday" },
  });
  await admitted;
  assert.deepEqual(typesOf(await events), ["hook_block", "run_start", "run_end"]);
  assert.equal(scene.model.requests.length, 0);
  assert.deepEqual(typesIn(scene.session.entries), ["setup"]);
  assert.equal(scene.session.isBusy, false);
});

test("a queued prompt that a hook denies is cancelled in the log", async () => {
  const store = memoryStore();
  await using scene = await openScene({
    store,
    script: ["one", "three"],
    hooks: [before(({ prompt }) => (prompt === "two" ? { deny: "not two" } : {}))],
  });
  const runs = ["one", "two", "three"].map((text) => scene.session.prompt(text, { whenBusy: "queue" }));
  const outcomes = await Promise.all(runs.map(({ outcome }) => outcome));
  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    ["done", "failed", "done"],
  );
  assert.deepEqual(transcript(scene.session), ["user: one", "assistant: one", "user: three", "assistant: three"]);
  const { id } = scene.session;
  await scene.runtime.close();
  const cancelled = (await storedIn(store, id)).filter(({ type }) => type === "inbox_cancel");
  assert.equal(cancelled.length, 1);
});

test("S0-69, S4-52: hooks before a run change the prompt in order and preserve its images", async () => {
  const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
  const seen: string[] = [];
  const adds = (text: string): Hook =>
    before(({ prompt }) => {
      seen.push(prompt);
      return { prompt: `${prompt} ${text}` };
    });
  await using scene = await openScene({ script: ["ok"], hooks: [adds("please"), adds("now")] });
  await scene.session.prompt([{ type: "text", text: "go" }, image]).outcome;
  assert.deepEqual(seen, ["go", "go please"]);
  assert.deepEqual(messagesOf(scene.session)[0]?.content, [{ type: "text", text: "go please now" }, image]);
});

test("S0-69: a hook's addition to the system prompt applies to that run only, and the model sees the change", async () => {
  const hooks = [before(({ prompt }) => (prompt === "two" ? { system: "Answer in French." } : {}))];
  await using scene = await openScene({ script: ["1", "2", "3"], hooks });
  for (const text of ["one", "two", "three"]) await scene.session.prompt(text).outcome;
  const [first, second, third] = scene.model.requests.map(({ system }) => system.join());
  assert.equal(first, second);
  assert.equal(second, third);
  const prompts = scene.model.requests.map(({ messages }) => textOf(messages.at(-1) ?? assert.fail()));
  assert.equal(prompts[0], "one");
  assert.match(prompts[1] ?? "", /The section "run" is now:\n\nAnswer in French\./);
  assert.match(prompts[2] ?? "", /The section "run" no longer applies\./);
});

test("additions of hooks to the system prompt form its last section, in order", async () => {
  const hooks = [before(() => ({ system: "First." })), before(({ system }) => ({ system: `After ${system}` }))];
  await using scene = await openScene({ script: ["ok"], hooks });
  await scene.session.prompt("go").outcome;
  assert.equal(scene.model.requests[0]?.system.at(-1), "First.\n\nAfter First.");
});

test("a blocking hook that throws before a run denies it; a non-blocking one emits a warning", async () => {
  const fails = () => {
    throw new Error("no network");
  };
  await using strict = await openScene({ hooks: [before(fails)] });
  const outcome = await strict.session.prompt("go").outcome;
  assert.match(outcome.kind === "failed" ? outcome.error.message : "", /The hook gate denied the run: it failed: no network/);

  await using lenient = await openScene({
    script: ["ok"],
    hooks: [{ event: "before_run", name: "notes", blocking: false, run: fails }],
  });
  const run = lenient.session.prompt("go");
  const events = await collect(run);
  assert.equal((await run.outcome).kind, "done");
  const warning = events.find((event) => event.type === "warning");
  assert.equal(warning?.message, "The hook notes failed at before_run: no network");
});

test("aborting a run abandons a hook that hangs before it", async () => {
  const asked = Promise.withResolvers<void>();
  const hangs = before(() => {
    asked.resolve();
    return new Promise(() => {});
  });
  await using scene = await openScene({ hooks: [hangs] });
  const run = scene.session.prompt("go");
  await asked.promise;
  run.abort("Enough.");
  assert.deepEqual(await run.outcome, { kind: "aborted", reason: "Enough." });
  assert.equal(scene.model.requests.length, 0);
});

test("hooks receive the run, session, folder and agent", async () => {
  const inputs: HookInputs["before_run"][] = [];
  await using scene = await openScene({ script: ["ok"], hooks: [before((input) => void inputs.push(input))] });
  const run = scene.session.prompt("go");
  await run.outcome;
  const { id } = scene.session;
  assert.deepEqual(inputs, [{ sessionId: id, cwd: "/", agent: { id, depth: 0 }, runId: run.id, prompt: "go" }]);
});

test("S4-52: a runtime with an empty registry emits the same events as one without hooks", async () => {
  const script = () => [callSay("a"), "done"] as const;
  await using plain = await openScene({ script: script(), tools: [sayTool()] });
  await using empty = await openScene({ script: script(), tools: [sayTool()], hooks: [] });
  const events = await Promise.all([plain, empty].map(({ session }) => collect(session.prompt("go"))));
  assert.deepEqual(typesOf(events[1] ?? []), typesOf(events[0] ?? []));
});
