import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { projection } from "../context/index.ts";
import { MODEL } from "../context/messages.fixture.ts";
import { type Entry, FORMAT, Log, memoryStore, type Store } from "../log/index.ts";
import { masking } from "../policy/index.ts";
import { storedState } from "../journal/index.ts";
import { jsonlStore } from "../store/index.ts";
import { ImportError } from "./errors.ts";
import { exportJsonl } from "./export.ts";
import { CLAUDE } from "./foreign/claude.fixture.ts";
import { CODEX } from "./foreign/codex.fixture.ts";
import { PI } from "./foreign/pi.fixture.ts";
import { imported, linesOf, OPTIONS } from "./imports.fixture.ts";
import { importSession } from "./import-session.ts";
import { anyLog, assistant, HEADER, logOf, moveLeaf, setup, soundLog, sourceOf, textOfAll, user } from "./sessions.fixture.ts";
import { storeImport } from "./store-import.ts";

const FILES = { claude: CLAUDE, codex: CODEX, pi: PI };

test("detects the source program from the content", async () => {
  for (const [from, file] of Object.entries(FILES)) assert.equal((await imported(file)).session.from, from);
  const own = (await textOfAll(exportJsonl(sourceOf(await logOf([setup()]))))).split("\n");
  assert.equal((await imported(own)).session.from, "coxswain");
  for (const lines of [[], ["hello"], [{}], [{ type: "message" }], ["[]", "null", "1"]]) await assert.rejects(imported(lines), ImportError);
});

test("rejects a file that does not match the stated program", async () => {
  await assert.rejects(imported(["hello"], { from: "coxswain" }), ImportError);
  await assert.rejects(imported([], { from: "coxswain" }), ImportError);
  await assert.rejects(imported([{ format: FORMAT }], { from: "coxswain" }), ImportError);
  await assert.rejects(imported([{ type: "session", id: "../../etc" }], { from: "pi" }), ImportError);
  for (const from of ["claude", "codex", "pi"] as const) await assert.rejects(imported(["hello"], { from }), ImportError);
});

test("missing session properties come from the options", async () => {
  const { session } = await imported([{ type: "session", id: "x" }], { project: (cwd) => `project of ${cwd}` });
  assert.deepEqual([session.header.cwd, session.header.at, session.header.project], ["/here", 5, "project of /here"]);
});

test("repeated imports of a file are the same session", async () => {
  for (const file of Object.values(FILES)) {
    const [one, other] = [await imported(file), await imported(file)];
    assert.deepEqual(one.entries, other.entries);
    assert.deepEqual(one.session.header, other.session.header);
  }
});

test("L24: tool results of another program are masked like those of this one", async () => {
  const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
  const records = CLAUDE.map((record) => JSON.stringify(record).replace("const a = 1;", token));
  assert.ok(JSON.stringify((await imported(records)).entries).includes(token));
  const { log } = await imported(records, { mask: masking() });
  assert.ok(!JSON.stringify(log.entries).includes(token));
  assert.equal(log.entries.length, (await imported(records)).entries.length);
});

/** Asserts that the log is well-formed: without damage, and with each entry attached to the leaf. */
const assertWhole = (entries: readonly Entry[], log: Log): void => {
  assert.deepEqual(log.damage, []);
  let leaf: string | null = null;
  for (const [index, entry] of entries.entries()) {
    assert.equal(entry.seq, index);
    assert.equal(entry.parent, leaf);
    leaf = entry.type === "leaf" ? (entry as Entry & { readonly to: string | null }).to : entry.id;
  }
  projection()(log.path, { model: MODEL });
};

const broken = fc.constantFrom("", "{", "null", "[]", '{"type":', "\u0000", '"text"');

test("L6: skips lines that are broken, missing, duplicate or out of order, and imports the others", async () => {
  for (const file of Object.values(FILES)) {
    const [first = {}, ...rest] = file;
    const lines = fc.array(fc.oneof(fc.constantFrom<string | object>(...rest), broken), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(lines, async (some) => {
        // Claude's first line does not identify the program.
        const { log, entries } = await imported([first, ...(file === CLAUDE ? file.slice(0, 3) : []), ...some]);
        assertWhole(entries, log);
      }),
    );
  }
});

/** Generates a value in which any part of a record may be replaced by any value. */
const spoiled = (value: unknown): fc.Arbitrary<unknown> => {
  const remaining =
    typeof value === "object" && value !== null
      ? Array.isArray(value)
        ? fc.tuple(...value.map(spoiled))
        : fc.record(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, spoiled(item)])))
      : fc.constant(value);
  return fc.oneof({ weight: 30, arbitrary: remaining }, { weight: 1, arbitrary: fc.jsonValue() });
};

test("L6: no content of a record stops an import", async () => {
  for (const [from, file] of Object.entries(FILES)) {
    const records = fc.tuple(...file.map((record) => spoiled(record)));
    await fc.assert(
      fc.asyncProperty(records, async (some) => {
        const lines = some.map((record) => JSON.stringify(record));
        const reading = imported(lines, { from: from as "pi" });
        const done = await reading.catch((error: unknown) => {
          assert.ok(error instanceof ImportError, String(error));
          return undefined;
        });
        if (done !== undefined) assertWhole(done.entries, done.log);
      }),
      { numRuns: 200 },
    );
  }
});

const stored = async (store: Store, log: Log): Promise<Log> => {
  const file = await store.create(log.header);
  await file.append(log.entries);
  await file.close();
  return Log.open(await store.open(log.header.id), { now: () => 0, mint: () => "x" });
};

const moved = async (from: Store, to: Store): Promise<Log> => {
  const file = await from.open(HEADER.id);
  const text = await textOfAll(exportJsonl(file));
  await file.close();
  const session = await importSession(linesOf(text.split("\n")), OPTIONS);
  assert.equal(await storeImport(to, session), "stored");
  assert.deepEqual(session.left, {});
  return Log.open(await to.open(HEADER.id), { now: () => 0, mint: () => "x" });
};

test("an exported and imported session has the same header, path, branches and state", async () => {
  await fc.assert(
    fc.asyncProperty(soundLog, async (making) => {
      const [from, to] = [memoryStore(), memoryStore()];
      const log = await making;
      // A session without entries is not stored.
      if (log.entries.length === 0) return;
      const before = await stored(from, log);
      const after = await moved(from, to);
      const { imported: _, ...header } = after.header;
      assert.deepEqual(header, before.header);
      assert.deepEqual(after.entries, before.entries);
      assert.deepEqual(after.path.entries, before.path.entries);
      assert.deepEqual(storedState(after), storedState(before));
    }),
  );
});

test("long strings and images are in the export, and in the importing store", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "transfer-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const stores = ["one", "two"].map((name) => jsonlStore({ directory: join(directory, name) }));
  const [from, to] = stores as [Store, Store];
  const image = { type: "image", mediaType: "image/png", data: "iVBORw0KGgo".padEnd(40_000, "A") } as const;
  const log = await logOf([setup(), user("x".repeat(50_000), image), assistant("y".repeat(9000)), user("\ud800".repeat(9000))]);
  const before = await stored(from, log);
  await before.close();
  const after = await moved(from, to);
  assert.deepEqual(after.entries, log.entries);
  await after.close();
});

test("checkpoints are neither exported nor imported, and their children are attached to their parents", async () => {
  const entry = (seq: number, id: string, parent: string | null, type = "note", more: object = {}): Entry => ({
    seq,
    id,
    parent,
    at: 0,
    type,
    ...more,
  });
  const entries = [
    entry(0, "a", null),
    entry(1, "c1", "a", "checkpoint"),
    entry(2, "c2", "c1", "checkpoint"),
    entry(3, "b", "c2"),
    entry(4, "l", "b", "leaf", { to: "c2" }),
    entry(5, "d", "c2"),
  ];
  const whole = [entry(0, "a", null), entry(3, "b", "a"), entry(4, "l", "b", "leaf", { to: "a" }), entry(5, "d", "a")];
  const lines = (await textOfAll(exportJsonl(sourceOf({ header: HEADER, entries })))).trimEnd().split("\n");
  assert.deepEqual(
    lines.slice(1).map((line) => JSON.parse(line) as Entry),
    whole,
  );
  const { entries: again } = await imported([HEADER, ...entries]);
  assert.deepEqual(again, whole);
});

test("counts broken and duplicate lines of an export, and preserves the others", async () => {
  const log = await logOf([setup(), user("One.")]);
  await moveLeaf(log, "e0");
  const lines = (await textOfAll(exportJsonl(sourceOf(log)))).trimEnd().split("\n");
  const [header = "", first = "", second = "", third = ""] = lines;
  const { session, entries } = await imported([`\ufeff${header}`, first, "{", "", second, second, `${third} x`]);
  assert.deepEqual(entries, log.entries.slice(0, 2));
  assert.deepEqual(session.left, { "broken line": 2, "double entry": 1 });
});

test("the import of any export is a log that opens, with all entries that were not skipped", async () => {
  await fc.assert(
    fc.asyncProperty(anyLog, async (making) => {
      const before = await making;
      const lines = (await textOfAll(exportJsonl(sourceOf(before)))).trimEnd().split("\n");
      const { log, entries, session } = await imported(lines);
      assert.deepEqual(log.damage, []);
      storedState(log);
      projection()(log.path, { model: MODEL });
      const dropped = Object.values(session.left).reduce((sum, count) => sum + count, 0);
      assert.equal(entries.length, before.entries.length - dropped);
    }),
  );
});
