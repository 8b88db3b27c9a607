import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { type Entry, jsonlStore } from "coxswain";
import { NO_USAGE } from "coxswain/providers";
import { noTerminal as skip, openTerminal } from "./at-terminal.ts";
import { type CoxScene, messagesOf, openCox } from "./cox-scene.ts";

const TURNS = 40;
const MODEL = "anthropic/claude-sonnet-5-5";

/** Writes a session that was never compacted and continues it once, which writes a checkpoint. */
const writeLong = async (cox: CoxScene): Promise<void> => {
  const file = await jsonlStore({ directory: join(cox.home, "data", "sessions") }).create({
    format: "coxswain-session",
    version: 1,
    id: "long",
    cwd: cox.project,
    at: 1,
  });
  const entries: Entry[] = [];
  const add = (fact: { readonly type: string; readonly [key: string]: unknown }): void => {
    entries.push({ seq: entries.length, id: `e${entries.length}`, parent: entries.at(-1)?.id ?? null, at: 1, ...fact });
  };
  add({ type: "setup", setup: { model: MODEL, compaction: { auto: "off" } } });
  for (let turn = 0; turn < TURNS; turn++) {
    const text = `Answer ${turn}. ${"word ".repeat(600)}`;
    add({ type: "message", message: { role: "user", content: [{ type: "text", text: `Question ${turn}?` }] } });
    const content = [{ type: "text", text }];
    add({ type: "message", message: { role: "assistant", content, model: MODEL, stop: "stop", usage: NO_USAGE } });
  }
  await file.append(entries);
  await file.close();
  const { code, stderr } = await cox.run(["-p", "-c", "Continue."]);
  assert.equal(code, 0, stderr);
};

test("a long session opens at the terminal with its last turns, and its first prompt sends all of it", { skip }, async () => {
  await using cox = await openCox(["Continued.", "All of it."]);
  await writeLong(cox);
  using terminal = openTerminal(cox, ["-c"]);
  await terminal.seen("Earlier prompts. To read them: cox sessions show long");
  await terminal.seen("Question 39?");
  await terminal.seen("Continued.");
  terminal.type("And now?\r");
  await terminal.seen("All of it.");
  await terminal.seen("1 turn");
  terminal.type("\u0004");
  assert.equal((await terminal.ended).code, 0);
  const sent = JSON.stringify(messagesOf(cox.server.requests.at(-1)));
  for (const text of ["Question 0?", "Question 20?", "Question 39?", "Continue.", "And now?"]) assert.ok(sent.includes(text), text);
});
