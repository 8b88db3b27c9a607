import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Entry, LeafEntry } from "./entry.ts";
import { FORMAT, FORMAT_VERSION, type Header } from "./header.ts";
import { Log } from "./log.ts";
import { memoryStore, type TrimRule } from "./memory-store.ts";

interface Message extends Entry {
  readonly type: "message";
  readonly role: "user" | "assistant" | "tool";
}

const HEADER: Header = { format: FORMAT, version: FORMAT_VERSION, id: "one", cwd: "/project", at: 0 };

const isMessage = (entry: Entry): entry is Message => entry.type === "message";

/** Preserves the most recent messages. The first one must not be a tool result, because its call would be missing. */
const recent = (max: number): TrimRule => ({ max, counts: isMessage, mayLead: (entry) => isMessage(entry) && entry.role !== "tool" });

const message = (role: Message["role"]) => ({ type: "message", role }) as const;
const messagesOf = (log: Log): readonly Message[] => log.path.entries.filter(isMessage);

const counting = () => {
  let minted = 0;
  return { now: () => 0, mint: () => `m${minted++}` };
};

test("stores a very long path at once, as for a fork", async () => {
  const file = await memoryStore().create(HEADER);
  const entries = Array.from({ length: 200_000 }, (_, seq): Entry => ({ seq, id: `e${seq}`, parent: null, at: 0, type: "note" }));
  await file.append(entries);
  let count = 0;
  for await (const _ of file.read()) count += 1;
  assert.equal(count, entries.length);
});

test("S1-23: preserves the most recent 100 of more than 100 messages", async () => {
  const store = memoryStore({ trim: recent(100) });
  const log = await Log.open(await store.create(HEADER), counting());
  for (let at = 0; at < 250; at++) await log.append<Message>(message(at % 2 === 0 ? "user" : "assistant"));
  assert.equal(messagesOf(log).length, 100);
  assert.equal(messagesOf(log)[0]?.seq, 150);
  assert.equal(messagesOf(log).at(-1)?.seq, 249);
});

test("S1-23: a trimmed history does not begin with the result of a discarded call", async () => {
  const store = memoryStore({ trim: recent(3) });
  const log = await Log.open(await store.create(HEADER), counting());
  await log.append<Message>(message("user"), message("assistant"), message("tool"), message("tool"), message("assistant"));
  assert.deepEqual(
    messagesOf(log).map(({ role }) => role),
    ["assistant"],
  );
});

test("S1-23: preserves uncounted entries, however old", async () => {
  const store = memoryStore({ trim: recent(2) });
  const log = await Log.open(await store.create(HEADER), counting());
  await log.append({ type: "setup" });
  for (let at = 0; at < 5; at++) await log.append<Message>(message("user"));
  assert.deepEqual(
    log.path.entries.map(({ type }) => type),
    ["setup", "message", "message"],
  );
});

test("S1-23: discards passing entries with the counted ones before them, and the rest still opens", async () => {
  const store = memoryStore({ trim: { ...recent(2), passes: ({ type }) => type === "run" } });
  const log = await Log.open(await store.create(HEADER), counting());
  await log.append({ type: "setup" });
  for (let at = 0; at < 5; at++) await log.append({ type: "run" }, message("user"));
  assert.deepEqual(
    log.path.entries.map(({ type }) => type),
    ["setup", "message", "run", "message"],
  );
  const again = await Log.open(await store.open(HEADER.id), counting());
  assert.deepEqual(
    again.path.entries,
    log.path.entries.map((entry, at) => ({ ...entry, parent: log.path.entries[at - 1]?.id ?? null })),
  );
  assert.deepEqual(again.damage, []);
});

const acts = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("user" as const, "assistant" as const, "tool" as const) },
    { weight: 1, arbitrary: fc.constant("setup" as const) },
    { weight: 1, arbitrary: fc.nat() },
  ),
  { maxLength: 40 },
);

test("S1-23: after any operations, the log drops the entries that its store discarded, and reopens unchanged", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), acts, async (max, sequence) => {
      const store = memoryStore({ trim: recent(max) });
      const log = await Log.open(await store.create(HEADER), counting());
      await log.append({ type: "setup" });
      for (const act of sequence) {
        const standing = log.entries.filter(({ type }) => type !== "leaf");
        if (typeof act === "number") await log.append<LeafEntry>({ type: "leaf", to: standing[act % standing.length]?.id ?? null });
        else await log.append(act === "setup" ? { type: act } : message(act));
      }
      assert.ok(log.entries.filter(isMessage).length <= max);
      const again = await Log.open(await store.open(HEADER.id), counting());
      assert.deepEqual(again.damage, []);
      assert.equal(again.leaf, log.leaf);
      assert.deepEqual(
        again.path.entries.map(({ id }) => id),
        log.path.entries.map(({ id }) => id),
      );
    }),
  );
});
