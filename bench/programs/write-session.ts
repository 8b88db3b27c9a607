// Writes a session through the store. Arguments: the store's folder, the session's folder, its id, the number of
// messages, the characters of a tool's result, and `compaction` for a compaction shortly before the end, or
// `no-compaction` for a session that is never compacted.
import { type Entry, jsonlStore } from "coxswain";
import { NO_USAGE } from "coxswain/providers";

const [, , directory = "", cwd = "", id = "", count = "0", size = "0", ending = ""] = process.argv;
const TURN = 3;
const BATCH = 600;

const file = await jsonlStore({ directory }).create({ format: "coxswain-session", version: 1, id, cwd, at: 1 });
let batch: Entry[] = [];
let seq = 0;
let parent: string | null = null;

const add = async (fact: { readonly type: string; readonly [key: string]: unknown }): Promise<void> => {
  const entry: Entry = { seq, id: `entry-${seq}`, parent, at: seq + 2, ...fact };
  batch.push(entry);
  parent = entry.id;
  seq += 1;
  if (batch.length >= BATCH) await flush();
};
const flush = async (): Promise<void> => {
  await file.append(batch);
  batch = [];
};

const model = "anthropic/claude-sonnet-5-5";
const converse = async (turns: number, length: number): Promise<void> => {
  for (let turn = 0; turn < turns; turn++) {
    const input = { command: `sed -n ${turn}p notes` };
    // All different, so that the blob store shares none.
    const result = `${turn} `.padEnd(length, "The quick brown fox jumps over the lazy dog. ");
    await add({ type: "message", message: { role: "user", content: [{ type: "text", text: `Step ${turn}: inspect the next part.` }] } });
    const call = { type: "tool_call", id: `call-${turn}`, name: "bash", input };
    await add({
      type: "message",
      message: { role: "assistant", content: [{ type: "text", text: "I look." }, call], model, stop: "tool_calls", usage: NO_USAGE },
    });
    const content = [{ type: "text", text: result }];
    const details = { end: { kind: "exit", code: 0 } };
    await add({ type: "message", message: { role: "tool", callId: call.id, name: "bash", content, isError: false, details } });
  }
};

await add({ type: "setup", setup: ending === "no-compaction" ? { model, compaction: { auto: "off" } } : { model } });
await converse(Math.round(Number(count) / TURN), Number(size));
if (ending === "compaction") {
  const covers = { from: 1, to: Number(count) };
  const measured = { tokensBefore: 150_000, summaryTokens: 500, reason: "threshold", model, usage: NO_USAGE };
  await add({ type: "compaction", summary: "It was inspected. ".repeat(100), firstPreserved: null, covers, preserved: [], ...measured });
  await converse(20, 200);
}
await flush();
await file.close();
