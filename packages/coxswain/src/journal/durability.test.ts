import assert from "node:assert/strict";
import { test } from "node:test";
import { type Entry, LogWriteError, memoryStore } from "../log/index.ts";
import { collect, openScene, callSay, sayTool } from "../runtime/runtime.fixture.ts";
import { faultyStore } from "../testing/index.ts";
import { storedIn } from "../runtime/crash.fixture.ts";
import type { Durability } from "./durability.ts";

const syncsOf = async (durability: Durability): Promise<readonly string[]> => {
  const written: string[] = [];
  const store = faultyStore(memoryStore(), {
    append: (_, entries) => void written.push(...entries.map(nameOf)),
    sync: () => void written.push("sync"),
  });
  await using scene = await openScene({ script: [callSay("a"), "done"], tools: [sayTool({ effect: "write" })], store, durability });
  await scene.session.prompt("go").outcome;
  return written.filter((name, at) => name === "sync" || written[at + 1] === "sync").filter((name) => name !== "sync");
};

const nameOf = (entry: Entry & { readonly message?: unknown }): string => {
  const { message } = entry;
  return typeof message === "object" && message !== null && "role" in message ? String(message.role) : entry.type;
};

test("`full` waits for the disk at the user's message, before an effect and after its result", async () => {
  assert.deepEqual(await syncsOf("full"), ["user", "tool_start", "tool"]);
});

test("`normal` does not wait at results, and `off` never waits", async () => {
  assert.deepEqual(await syncsOf("normal"), ["user", "tool_start"]);
  assert.deepEqual(await syncsOf("off"), []);
});

/** A store that fails from the second response on, until it is repaired. */
const fullDisk = () => {
  let full = false;
  let repaired = false;
  const memory = memoryStore();
  const store = faultyStore(memory, {
    append: (_, entries) => {
      full ||= entries.some((entry) => nameOf(entry) === "tool");
      if (full && !repaired) throw new LogWriteError("Cannot write it: no space left on device");
    },
  });
  return { memory, store, repair: () => (repaired = true) };
};

const warningsIn = (events: readonly { readonly type: string }[]): string[] =>
  events.flatMap((event) => (event.type === "warning" && "message" in event ? [String(event.message)] : []));

test("L8: emits one warning when the log cannot be written, and one when it is again", async () => {
  const disk = fullDisk();
  await using scene = await openScene({ script: [callSay("a", "b"), "one", "two"], tools: [sayTool()], store: disk.store });
  const events = collectFrom(scene.session);
  const outcome = await scene.session.prompt("go").outcome;
  assert.equal(outcome.kind === "failed" && outcome.error.code, "log_write");
  disk.repair();
  assert.equal((await scene.session.prompt("again").outcome).kind, "done");
  await scene.session.close();
  assert.deepEqual(warningsIn(await events), [
    "Cannot save the session; new entries are held in memory. Cannot write it: no space left on device",
    "The session is being saved again, including the entries held in memory.",
  ]);
  assert.deepEqual(await storedIn(disk.memory, scene.session.id), scene.session.entries);
});

test("L8: with `off` the run continues in memory, and everything is written when there is space", async () => {
  const disk = fullDisk();
  await using scene = await openScene({
    script: [callSay("a", "b"), "one", "two"],
    tools: [sayTool()],
    store: disk.store,
    durability: "off",
  });
  const events = await collect(scene.session.prompt("go"));
  const end = events.at(-1);
  assert.equal(end?.type === "run_end" && end.outcome.kind, "done");
  assert.equal(warningsIn(events).length, 1);
  assert.ok((await storedIn(disk.memory, scene.session.id)).length < scene.session.entries.length);
  disk.repair();
  assert.equal((await scene.session.prompt("again").outcome).kind, "done");
  assert.deepEqual(await storedIn(disk.memory, scene.session.id), scene.session.entries);
});

const collectFrom = (session: { events(): AsyncIterable<{ readonly type: string }> }): Promise<readonly { readonly type: string }[]> =>
  Array.fromAsync(session.events());
