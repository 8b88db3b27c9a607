import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { z } from "zod";
import { type Entry, type Fold, isCheckpoint, isLeaf, type Store } from "../log/index.ts";
import { defineTool, isMessage, textResult, type Tool } from "../loop/index.ts";
import { openScene, callSay, sayTool, transcript } from "../runtime/runtime.fixture.ts";
import { jsonlStore } from "../store/index.ts";
import { clear, label } from "./operations.ts";
import { reopen, storedIn } from "../runtime/crash.fixture.ts";

const diskStore = (t: TestContext): Store => {
  const directory = mkdtempSync(join(tmpdir(), "coxswain-session-"));
  t.after(() => rmSync(directory, { recursive: true }));
  return jsonlStore({ directory });
};

const LONG = "x".repeat(7_000);

/** Fold of the strings that the tool has recorded on the path. */
const recorded: Fold<readonly string[]> = {
  name: "recorded",
  initial: [],
  apply: (state, entry) => (entry.type === "recorded" ? [...state, String((entry as Entry & { text: unknown }).text)] : state),
};

const remember = (requiredState?: Tool["requiredState"]): Tool =>
  defineTool({
    name: "say",
    description: "Records a string.",
    inputSchema: z.object({ text: z.string() }),
    effect: "read",
    ...(requiredState === undefined ? {} : { requiredState }),
    async execute({ text }, context) {
      await context.record<Entry & { text: string }>({ type: "recorded", text });
      return textResult(context.facts(recorded).join(" "));
    },
  });

/** Writes and closes a session with twelve long runs, a reset and a short run. */
const writeSession = async (store: Store, tools: readonly Tool[] = [sayTool()]) => {
  const script = [...Array.from({ length: 12 }, () => LONG), callSay("first"), "fresh start"];
  await using scene = await openScene({ store, tools, script, title: "Long", instructions: "Be brief." });
  const { session } = scene;
  for (let run = 0; run < 12; run++) await session.prompt(`prompt ${run}`).outcome;
  await session.set({ thinking: "off", title: "Longer" });
  const [, first] = session.entries;
  await label(session, first?.id ?? "", "here");
  await clear(session);
  await session.prompt("again").outcome;
  return { id: session.id, state: session.state, entries: session.entries };
};

test("L25, S0-78: a session that was reset resumes from a checkpoint with the same state", async (t) => {
  const store = diskStore(t);
  const { id, state, entries } = await writeSession(store);
  assert.equal((await storedIn(store, id)).filter(isCheckpoint).length, 1);
  await using again = await reopen(store, id, { script: ["well"], tools: [sayTool()] });
  const { session } = again;
  assert.doesNotMatch(JSON.stringify(session.entries), /prompt 3/);
  assert.deepEqual(JSON.parse(JSON.stringify(session.state)), JSON.parse(JSON.stringify({ ...state, status: "idle" })));
  const sinceReset = (all: readonly Entry[]): readonly Entry[] => all.slice(all.findLastIndex(({ type }) => type === "reset"));
  assert.deepEqual(sinceReset(session.entries), sinceReset(entries));
  await session.prompt("and now?").outcome;
  const request = JSON.stringify(again.model.requests.at(-1));
  assert.ok(request.includes("Be brief.") && request.includes("fresh start") && !request.includes("prompt 3"));
});

test("events include all entries before a checkpoint, then live events", async (t) => {
  const store = diskStore(t);
  const { id } = await writeSession(store);
  await using again = await reopen(store, id, { script: ["well"], tools: [sayTool()] });
  const stored = await storedIn(store, id);
  const events = again.session.events({ after: 3 });
  const run = again.session.prompt("and now?");
  const seqs: number[] = [];
  for await (const event of events) {
    if (event.type === "entry") seqs.push(event.seq);
    if (event.type === "run_end") break;
  }
  assert.deepEqual(
    seqs.slice(0, stored.length - 4),
    stored.slice(4).map(({ seq }) => seq),
  );
  assert.ok(seqs.every((seq, at) => at === 0 || seq > (seqs[at - 1] ?? 0)));
  assert.equal((await run.outcome).kind, "done");
});

test("a fork at an entry before a checkpoint has all entries up to it and no checkpoint", async (t) => {
  const store = diskStore(t);
  const { id } = await writeSession(store);
  const early =
    (await storedIn(store, id)).findLast((entry) => isMessage(entry) && JSON.stringify(entry).includes("prompt 2")) ?? assert.fail();
  await using again = await reopen(store, id);
  const fork = await again.session.fork(early.id);
  assert.deepEqual(
    transcript(fork).map((line) => line.slice(0, 15)),
    ["user: prompt 0", "assistant: xxxx", "user: prompt 1", "assistant: xxxx", "user: prompt 2"],
  );
  assert.equal(fork.state.model, again.session.state.model);
  const whole = await again.session.fork();
  assert.ok(!whole.entries.some(isCheckpoint));
});

test("S0-50: a session can move its leaf before a checkpoint and continue from it", async (t) => {
  const store = diskStore(t);
  const { id } = await writeSession(store);
  const early = (await storedIn(store, id)).find((entry) => isMessage(entry)) ?? assert.fail();
  {
    await using again = await reopen(store, id, { script: ["another way"] });
    await again.session.fork(early.id, { into: "here" });
    await again.session.prompt("differently").outcome;
    assert.deepEqual(transcript(again.session), ["user: prompt 0", "user: differently", "assistant: another way"]);
  }
  await using last = await reopen(store, id);
  assert.deepEqual(transcript(last.session), ["user: prompt 0", "user: differently", "assistant: another way"]);
  assert.ok(!last.session.entries.some(isLeaf));
});

test("a declared fold includes entries before a checkpoint", async (t) => {
  const store = diskStore(t);
  const { id } = await writeSession(store, [remember([recorded])]);
  await using again = await reopen(store, id, { script: [callSay("second"), "done"], tools: [remember([recorded])] });
  assert.doesNotMatch(JSON.stringify(again.session.entries), /prompt 3/);
  await again.session.prompt("and now?").outcome;
  assert.equal(transcript(again.session).at(-2), "tool: first second");
});

test("an undeclared fold is rejected with a message that names `requiredState`", async (t) => {
  const store = diskStore(t);
  const { id } = await writeSession(store, [remember()]);
  await using again = await reopen(store, id, { script: [callSay("second"), "done"], tools: [remember()] });
  await again.session.prompt("and now?").outcome;
  assert.match(transcript(again.session).at(-2) ?? "", /^tool: !\w+ The fold "recorded" is not declared, .*`requiredState`/);
});
