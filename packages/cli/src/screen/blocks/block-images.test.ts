import assert from "node:assert/strict";
import { test } from "node:test";
import { emulator } from "../terminal/emulator.fixture.ts";
import { InlineOutput } from "../terminal/index.ts";
import { manualTimer } from "../terminal/manual-timer.fixture.ts";
import { colorlessTheme } from "../themes/index.ts";
import { blockDrawing } from "./block-drawing.ts";
import type { ImageSpace } from "./block-images.ts";
import { printedRows } from "./printed-images.ts";
import { bareRow } from "./rows.ts";

/** The header of a PNG of this size: the dimensions are read from it. */
const png = (width: number, height: number): string => {
  const bytes = Buffer.alloc(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString("base64");
};

const image = (changes: { readonly mediaType?: string; readonly data?: string; readonly name?: string } = {}) =>
  ({ type: "image", mediaType: "image/png", data: png(180, 90), name: "plot.png", ...changes }) as const;

const drawing = (part: ReturnType<typeof image>, space?: ImageSpace, width = 60) => {
  const block = { kind: "user", id: "u", at: 0, settled: true, text: "", images: [part] } as const;
  return blockDrawing(block, { width, theme: colorlessTheme, expanded: false, now: 0 }, space);
};

const rowsOf = (part: ReturnType<typeof image>, protocol?: ImageSpace["protocol"], width = 60): readonly string[] =>
  protocol === undefined
    ? drawing(part, undefined, width).rows
    : printedRows(drawing(part, { protocol, mostRows: 30 }, width), { protocol });

test("an image is a line with its name, type, dimensions and size where the terminal shows none", () => {
  assert.deepEqual(rowsOf(image()).map(bareRow), ["[image: plot.png, image/png, 180x90, 33 B]"]);
  assert.deepEqual(rowsOf(image({ data: "AAAA" })).map(bareRow), ["[image: plot.png, image/png, 3 B]"]);
});

for (const protocol of ["kitty", "iterm2"] as const)
  test(`an image by the protocol of ${protocol} takes its number of rows, and later rows are below it`, async () => {
    const output = emulator(80, 10);
    const timer = manualTimer();
    const inline = new InlineOutput({ output, timer, frame: () => ({ rows: ["tail"] }) });
    inline.start();
    const rows = rowsOf(image(), protocol);
    // 180 by 90 pixels, in cells of 9 by 18.
    assert.equal(rows.length, 1 + 5);
    for (const label of ["one", "two", "three"]) {
      inline.print([label, ...rows]);
      await timer.advance(100);
    }
    inline.print(["after"]);
    await timer.advance(100);
    const lines = await output.lines();
    const texts = lines.map((line) => line.replace(/^\[image.*/, "[image]"));
    const drawn = ["[image]", "", "", "", "", ""];
    assert.deepEqual(texts.slice(0, 23), ["one", ...drawn, "two", ...drawn, "three", ...drawn, "after", "tail"]);
  });

test("a high image is drawn smaller, and a wide one in the width", () => {
  assert.equal(rowsOf(image({ data: png(900, 9000) }), "kitty").length, 1 + 12);
  const [, ...wide] = rowsOf(image({ data: png(9000, 900) }), "kitty", 30);
  assert.match(wide.join(""), /c=30,r=2/);
});

test("T9: an image is not drawn if its data could end the sequence, or it is too large to decode", () => {
  const hostile = [
    image({ data: `${png(180, 90)}\u001b\\\u001b[2J` }),
    image({ data: `${png(180, 90)} AAAA` }),
    image({ data: png(100_000, 100_000) }),
    image({ data: png(0, 90) }),
    image({ data: png(180, 90) + "A".repeat(2_100_000) }),
  ];
  for (const protocol of ["kitty", "iterm2"] as const) for (const one of hostile) assert.equal(rowsOf(one, protocol).length, 1);
});

test("the protocol of kitty draws only PNG", () => {
  const jpeg = image({ mediaType: "image/jpeg" });
  assert.equal(rowsOf(jpeg, "kitty").length, 1);
});

test("an image has the space of its cells, at most that of the screen, and none where it cannot be drawn", () => {
  const { rows, images } = drawing(image(), { protocol: "kitty", mostRows: 3 });
  assert.deepEqual(rows.map(bareRow), ["[image: plot.png, image/png, 180x90, 33 B]", "", "", ""]);
  assert.deepEqual(images, [{ data: png(180, 90), widthPx: 180, heightPx: 90, row: 1, columns: 12, rows: 3 }]);
  assert.deepEqual(drawing(image({ mediaType: "image/jpeg" }), { protocol: "kitty", mostRows: 3 }).images, []);
});

test("the cells of an image have its proportions in the cells that the terminal reported", () => {
  const cells = (widthPx: number, heightPx: number) => {
    const [found] = drawing(image({ data: png(400, 100) }), { protocol: "kitty", mostRows: 12, cell: { widthPx, heightPx } }).images;
    return [found?.columns, found?.rows];
  };
  assert.deepEqual(cells(10, 20), [40, 5]);
  assert.deepEqual(cells(10, 50), [40, 2]);
  assert.deepEqual(cells(4, 8), [60, 8]);
});

test("without space, the line of an image that could be drawn names the place, on several rows if necessary", () => {
  const space = { protocol: "iterm2", mostRows: 0, hint: "Alt+T draws it inline" } as const;
  assert.deepEqual(drawing(image(), space, 80).rows.map(bareRow), ["[image: plot.png, image/png, 180x90, 33 B] Alt+T draws it inline"]);
  assert.match(drawing(image(), space, 20).rows.map(bareRow).join(" "), /Alt\+T draws it inline$/);
  assert.deepEqual(drawing(image({ data: "AAAA" }), space, 80).rows.map(bareRow), ["[image: plot.png, image/png, 3 B]"]);
});
