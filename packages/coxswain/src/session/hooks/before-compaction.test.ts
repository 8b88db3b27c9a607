import assert from "node:assert/strict";
import { test } from "node:test";
import type { Hook, HookInputs } from "../../hooks/index.ts";
import { NO_USAGE } from "../../model/index.ts";
import { compactingScene, compactionsIn, SUMMARY } from "../../runtime/compaction.fixture.ts";

const before = (run: Extract<Hook, { event: "pre_compact" }>["run"], blocking = true): Hook => ({
  event: "pre_compact",
  name: "keeper",
  blocking,
  run,
});
const small = { info: { contextWindow: 20_000 } };
const used = (text: string, input: number) => ({ text, usage: { input } });

test("a denied manual compaction rejects with the hook's name and changes nothing", async () => {
  await using scene = await compactingScene({ hooks: [before(() => ({ deny: "not before the review" }))] });
  await scene.say("First", "Second", "Third");
  await assert.rejects(scene.session.compact(), {
    code: "hook_denied",
    hook: "keeper",
    message: "The hook keeper denied the compaction: not before the review",
  });
  assert.deepEqual(compactionsIn(scene.session.entries), []);
  assert.deepEqual(await scene.compactionEvents(), []);
  const block = scene.events.find((event) => event.type === "hook_block");
  assert.equal(block?.what, "compaction");
});

test("a denied automatic compaction emits hook_block, the run continues, and the next one asks the hook again", async () => {
  let asked = 0;
  const hook = before(() => (asked++ === 0 ? { deny: "not now" } : {}));
  await using scene = await compactingScene({
    scripted: small,
    compaction: { auto: "auto", background: false },
    hooks: [hook],
    replies: [used("One.", 100), used("Two.", 16_001), used("Three.", 16_002), used("Four.", 100)],
  });
  await scene.say("First", "Second", "Third", "Fourth");
  assert.equal(compactionsIn(scene.session.entries).length, 1);
  assert.equal(asked, 2);
  assert.deepEqual(await scene.compactionEvents(), ["start threshold", "end threshold"]);
  assert.equal(scene.events.filter(({ type }) => type === "hook_block").length, 1);
  assert.deepEqual(await scene.warnings(), []);
});

test("hooks add instructions for the summary in order, and the log stores them", async () => {
  const inputs: HookInputs["pre_compact"][] = [];
  const adds = (instructions: string): Hook =>
    before((input) => {
      inputs.push(input);
      return { instructions };
    });
  await using scene = await compactingScene({ hooks: [adds("Keep the names."), adds("Keep the numbers.")] });
  await scene.say("First", "Second", "Third");
  await scene.session.compact("Be short.");
  assert.deepEqual(
    inputs.map(({ reason, instructions, runId }) => [reason, instructions, runId]),
    [
      ["manual", "Be short.", undefined],
      ["manual", "Be short.\n\nKeep the names.", undefined],
    ],
  );
  const [entry] = compactionsIn(scene.session.entries);
  assert.equal(entry?.instructions, "Be short.\n\nKeep the names.\n\nKeep the numbers.");
  const request = scene.model.requests.find(({ system }) => system[0]?.startsWith("You write summaries") === true);
  assert.match(JSON.stringify(request), /Keep the numbers\./);
});

test("a hook provides the summary: no model is asked, and its summary is validated", async () => {
  await using scene = await compactingScene({ hooks: [before(() => ({ summary: `<summary>${SUMMARY}</summary>` }))] });
  await scene.say("First", "Second", "Third");
  const asked = scene.model.requests.length;
  const { summary, model, usage } = await scene.session.compact();
  assert.equal(scene.model.requests.length, asked);
  assert.deepEqual({ summary, model, usage }, { summary: SUMMARY, model: "hook", usage: NO_USAGE });
});

test("rejects a hook's summary that is empty or longer than the summarized messages", async () => {
  for (const summary of [" ", "long ".repeat(20_000)]) {
    await using scene = await compactingScene({ hooks: [before(() => ({ summary }))] });
    await scene.say("First", "Second", "Third");
    await assert.rejects(scene.session.compact(), { code: "bad_summary" });
    assert.deepEqual(compactionsIn(scene.session.entries), []);
  }
});

test("a blocking hook that fails before a compaction denies it", async () => {
  const fails = () => {
    throw new Error("no network");
  };
  await using strict = await compactingScene({ hooks: [before(fails)] });
  await strict.say("First", "Second", "Third");
  await assert.rejects(strict.session.compact(), { code: "hook_denied", message: /it failed: no network/ });

  await using lenient = await compactingScene({ hooks: [before(fails, false)] });
  await lenient.say("First", "Second", "Third");
  assert.equal((await lenient.session.compact()).summary, SUMMARY);
});

test("aborting a compaction while a hook hangs ends it at once", async () => {
  const asked = Promise.withResolvers<void>();
  const hangs = before(() => {
    asked.resolve();
    return new Promise(() => {});
  });
  await using scene = await compactingScene({ hooks: [hangs] });
  await scene.say("First", "Second", "Third");
  const compacting = assert.rejects(scene.session.compact(), { code: "aborted" });
  await asked.promise;
  scene.session.abort();
  await compacting;
  assert.deepEqual(compactionsIn(scene.session.entries), []);
});
