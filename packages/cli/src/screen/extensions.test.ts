import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type Extension, loadExtensions } from "coxswain/extensions";
import { openScreen } from "./screen.fixture.ts";

const GUIDE = join(import.meta.dirname, "..", "..", "..", "..", "docs", "extensions.md");
const ALT_G = "\u001bg";

test("the guide's example adds a block and a key", async (t) => {
  const examples = [...readFileSync(GUIDE, "utf8").matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""]) => code);
  const folder = mkdtempSync(join(tmpdir(), "cox-blocks-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "deploy.ts");
  writeFileSync(file, examples.find((code) => code.includes("registerBlock")) ?? "");
  await using extensions = await loadExtensions({ sources: [{ file }], warn: (line) => assert.fail(line) });
  await using scene = await openScreen({ extensions, rows: 40 });
  scene.terminal.press(ALT_G);
  await scene.terminal.seen("Deployed to staging.");
  scene.terminal.type("/keys");
  scene.terminal.press("\r");
  await scene.terminal.seen("Record a deployment to staging");
  assert.deepEqual(scene.submitted, []);
});

test("the text of a block is escaped, and a block that throws leaves the others", async () => {
  const warnings: string[] = [];
  const setup: Extension = (cox) => {
    const notes = cox.state<number, string>({ name: "notes", initial: 0, apply: (count) => count + 1 });
    cox.registerBlock<string>({
      state: "notes",
      render: (note) => {
        if (note === "bad") throw new Error("no note");
        return `note ${note}`;
      },
    });
    cox.registerCommand({ name: "note", description: "Adds a note.", run: ({ words, session }) => notes.append(session.id, words) });
  };
  await using extensions = await loadExtensions({ sources: [{ name: "notes", setup }], warn: (line) => void warnings.push(line) });
  await using scene = await openScreen({ extensions });
  await extensions.run(scene.session, "/note a\u001b[2Jb");
  await extensions.run(scene.session, "/note bad");
  await extensions.run(scene.session, "/note bad");
  await extensions.run(scene.session, "/note c");
  await scene.terminal.seen("note c");
  assert.ok((await scene.terminal.lines()).includes("note a\\x1b[2Jb"));
  assert.ok(!scene.terminal.written.includes("\u001b[2J"));
  assert.deepEqual(warnings, ["The extension notes: its block of the state notes cannot show a fact: no note"]);
});
