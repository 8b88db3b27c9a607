import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { allowAll, createRuntime, fixedModels, jsonlStore, readSession, scriptedModel, textOf } from "coxswain";
import { history, isMessage } from "coxswain/session";
import { checkSession, isIntact } from "coxswain/store";
import { nodeWorkspace } from "coxswain/tools";

/*
 * One folder for each released format, with a session that a version of that time wrote. These files are never
 * rewritten:
 * they show how newer versions read users' sessions.
 */
const ID = "019aa4b6-4500-79e2-aadb-f8ae33150ee0";
const FILE = join("home-ann-boat-741e0d50", `${ID}.jsonl`);

const copyOf = (t: TestContext, format: string): string => {
  const directory = mkdtempSync(join(tmpdir(), "cox-format-"));
  t.after(() => rmSync(directory, { recursive: true }));
  cpSync(join(import.meta.dirname, format), directory, { recursive: true });
  return directory;
};

test("L17: reads a session of format 1 completely", async (t) => {
  const directory = copyOf(t, "format-1");
  const check = await checkSession(join(directory, FILE));
  assert.ok(isIntact(check), JSON.stringify(check));
  assert.equal(check.entries, 22);

  const { header, state, entries } = await readSession(jsonlStore({ directory }), ID);
  assert.equal(header.project, "github.com/ann/boat");
  assert.equal(state.title, "Mast and sail");
  assert.equal(state.model, "scripted/scripted");
  assert.equal(state.thinking, "high");
  assert.deepEqual(state.labels, { e1: "question" });
  assert.deepEqual(
    entries.filter(isMessage).map(({ message }) => textOf(message).slice(0, 20)),
    [
      "Does the mast stand?",
      "I look.",
      "the mast: long outpu",
      "It stands.",
      "And the sail?",
      "Another answer.",
      "From the start.",
      "Anew.",
    ],
  );
});

test("L17: moves to another branch in a session of format 1, with its long content, and continues it", async (t) => {
  const directory = copyOf(t, "format-1");
  const before = readFileSync(join(directory, FILE));
  const model = scriptedModel(["Still there."]);
  await using runtime = createRuntime({
    store: jsonlStore({ directory }),
    models: fixedModels(model),
    policy: allowAll(),
    workspace: () => nodeWorkspace({ root: directory }),
  });
  const session = await runtime.open(ID);
  await session.fork("e7", { into: "here" });
  assert.deepEqual(
    history(session).map(({ message }) => message.role),
    ["user", "assistant", "tool", "assistant"],
  );
  assert.ok(history(session).some(({ message }) => textOf(message) === `the mast: ${"long output. ".repeat(900)}`));
  assert.equal((await session.prompt("And now?").outcome).kind, "done");
  assert.equal(model.requests[0]?.messages.length, 5);
  await runtime.close();
  const after = readFileSync(join(directory, FILE));
  assert.ok(after.length > before.length && after.subarray(0, before.length).equals(before), "the existing bytes are unchanged");
});
