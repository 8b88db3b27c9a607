import assert from "node:assert/strict";
import { test } from "node:test";

import { allowAll, type AnyEntry, createRuntime, defineTool, fixedModels, memoryStore, type Reply, scriptedModel } from "coxswain";
import { NO_USAGE } from "coxswain/providers";
import { SessionView } from "coxswain/view";
import { Highlighter } from "../blocks/index.ts";
import { colorlessTheme, paletteTheme } from "../themes/index.ts";
import { InlineTranscript } from "./inline-transcript.ts";
import { Transcript } from "./transcript.ts";

const SIZE = { width: 60, now: 0 };

// oxlint-disable-next-line no-control-regex -- removes styles
const bare = (rows: readonly string[]): readonly string[] => rows.map((row) => row.replaceAll(/\u001b\[\d*m/g, ""));

/** Follows a run, with an update after each event. Returns all printed rows. */
const printed = async (
  script: readonly Reply[],
  prompt = "Go.",
): Promise<{ readonly rows: readonly string[]; readonly live: readonly string[]; readonly transcript: InlineTranscript }> => {
  const say = defineTool({
    name: "say",
    description: "Returns its input.",
    inputSchema: { type: "object" },
    effect: "read",
    execute: async () => "said",
  });
  const model = scriptedModel(script);
  await using runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), tools: [say], policy: allowAll() });
  const session = await runtime.create({ model: model.info.reference, cwd: "/" });
  const view = new SessionView(session.id);
  const transcript = new InlineTranscript({
    transcript: new Transcript(session, view),
    theme: colorlessTheme,
    highlighter: new Highlighter(),
  });
  const rows: string[] = [];
  let live: readonly string[] = [];
  const update = (): void => {
    const next = transcript.update(SIZE);
    rows.push(...next.final);
    live = next.live;
  };
  for await (const event of session.prompt(prompt)) {
    view.apply(event);
    update();
  }
  return { rows: bare(rows), live, transcript };
};

test("prints a run in the order of its blocks, each row once, with empty rows between messages", async () => {
  const { rows, live } = await printed([
    {
      reasoning: "Hm.",
      text: "Let me look.\n\nAt it.",
      calls: [
        { name: "say", input: { path: "a" } },
        { name: "say", input: { path: "b" } },
      ],
    },
    "Done.",
  ]);
  assert.deepEqual(
    rows.map((row) => row.replace(/\d+(\.\d)? s/, "N s")),
    ["> Go.", "", "Thought for N s", "", "Let me look.", "", "At it.", "", "✓ say  a", "✓ say  b", "", "Done.", "", "─ N s · 2 turns"],
  );
  assert.deepEqual(live, []);
});

test("control characters of a model and of a tool are shown as codes", async () => {
  const { rows } = await printed(
    [{ text: "a\u001b[2Jb", calls: [{ name: "say", input: { path: "\u001b]0;x\u0007" } }] }, "Done."],
    "\u009b31m",
  );
  // oxlint-disable-next-line no-control-regex -- looks for control characters
  assert.doesNotMatch(rows.join(""), /[\u0000-\u001f\u007f-\u009f]/);
});

test("a change to everything prints all of the last folded block once more, below a title", async () => {
  const { transcript } = await printed([{ reasoning: "Hm.\nSo.", calls: [{ name: "say", input: { path: "a" } }] }, "Done."]);
  const open = (): readonly string[] => {
    transcript.expanded = true;
    return bare(transcript.update(SIZE).final);
  };
  assert.deepEqual(open(), ["", "All of the last call:", "✓ say  a", "  said"]);
  assert.deepEqual(transcript.update(SIZE).final, []);
  transcript.expanded = false;
  assert.deepEqual(open(), [], "an open block is not printed again");
});

test("a block that has nothing more to show is not the last folded one", async () => {
  const { transcript } = await printed([{ reasoning: "Hm.", text: "Let me look." }]);
  transcript.expanded = true;
  assert.deepEqual(bare(transcript.update(SIZE).final).slice(1, 2), ["All of the last reasoning:"]);
});

test("code of the last turns is printed once its language is loaded, with colors", async () => {
  const model = scriptedModel(["```ts\nconst a = 1;\n```"]);
  await using runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), policy: allowAll() });
  const session = await runtime.create({ model: model.info.reference, cwd: "/" });
  await session.prompt("Go.").outcome;
  const items = new Transcript(session, new SessionView(session.id));
  items.open(2);
  const transcript = new InlineTranscript({ transcript: items, theme: paletteTheme, highlighter: new Highlighter() });
  const ready = transcript.prepare();
  assert.deepEqual(bare(transcript.update(SIZE).final), ["> Go.", "", "ts"]);
  await ready;
  assert.ok(transcript.update(SIZE).final.some((row) => row.includes(paletteTheme.syntax.keyword("const"))));
});

/** The entry of a complete answer. */
const answerOf = (text: string): AnyEntry => ({
  seq: 1,
  id: "e1",
  parent: null,
  at: 0,
  type: "message",
  message: { role: "assistant", content: [{ type: "text", text }], model: "m", stop: "stop", usage: NO_USAGE },
});

test("an answer that arrives whole waits for the colors of its code, and what follows waits behind it", async () => {
  const loaded = Promise.withResolvers<void>();
  const highlighter = new Highlighter(loaded.resolve);
  const view = new SessionView("s");
  const items = new Transcript({ id: "s", entries: [] }, view);
  const transcript = new InlineTranscript({ transcript: items, theme: paletteTheme, highlighter });
  const text = "Look:\n\n```ts\nconst a = 1;\n```\n\nDone.";
  view.add(answerOf(text));
  items.update();
  items.print(["a line of the program"]);
  const first = transcript.update(SIZE);
  assert.deepEqual(bare(first.final), ["Look:", "", "ts"]);
  assert.deepEqual(transcript.update(SIZE).final, []);
  await loaded.promise;
  const { final, live } = transcript.update(SIZE);
  assert.deepEqual(bare(final), ["const a = 1;", "", "Done.", "a line of the program"]);
  assert.ok(final[0]?.includes(paletteTheme.syntax.keyword("const")));
  assert.deepEqual(live, []);
});

test("the end of the screen prints code without colors rather than not at all", () => {
  const view = new SessionView("s");
  const items = new Transcript({ id: "s", entries: [] }, view);
  const transcript = new InlineTranscript({ transcript: items, theme: paletteTheme, highlighter: new Highlighter() });
  view.add(answerOf("```ts\na\n```"));
  assert.deepEqual(bare(transcript.update(SIZE).final), ["ts"]);
  transcript.endPreparing();
  assert.deepEqual(bare(transcript.update(SIZE).final), ["a"]);
});

test("an image of a message is drawn where the terminal can", async () => {
  const header = Buffer.from("89504e470d0a1a0a0000000d494844520000001200000012", "hex");
  const data = Buffer.concat([header, Buffer.alloc(9)]).toString("base64");
  const model = scriptedModel(["A square."]);
  await using runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), policy: allowAll() });
  const session = await runtime.create({ model: model.info.reference, cwd: "/" });
  await session.prompt([
    { type: "text", text: "Describe it." },
    { type: "image", mediaType: "image/png", data },
  ]).outcome;
  for (const images of ["kitty", undefined] as const) {
    const transcript = new Transcript(session, new SessionView(session.id));
    transcript.open(2);
    const size = { ...SIZE, ...(images === undefined ? {} : { images: { protocol: images, mostRows: 10 } }) };
    const { final } = new InlineTranscript({ transcript, theme: colorlessTheme, highlighter: new Highlighter() }).update(size);
    assert.equal(final.join("").includes("\u001b_G"), images !== undefined);
    assert.ok(bare(final).includes("[image: image/png, 18x18, 33 B]"));
  }
});

test("work in the background has live rows until it ends", () => {
  const view = new SessionView("s");
  const items = new Transcript({ id: "s", entries: [] }, view);
  const transcript = new InlineTranscript({ transcript: items, theme: colorlessTheme, highlighter: new Highlighter() });
  const entry = (seq: number) => ({ seq, id: `e${seq}`, parent: null, at: 0 });
  view.add({ ...entry(1), type: "job_start", job: "j1", command: "npm run dev", cwd: "/" });
  const started = transcript.update(SIZE);
  assert.deepEqual(bare(started.live), ["└ j1 npm run dev"]);
  view.add({ ...entry(2), type: "job_end", job: "j1", ending: "done", text: "" });
  assert.deepEqual(transcript.update(SIZE).live, []);
});
