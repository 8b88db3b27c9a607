import assert from "node:assert/strict";
import { globSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openFilesScene, runs, storedIn, writes } from "../runtime/session-files.fixture.ts";
import { jsonlStore } from "../store/index.ts";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";

const TURNS = 1000;
const FILES = 50;
const LIMIT = 4_000_000;

/** The content of a file of 6 KB at one turn. */
const contentAt = (turn: number): string =>
  Array.from({ length: 150 }, (_, line) => `line ${line} of the version at turn ${turn}`).join("\n");

test(`S2-35: ${TURNS} turns with edits and commands stay within the limit of stored bytes, and undo works to the end`, async (t) => {
  const directory = temporaryFolder(t);
  const name = (turn: number): string => `src/file-${turn % FILES}`;
  const scene = await openFilesScene(t, {
    files: Object.fromEntries(Array.from({ length: FILES }, (_, at) => [name(at), contentAt(-1)])),
    script: (_request, turn) =>
      turn === TURNS
        ? "Done."
        : turn % 2 === 0
          ? writes(`src/new-${turn}`, contentAt(turn))
          : runs(`printf '%s' 'made at turn ${turn}' >> ${name(turn)}; cp ${name(turn)} src/copy`),
    store: jsonlStore({ directory }),
    limits: { bytes: LIMIT },
  });
  assert.equal((await scene.session.prompt("Go.").outcome).kind, "done");
  const stored = storedIn(directory);
  const [log = ""] = globSync("*/*.jsonl", { cwd: directory });
  t.diagnostic(
    `${Math.round(stored / TURNS)} bytes of contents and ${Math.round(lstatSync(join(directory, log)).size / TURNS)} of log a turn`,
  );
  assert.ok(stored > LIMIT / 4 && stored <= LIMIT, `${stored} bytes`);
  const plan = await scene.session.files.planUndo();
  assert.ok(plan !== undefined && plan.roots.length === 1);
});
