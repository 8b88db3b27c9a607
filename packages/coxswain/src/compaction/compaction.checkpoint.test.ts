import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isCompaction, type UncompactEntry } from "../context/index.ts";
import { isCheckpoint, type Store } from "../log/index.ts";
import { textOf } from "../model/index.ts";
import { jsonlStore } from "../store/index.ts";
import { reopen, storedIn } from "../runtime/crash.fixture.ts";
import { compactingScene } from "../runtime/compaction.fixture.ts";

const diskStore = (t: TestContext): Store => {
  const directory = mkdtempSync(join(tmpdir(), "coxswain-session-"));
  t.after(() => rmSync(directory, { recursive: true }));
  return jsonlStore({ directory });
};

const LONG = "x".repeat(7_000);

/** Writes a session and closes it after twelve long runs, a compaction and a short run. */
const writeSession = async (store: Store, keepTokens: number) => {
  const replies = Array.from({ length: 12 }, (_, at) => `${LONG} reply ${at}.`);
  await using scene = await compactingScene({ store, replies, compaction: { keepTokens } });
  const { session } = scene;
  await scene.say(...replies.map((_, at) => `prompt ${at}`));
  await session.compact();
  await scene.say("after");
  return { id: session.id, state: session.state };
};

for (const [what, keepTokens, first] of [
  ["the latest messages", 5_000, "prompt 10"],
  ["no earlier message", 0, undefined],
] as const) {
  test(`L25: a session that was compacted and retained ${what} resumes from a checkpoint with the same state`, async (t) => {
    const store = diskStore(t);
    const { id, state } = await writeSession(store, keepTokens);
    const stored = await storedIn(store, id);
    assert.equal(stored.filter(isCheckpoint).length, 1);
    await using again = await reopen(store, id, { script: ["well"] });
    const { session } = again;
    assert.ok(session.entries.length < stored.length / 2, `${session.entries.length} of ${stored.length} entries available`);
    assert.deepEqual(JSON.parse(JSON.stringify(session.state)), JSON.parse(JSON.stringify({ ...state, status: "idle" })));
    await session.prompt("and now?").outcome;
    const [summary, next, ...rest] = again.model.requests.at(-1)?.messages.map(textOf) ?? [];
    assert.match(summary ?? "", /# Goal\nCounting\. \[messages 1-2\]/);
    assert.equal(next, first ?? "after");
    assert.equal(rest.at(-1), "and now?");
  });
}

test("L25: undoing a compaction reads the summarized entries, here and where the session opens next", async (t) => {
  const store = diskStore(t);
  const { id } = await writeSession(store, 5_000);
  {
    await using again = await reopen(store, id, { script: ["well"] });
    const target = again.session.entries.find(isCompaction)?.id ?? assert.fail();
    await again.session.append<UncompactEntry>({ type: "uncompact", target });
    await again.session.prompt("and now?").outcome;
    const texts = again.model.requests.at(-1)?.messages.map(textOf) ?? [];
    assert.equal(texts[0], "prompt 0");
    assert.equal(texts.length, 27);
  }
  await using last = await reopen(store, id, { script: ["well"] });
  await last.session.prompt("again").outcome;
  assert.equal(last.model.requests.at(-1)?.messages.map(textOf)[0], "prompt 0");
});
