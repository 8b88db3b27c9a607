import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { jsonlStore, readSession, textOf } from "coxswain";
import { isMessage, repairSession } from "coxswain/session";
import { checkSession, isIntact, sessionIndex } from "coxswain/store";
import fc from "fast-check";
import { createUsedSession, open } from "./used-session.ts";

type Path = readonly string[];

/** Paths of all values in a value. */
const pathsIn = (value: unknown, path: Path = []): readonly Path[] => [
  path,
  ...(typeof value === "object" && value !== null ? Object.entries(value) : []).flatMap(([key, inner]) => pathsIn(inner, [...path, key])),
];

/** Replaces the value at a path of an entry's line. */
const damageLine = (line: string, path: Path, value: unknown): string => {
  const entry: Record<string, unknown> = JSON.parse(line);
  let holder = entry;
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string, unknown>;
  holder[path.at(-1) ?? ""] = value;
  return JSON.stringify(entry);
};

const STRANGE = [
  null,
  5,
  -1,
  0.5,
  1e308,
  "",
  "x",
  "message",
  "__proto__",
  true,
  [],
  [null],
  [{}],
  {},
  { a: null },
  { type: "text" },
  undefined,
];

test("L6: with any value replaced in any entry, the session runs, and can be listed, read and repaired", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "cox-damaged-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const { id, path } = await createUsedSession(directory);
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  // A session without its setup needs a model: see the sessions of cox.
  const locations = lines.flatMap((line, at) =>
    line.includes('"type":"setup"') || at === 0
      ? []
      : pathsIn(JSON.parse(line))
          .filter(([field]) => field !== undefined)
          .map((place) => ({ at, place })),
  );
  const change = fc.record({ where: fc.constantFrom(...locations), value: fc.constantFrom(...STRANGE) });
  // Entries at the end without a parent were second roots, so that the path had no setup.
  const lostParents = locations
    .filter(({ at, place }) => at >= lines.length - 3 && place.join() === "parent")
    .map((where) => ({ where, value: null }));
  // Queued messages without an id were delivered as entries without an id, and the next message was lost.
  const damagedAdmissions = locations
    .filter(({ at, place }) => lines[at]?.includes('"type":"inbox_admit"') === true && place.join() === "messageId")
    .map((where) => ({ where, value: { a: null } }));
  await fc.assert(
    fc.asyncProperty(change, async ({ where: { at, place }, value }) => {
      writeFileSync(path, `${lines.with(at, damageLine(lines[at] ?? "", place, value)).join("\n")}\n`);
      assert.equal((await sessionIndex({ directory }).list())[0]?.id, id);
      const { damage } = await checkSession(path);
      await using runtime = open(directory);
      const session = await runtime.open(id);
      const outcome = await session.prompt("Is anyone there?").outcome;
      assert.equal(outcome.kind, "done", JSON.stringify(outcome));
      await runtime.close();
      const { entries } = await readSession(jsonlStore({ directory }), id);
      assert.ok(entries.some((entry) => isMessage(entry) && textOf(entry.message) === "Is anyone there?"));
      assert.deepEqual((await checkSession(path)).damage, damage, "the session appends valid entries");
      await repairSession(path, { cwd: directory });
      assert.ok(isIntact(await checkSession(path)));
    }),
    {
      numRuns: 100,
      examples: [...lostParents, ...damagedAdmissions].map((example): [typeof example] => [example]),
    },
  );
});
