import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { NothingToCompactError } from "./errors.ts";
import { projection } from "../context/index.ts";
import { type Entry, entryList, type Store } from "../log/index.ts";
import { ModelError, type ModelInfo, type Reply, textOf } from "../model/index.ts";
import { callSay, sayTool } from "../runtime/runtime.fixture.ts";
import { jsonlStore } from "../store/index.ts";
import { clear, type Session, uncompact } from "../session/index.ts";
import { storedIn } from "../runtime/crash.fixture.ts";
import { compactingScene } from "../runtime/compaction.fixture.ts";

const WINDOW = 20_000;
const words = (count: number): string => "word ".repeat(count);

/** Turns of varied sizes, to cause automatic compaction, and some requests that are rejected as too long. */
const reply = (turn: number): Reply => {
  if (turn % 17 === 16) return { error: new ModelError("overflow", "Too long.") };
  return turn % 3 === 0 ? callSay(words((turn * 397) % 1_500)) : words(1 + ((turn * 211) % 1_500));
};

const acts = fc.record({
  act: fc.constantFrom("prompt", "prompt", "prompt", "prompt", "compact", "compact", "uncompact", "back", "fork", "clear", "reopen"),
  place: fc.nat(100),
});

/** Returns the path to the leaf, from all stored entries. */
const wholePath = async (store: Store, { id, state }: Session): Promise<readonly Entry[]> => {
  const stored = new Map((await storedIn(store, id)).map((entry) => [entry.id, entry]));
  const path: Entry[] = [];
  for (let at = state.leaf === null ? undefined : stored.get(state.leaf); at !== undefined; at = stored.get(at.parent ?? ""))
    path.unshift(at);
  return path;
};

const messagesFor = (path: readonly Entry[], model: ModelInfo): readonly string[] => projection()(entryList(path), { model }).map(textOf);

test("L25: after any sequence of operations, the available part of a log sends a model the same as the whole log", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "coxswain-session-"));
  t.after(() => rmSync(directory, { recursive: true }));
  const store = jsonlStore({ directory });
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 20, maxLength: 60 }), async (steps) => {
      await using scene = await compactingScene({
        store,
        tools: [sayTool()],
        scripted: { info: { contextWindow: WINDOW } },
        compaction: { auto: "auto" },
        replies: (_, turn) => reply(turn),
      });
      let { session } = scene;
      await scene.say("Begin");
      for (const { act, place } of steps) {
        const entry = session.entries[place % session.entries.length]?.id ?? null;
        if (act === "prompt") await session.prompt(words(1 + place * 5)).outcome;
        else if (act === "compact")
          await session.compact().catch((error: unknown) => assert.ok(error instanceof NothingToCompactError, String(error)));
        else if (act === "uncompact") await uncompact(session);
        else if (act === "back") await session.fork(entry, { into: "here", summarize: place % 2 === 0 });
        else if (act === "clear") await clear(session);
        else {
          const next = act === "fork" ? await session.fork(entry) : undefined;
          await session.close();
          session = next ?? (await scene.runtime.open(session.id));
        }
        assert.deepEqual(
          messagesFor(session.entries, scene.model.info),
          messagesFor(await wholePath(store, session), scene.model.info),
          act,
        );
      }
    }),
    { numRuns: 8 },
  );
});
