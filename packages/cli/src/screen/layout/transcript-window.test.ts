import assert from "node:assert/strict";
import { test } from "node:test";
import { allowAll, type AnyEntry, createRuntime, defineTool, type Event, fixedModels, memoryStore, scriptedModel } from "coxswain";
import { SessionView } from "coxswain/view";
import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { Highlighter } from "../blocks/index.ts";
import { colorlessTheme } from "../themes/index.ts";
import { InlineTranscript } from "./inline-transcript.ts";
import { Transcript } from "./transcript.ts";
import { TranscriptRows } from "./transcript-rows.ts";
import { TranscriptWindow } from "./transcript-window.ts";

const TURNS = 90;

/** A session with many runs: its entries and events. */
const longSession = async () => {
  const say = defineTool({
    name: "say",
    description: "Says.",
    inputSchema: { type: "object" },
    effect: "read",
    execute: async () => "one\ntwo",
  });
  const replies = Array.from({ length: TURNS }, (_, at) => [
    {
      text: `Look ${at}.`,
      reasoning: `Hm ${at}.`,
      calls: [
        { name: "say", input: { path: `p${at}` } },
        { name: "none", input: { at } },
      ],
    },
    `Found ${at}.\n\n${`word${at} `.repeat(at % 30)}\n\n- a ${at}\n- b 漢字 ${at}`,
  ]);
  const model = scriptedModel(replies.flat());
  await using runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), tools: [say], policy: allowAll() });
  const session = await runtime.create({ model: model.info.reference, cwd: "/" });
  const events: Event[] = [];
  for (let at = 0; at < TURNS; at++) for await (const event of session.prompt(`Prompt ${at}.`)) events.push(event);
  return { id: session.id, entries: [...session.entries], events };
};

/** All rows, made from the beginning by the inline transcript. */
const allRows = (id: string, view: SessionView, entries: readonly AnyEntry[], width: number): readonly string[] => {
  const whole = new SessionView(id);
  for (const entry of entries) whole.add(entry);
  const settled = new InlineTranscript({
    transcript: new Transcript({ id, entries }, whole),
    theme: colorlessTheme,
    highlighter: new Highlighter(),
  });
  const { final } = settled.update({ width, now: 0 });
  assert.equal(view.blocks.length, 0);
  return final.map(untimed);
};

/** The log does not have the duration of reasoning. */
const untimed = (row: string): string => row.replace(/Thought for [\d.]+ s/, "Thought");

const isPart = (rows: readonly string[], all: readonly string[]): boolean =>
  rows.length === 0 || all.some((_, start) => rows.every((row, at) => all[start + at] === row));

const step = fc.oneof(
  fc.record({ kind: fc.constant("events" as const), count: fc.integer({ min: 1, max: 80 }) }),
  fc.record({ kind: fc.constant("scroll" as const), rows: fc.integer({ min: -200, max: 200 }) }),
  fc.record({ kind: fc.constant("resize" as const), width: fc.integer({ min: 20, max: 120 }), height: fc.integer({ min: 1, max: 50 }) }),
  fc.record({ kind: fc.constantFrom("start" as const, "end" as const) }),
);

test("the rows on view are those of the whole transcript, regardless of events, scrolling and resizes", async () => {
  const { id, entries, events } = await longSession();
  fc.assert(
    fc.property(fc.integer({ min: 0, max: entries.length }), fc.array(step, { maxLength: 25 }), (opened, steps) => {
      const stored = entries.slice(0, opened);
      const coming = events.slice(
        opened === 0 ? 0 : events.findIndex((event) => event.type === "entry" && event.entry === entries[opened - 1]) + 1,
      );
      const view = new SessionView(id);
      const transcript = new Transcript({ id, entries: stored }, view);
      transcript.open(2);
      const window = new TranscriptWindow(transcript, new TranscriptRows(transcript, colorlessTheme, new Highlighter()));
      let size = { width: 80, height: 24 };
      for (const one of steps) {
        if (one.kind === "events") {
          for (const event of coming.splice(0, one.count)) {
            if (event.type === "entry") stored.push(event.entry);
            view.apply(event);
          }
          transcript.update();
        } else if (one.kind === "scroll") window.scroll(one.rows);
        else if (one.kind === "start") window.toStart();
        else if (one.kind === "end") window.toEnd();
        else if (one.kind === "resize") size = one;
        const rows = window.view(size.height, size.width, 0).map(({ text }) => untimed(text));
        assert.ok(rows.length <= size.height);
        for (const row of rows) assert.ok(visibleWidth(row) <= size.width, row);
        if (view.blocks.length > 0) continue;
        const all = allRows(id, view, stored, size.width);
        assert.equal(rows.length, Math.min(size.height, all.length));
        assert.ok(isPart(rows, all), `rows of the whole transcript:\n${rows.join("\n")}`);
        if (window.follows) assert.deepEqual(rows, all.slice(-rows.length));
        else assert.ok((window.below?.rows ?? 0) >= 0);
      }
    }),
    { numRuns: 30 },
  );
});

test("opening a long session makes the blocks of its last turns only", async () => {
  const { id, entries } = await longSession();
  const view = new SessionView(id);
  const transcript = new Transcript({ id, entries }, view);
  transcript.open(2);
  assert.equal(transcript.lastTurns(2), 0);
  assert.deepEqual(
    [transcript.at(0), transcript.at(transcript.lastTurns(1))].map((item) => item?.kind === "user" && item.text),
    [`Prompt ${TURNS - 2}.`, `Prompt ${TURNS - 1}.`],
  );
  assert.equal(transcript.promptsBefore(0), TURNS - 2);
  assert.equal(transcript.earlier, "loadable");
  while (transcript.loadEarlier());
  assert.equal(transcript.promptsBefore(0), TURNS - 2);
  assert.equal(transcript.earlier, "none");
  const first = transcript.at(transcript.first);
  assert.equal(first?.kind === "user" && first.text, "Prompt 0.");
});
