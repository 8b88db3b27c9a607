import assert from "node:assert/strict";
import { test } from "node:test";
import { type Block, SessionView } from "coxswain/view";
import fc from "fast-check";
import { blockDrawing, Highlighter, type ImageSpace } from "../blocks/index.ts";
import { keymapOf } from "../keys/index.ts";
import { kittyScreen, type ShownImage } from "../terminal/kitty-screen.fixture.ts";
import { manualTimer } from "../terminal/manual-timer.fixture.ts";
import { testTerminal } from "../terminal/test-terminal.fixture.ts";
import { colorlessTheme } from "../themes/index.ts";
import { FullSurface } from "./full-surface.ts";
import { imageSpace } from "./image-space.ts";
import { pngHeader } from "./png-header.fixture.ts";
import { Transcript } from "./transcript.ts";

const THEME = { ...colorlessTheme, features: { hyperlinks: false, images: "kitty" as const } };

/** A row of the whole transcript. `from`: the row of the image there. */
interface ExpectedRow {
  readonly text: string;
  readonly image?: {
    readonly data: string;
    readonly rows: number;
    readonly columns: number;
    readonly heightPx: number;
    readonly from: number;
  };
}

/** A full screen in a terminal with images, over messages with images and rows between them. */
const openSurface = () => {
  const view = new SessionView("s");
  const transcript = new Transcript({ id: "s", entries: [] }, view);
  const terminal = testTerminal(80, 24);
  const timer = manualTimer();
  const kitty = kittyScreen();
  let [tailRows, styles, count, read] = [4, 0, 0, 0];
  const surface = new FullSurface({
    session: "s",
    transcript,
    terminal,
    timer,
    theme: THEME,
    highlighter: new Highlighter(),
    styles: () => styles,
    keys: keymapOf().keymap,
    now: () => 0,
    tail: () => ({ rows: Array.from({ length: tailRows }, () => "tail") }),
    copy: async () => "",
    hint() {},
  });
  terminal.start(
    () => {},
    () => surface.resized(),
  );

  /** All rows of the transcript at this size, made without a window. */
  const allRows = (): readonly ExpectedRow[] => {
    const space = imageSpace({ terminal, theme: THEME });
    const rows: ExpectedRow[] = [];
    let hasBlock = false;
    for (let at = 0; at < transcript.end; at++) {
      const item = transcript.at(at);
      if (item?.kind === "printed") rows.push(...item.rows.map((text) => ({ text })));
      if (item === undefined || item.kind === "printed") continue;
      if (hasBlock) rows.push({ text: "" });
      hasBlock = true;
      rows.push(...blockRowsOf(item, space));
    }
    return rows;
  };
  const blockRowsOf = (block: Block, space: ImageSpace | undefined): readonly ExpectedRow[] => {
    const options = { width: terminal.columns, theme: THEME, expanded: false, now: 0 };
    const { rows, images } = blockDrawing(block, options, space);
    return rows.map((text, at) => {
      const image = images.find(({ row, rows: height }) => row <= at && at < row + height);
      return image === undefined ? { text: bare(text) } : { text: "", image: { ...image, from: at - image.row } };
    });
  };

  return {
    surface,
    terminal,
    kitty,
    addImages(sizes: readonly (readonly [number, number])[]) {
      count += 1;
      const images = sizes.map(([width, height], at) => {
        return { type: "image" as const, mediaType: "image/png", data: pngHeader(width, height, count * 10 + at), name: `i${count}-${at}` };
      });
      const message = { role: "user" as const, content: [{ type: "text" as const, text: `prompt ${count}` }, ...images] };
      view.add({ type: "message", seq: count, id: `u${count}`, parent: null, at: 0, message });
    },
    print(rows: number) {
      count += 1;
      surface.print(Array.from({ length: rows }, (_, at) => `printed ${count}-${at}`));
    },
    resize: (columns: number, rows: number) => terminal.resize(columns, rows),
    setTail: (rows: number) => void (tailRows = rows),
    restyle: () => void (styles += 1),
    /** Draws the next frame. */
    async frame() {
      surface.request(true);
      await timer.advance(400);
      this.update();
    },
    update() {
      kitty.read(terminal.written.slice(read));
      read = terminal.written.length;
    },
    /** The images that the rows of the screen have space for. Undefined if all of these are empty. */
    async expected(): Promise<readonly ShownImage[] | undefined> {
      const screen = (await terminal.screen()).slice(0, Math.max(0, terminal.rows - tailRows));
      const shown = /rows below|^Search:/.test(screen.at(-1) ?? "") ? screen.slice(0, -1) : screen;
      if (shown.every((row) => row === "")) return undefined;
      const all = allRows();
      const rows = shown.slice(0, all.length);
      const start = all.findIndex((_, from) => rows.every((row, at) => all[from + at]?.text === row));
      assert.ok(start >= 0, `rows of the transcript:\n${shown.join("\n")}`);
      return imagesAt(all.slice(start, start + rows.length));
    },
  };
};

// oxlint-disable-next-line no-control-regex -- styles
const bare = (row: string): string => row.replaceAll(/\u001b\[[\d;]*m/g, "").trimEnd();

/** The images of the rows of a screen. */
const imagesAt = (rows: readonly ExpectedRow[]): readonly ShownImage[] => {
  const found: ShownImage[] = [];
  for (const [row, { image }] of rows.entries()) {
    if (image === undefined || (image.from > 0 && rows[row - 1]?.image !== undefined)) continue;
    const { data, columns, rows: height, heightPx, from } = image;
    let count = 1;
    while (from + count < height && row + count < rows.length) count += 1;
    const y = Math.floor((heightPx * from) / height);
    found.push({ data, row, columns, rows: count, y, height: Math.max(1, Math.ceil((heightPx * (from + count)) / height) - y) });
  }
  return found;
};

const size = fc.tuple(fc.constantFrom(5, 90, 300, 900), fc.constantFrom(3, 60, 200, 900));
const step = fc.oneof(
  fc.record({ kind: fc.constant("images" as const), sizes: fc.array(size, { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant("print" as const), rows: fc.integer({ min: 1, max: 12 }) }),
  fc.record({
    kind: fc.constant("key" as const),
    // The wheel, pages, rows, the first and last row, and the selection of a block.
    key: fc.constantFrom(
      "\u001b[<64;1;1M",
      "\u001b[<65;1;1M",
      "\u001b[5~",
      "\u001b[6~",
      "\u001b[1;2A",
      "\u001b[1;2B",
      "\u001b[1;5H",
      "\u001b[1;5F",
      "\u001b[1;5A",
    ),
  }),
  fc.record({ kind: fc.constant("resize" as const), columns: fc.integer({ min: 20, max: 160 }), rows: fc.integer({ min: 6, max: 60 }) }),
  fc.record({ kind: fc.constant("tail" as const), rows: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ kind: fc.constantFrom("restyle" as const, "restart" as const, "expand" as const, "search" as const) }),
);

test("after each frame, exactly the parts of images on view are placed, whatever is added, scrolled, resized and covered", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const scene = openSurface();
      const { surface, kitty, terminal } = scene;
      surface.start();
      for (const one of steps) {
        if (one.kind === "images") scene.addImages(one.sizes);
        else if (one.kind === "print") scene.print(one.rows);
        else if (one.kind === "key") surface.input(one.key, "empty editor");
        else if (one.kind === "resize") scene.resize(one.columns, one.rows);
        else if (one.kind === "tail") scene.setTail(one.rows);
        else if (one.kind === "restyle") scene.restyle();
        else if (one.kind === "expand") surface.expand();
        else if (one.kind === "search") surface.input("\u0013", "empty editor");
        else {
          surface.stop();
          scene.update();
          assert.deepEqual([kitty.shown(), kitty.stored()], [[], []]);
          surface.start();
        }
        await scene.frame();
        const shown = kitty.shown();
        for (const { row, rows, columns } of shown) {
          assert.ok(row + rows <= terminal.rows && columns <= terminal.columns);
        }
        const expected = await scene.expected();
        if (expected !== undefined) assert.deepEqual(shown, expected);
      }
      surface.stop();
      scene.update();
      assert.deepEqual([kitty.shown(), kitty.stored()], [[], []]);
    }),
    { numRuns: 60 },
  );
});

test("an image is at most half as high as the transcript, also after a resize", async () => {
  const scene = openSurface();
  scene.surface.start();
  scene.addImages([[400, 900]]);
  for (const [rows, most] of [
    [24, 10],
    [60, 12],
    [10, 3],
    [5, 0],
  ] as const) {
    scene.resize(80, rows);
    await scene.frame();
    assert.equal(scene.kitty.shown()[0]?.rows ?? 0, most, `${rows} rows`);
  }
});

test("a search while an image is on view leaves it where it is, and a tail that grows over it cuts it", async () => {
  const scene = openSurface();
  scene.surface.start();
  scene.addImages([[400, 900]]);
  scene.print(2);
  await scene.frame();
  assert.deepEqual(await scene.expected(), scene.kitty.shown());
  const before = scene.kitty.shown()[0];
  scene.setTail(14);
  await scene.frame();
  const after = scene.kitty.shown()[0];
  assert.ok(before !== undefined && after !== undefined && after.rows < before.rows && after.row + after.rows <= 10);
});
