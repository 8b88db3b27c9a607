import assert from "node:assert/strict";
import { test } from "node:test";
import { isCheckpoint, memoryStore } from "../../log/index.ts";
import { clear } from "../../session/index.ts";
import { storedIn } from "../crash.fixture.ts";
import { jsonlStore } from "../../store/index.ts";
import { temporaryFolder } from "../../workspace/workspace.fixture.ts";
import { openScene, typesIn } from "../runtime.fixture.ts";
import type { Extension } from "./extension.ts";
import type { ExtensionState } from "./extension-state.ts";
import { functions, loadWith, openExtended } from "./extensions.fixture.ts";

/** Returns an extension that counts, and its state for the test. */
const counter = () => {
  const seen: { state?: ExtensionState<number, number> } = {};
  const setup: Extension = (cox) => {
    seen.state = cox.state<number, number>({ name: "count", initial: 0, apply: (sum, fact) => sum + fact });
  };
  return {
    setup,
    get state(): ExtensionState<number, number> {
      assert.ok(seen.state !== undefined);
      return seen.state;
    },
  };
};

test("an extension's state is stored as facts of each session, and survives a restart", async () => {
  const store = memoryStore();
  const first = counter();
  const { session, ...scene } = await openExtended({ tally: first.setup }, { store, script: ["one"] });
  await session.prompt("go").outcome;
  await first.state.append(session.id, 2);
  await first.state.append(session.id, 3);
  const other = await scene.runtime.create({ cwd: "/", model: scene.model.info.reference });
  assert.deepEqual([first.state.of(session.id), first.state.of(other.id)], [5, 0]);
  assert.deepEqual(typesIn(session.entries).slice(-2), ["extension:tally/count", "extension:tally/count"]);
  await scene.runtime.close();
  assert.throws(() => first.state.of(session.id), { code: "extension" });

  const second = counter();
  const { extensions } = await loadWith(functions({ tally: second.setup }));
  await using again = await openScene({ store, extensions });
  await again.runtime.open(session.id);
  assert.equal(second.state.of(session.id), 5);
});

test("a fork inherits an extension's state, and moving the leaf back restores it", async () => {
  const tally = counter();
  await using scene = await openExtended({ tally: tally.setup });
  const { session } = scene;
  await tally.state.append(session.id, 2);
  const { id } = session.entries.at(-1) ?? { id: "" };
  const fork = await session.fork();
  await tally.state.append(session.id, 3);
  assert.deepEqual([tally.state.of(session.id), tally.state.of(fork.id)], [5, 2]);
  await session.fork(id, { into: "here" });
  assert.equal(tally.state.of(session.id), 2);
});

test("a state persists after its extension is unloaded, and is available when it returns", async () => {
  const tally = counter();
  await using scene = await openExtended({ tally: tally.setup });
  const { session, extensions } = scene;
  await tally.state.append(session.id, 2);
  const old = tally.state;
  await extensions.reload("tally");
  await assert.rejects(old.append(session.id, 1), { code: "extension", message: "The extension tally is no longer loaded." });
  await tally.state.append(session.id, 3);
  assert.equal(tally.state.of(session.id), 5);
});

test("a state that rejects a fact does not change, and a warning is shown once", async () => {
  let state: ExtensionState<number, number> | undefined;
  await using scene = await openExtended({
    picky(cox) {
      state = cox.state<number, number>({
        name: "odd",
        initial: 0,
        apply(sum, fact) {
          if (fact % 2 === 0) throw new Error(`${fact} is even`);
          return sum + fact;
        },
      });
    },
  });
  for (const fact of [1, 2, 3, 4]) await state?.append(scene.session.id, fact);
  assert.equal(state?.of(scene.session.id), 4);
  assert.deepEqual(scene.warnings, ["The extension picky: its state odd does not take a fact of the log: 2 is even"]);
});

test("a state must be defined while the extension is set up", async () => {
  let late = (): unknown => undefined;
  await using _ = await openExtended({
    late(cox) {
      late = () => cox.state({ name: "late", initial: 0, apply: (sum: number) => sum });
    },
  });
  assert.throws(late, { code: "extension", message: "The state late must be defined while the extension late is set up." });
});

test("a state is available when a session resumes from a checkpoint, even if the extension was absent when the checkpoint was written", async (t) => {
  const store = jsonlStore({ directory: temporaryFolder(t) });
  const first = counter();
  const scene = await openExtended({ tally: first.setup }, { store, script: Array.from({ length: 12 }, () => "x".repeat(7_000)) });
  const { id } = scene.session;
  await first.state.append(id, 2);
  for (let run = 0; run < 12; run++) await scene.session.prompt(`prompt ${run}`).outcome;
  await clear(scene.session);
  await scene.runtime.close();
  assert.ok((await storedIn(store, id)).some(isCheckpoint));

  for (const late of [false, true]) {
    const tally = counter();
    const { extensions } = await loadWith(late ? [] : functions({ tally: tally.setup }));
    await using again = await openScene({ store, extensions });
    const session = await again.runtime.open(id);
    if (late) await extensions.load({ name: "tally", setup: tally.setup });
    assert.equal(tally.state.of(id), 2);
    await tally.state.append(session.id, 0);
  }
});

test("rejects a state, an initial value and a fact that are not JSON, and no session fails", async (t) => {
  const store = jsonlStore({ directory: temporaryFolder(t) });
  const seen: { state?: ExtensionState<unknown, unknown> } = {};
  const round: Record<string, unknown> = {};
  round["itself"] = round;
  const made: readonly unknown[] = [1n, new Map([[1, 2]]), round, new Date(0), { n: 1 }];
  const { session, ...scene } = await openExtended(
    {
      early: (cox) => void cox.state({ name: "set", initial: new Set(), apply: (set: unknown) => set }),
      odd(cox) {
        seen.state = cox.state<unknown, unknown>({ name: "s", initial: null, apply: (_, which) => made[which as number] });
      },
    },
    { store, script: Array.from({ length: 12 }, () => "x".repeat(7_000)) },
  );
  const { state } = seen;
  for (const which of [4, 0, 1, 2, 3]) await state?.append(session.id, which);
  assert.deepEqual(state?.of(session.id), { n: 1 });
  await assert.rejects(async () => state?.append(session.id, new Map()), {
    code: "extension",
    message: "The fact for the state s is not a JSON value",
  });
  for (let run = 0; run < 12; run++) assert.equal((await session.prompt(`prompt ${run}`).outcome).kind, "done");
  await clear(session);
  await scene.runtime.close();
  assert.ok((await storedIn(store, session.id)).some(isCheckpoint));
  assert.deepEqual(scene.warnings, [
    "The extension early (a function) is skipped: What the state set begins as is not a JSON value.",
    "The extension odd: its state s does not take a fact of the log: what it would be then is not a JSON value",
  ]);
});
