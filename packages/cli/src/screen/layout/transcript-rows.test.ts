import assert from "node:assert/strict";
import { test } from "node:test";
import { type Block, SessionView } from "coxswain/view";
import { Highlighter } from "../blocks/index.ts";
import { colorlessTheme } from "../themes/index.ts";
import { Transcript } from "./transcript.ts";
import { TranscriptRows } from "./transcript-rows.ts";
import { TranscriptWindow } from "./transcript-window.ts";

const userBlock = (id: string, text: string): Block => ({ kind: "user", id, at: 0, settled: true, text, images: [] });

/** A transcript with these blocks, and the number of rows that were rendered so far. */
const open = (blocks: readonly Block[]) => {
  const view = new SessionView("s");
  const transcript = new Transcript({ id: "s", entries: [] }, view);
  for (const block of blocks) {
    const message = { role: "user" as const, content: [{ type: "text" as const, text: block.kind === "user" ? block.text : "" }] };
    view.add({ type: "message", seq: 0, id: block.id, parent: null, at: 0, message });
  }
  transcript.update();
  let rendered = 0;
  const theme = {
    ...colorlessTheme,
    accent: (text: string) => {
      rendered += 1;
      return text;
    },
  };
  const rows = new TranscriptRows(transcript, theme, new Highlighter());
  return { transcript, rows, window: new TranscriptWindow(transcript, rows), rendered: () => rendered };
};

test("a frame makes only the rows of the items on view", () => {
  const { window, rendered } = open(Array.from({ length: 1000 }, (_, at) => userBlock(`u${at}`, `prompt ${at}`)));
  assert.equal(window.view(20, 40, 0).length, 20);
  assert.ok(rendered() <= 12, `${rendered()} rows were rendered`);
});

test("an item with more rows than stay in memory is not made again in each frame", () => {
  const long = Array.from({ length: 6000 }, (_, at) => `line ${at}`).join("\n");
  const { rows, window, rendered } = open([userBlock("a", long), userBlock("b", "short")]);
  rows.expandAll();
  window.view(20, 40, 0);
  const once = rendered();
  assert.ok(once > 6000);
  window.view(20, 40, 0);
  window.view(20, 40, 0);
  assert.equal(rendered(), once);
});

test("opening a block shows all of it, and folding it the part from before", () => {
  const { rows } = open([userBlock("a", Array.from({ length: 50 }, (_, at) => `line ${at}`).join("\n"))]);
  rows.begin(40, 0);
  const folded = rows.length(0);
  assert.equal(rows.toggle(0), true);
  assert.equal(rows.length(0), 50);
  assert.equal(rows.toggle(0), true);
  assert.equal(rows.length(0), folded);
});
