import assert from "node:assert/strict";
import { test } from "node:test";
import { emulator } from "./emulator.fixture.ts";
import { type FullFrame, FullOutput } from "./full-output.ts";
import type { ScreenImage } from "./kitty-images.ts";
import { kittyScreen } from "./kitty-screen.fixture.ts";
import { manualTimer } from "./manual-timer.fixture.ts";

const square = (data: string, widthPx = 90, heightPx = 180): ScreenImage["image"] => ({ data, widthPx, heightPx, columns: 10, rows: 10 });

const whole = (data: string, top: number): ScreenImage => ({ image: square(data), top, from: 0, count: 10 });

/** A full screen that draws the frames it is given. */
const open = (mostImages?: number) => {
  const output = emulator(80, 24);
  const writes: string[] = [];
  const counted = {
    get columns() {
      return output.columns;
    },
    get rows() {
      return output.rows;
    },
    write(data: string) {
      writes.push(data);
      output.write(data);
    },
  };
  const timer = manualTimer();
  const kitty = kittyScreen(mostImages);
  let frame: FullFrame = { rows: [] };
  let read = 0;
  const update = (): void => {
    kitty.read(output.written.slice(read));
    read = output.written.length;
  };
  const full = new FullOutput({ output: counted, timer, frame: () => frame });
  full.start();
  return {
    output,
    writes,
    full,
    kitty,
    update,
    /** Draws a frame. Returns its bytes. */
    draw: async (images: readonly ScreenImage[], rows: readonly string[] = []): Promise<string> => {
      const before = output.written.length;
      frame = { rows, images };
      full.request();
      await timer.advance(100);
      update();
      return output.written.slice(before);
    },
  };
};

test("an image is sent once, in commands of 4096 characters, and moves with its rows", async () => {
  const { kitty, draw } = open();
  const data = "QUJD".repeat(2500);
  await draw([whole(data, 3)]);
  assert.deepEqual(kitty.shown(), [{ data, row: 3, columns: 10, rows: 10, y: 0, height: 180 }]);
  const moved = await draw([whole(data, 2)]);
  assert.deepEqual(kitty.shown(), [{ data, row: 2, columns: 10, rows: 10, y: 0, height: 180 }]);
  assert.deepEqual(kitty.sent, [data]);
  assert.ok(moved.length < 200, moved);
});

test("an image that is partly on view shows only those rows", async () => {
  const { kitty, draw } = open();
  await draw([{ image: square("QUJD"), top: 0, from: 3, count: 7 }]);
  assert.deepEqual(kitty.shown(), [{ data: "QUJD", row: 0, columns: 10, rows: 7, y: 54, height: 126 }]);
  await draw([{ image: square("QUJD"), top: 22, from: 0, count: 2 }]);
  assert.deepEqual(kitty.shown(), [{ data: "QUJD", row: 22, columns: 10, rows: 2, y: 0, height: 36 }]);
});

test("an image of fewer pixels than rows on view is never cut to nothing", async () => {
  const { kitty, draw } = open();
  for (let from = 0; from < 10; from++) await draw([{ image: square("QUJD", 90, 3), top: 0, from, count: 1 }]);
  assert.equal(kitty.shown()[0]?.height, 1);
});

test("an image that is not on view is removed, but not sent again when it comes back", async () => {
  const { kitty, draw } = open();
  await draw([whole("QUJD", 0), whole("REVG", 12)]);
  await draw([whole("REVG", 0)]);
  assert.deepEqual(
    kitty.shown().map(({ data, row }) => [data, row]),
    [["REVG", 0]],
  );
  await draw([]);
  assert.deepEqual(kitty.shown(), []);
  await draw([whole("QUJD", 5)]);
  assert.deepEqual(kitty.sent, ["QUJD", "REVG"]);
});

test("the same image is shown twice, and sent once", async () => {
  const { kitty, draw } = open();
  await draw([whole("QUJD", 0), whole("QUJD", 12)]);
  assert.deepEqual(
    kitty.shown().map(({ row }) => row),
    [0, 12],
  );
  await draw([whole("QUJD", 2)]);
  assert.deepEqual(
    kitty.shown().map(({ row }) => row),
    [2],
  );
  assert.deepEqual(kitty.sent, ["QUJD"]);
});

test("an image is drawn again when a row under it is written, and all of them after a resize", async () => {
  const { kitty, draw, full, output } = open();
  const rows = Array.from({ length: 24 }, (_, at) => `row ${at}`);
  await draw([], rows);
  const blank = rows.map((row, at) => (at < 10 ? "" : row));
  await draw([whole("QUJD", 0)], blank);
  kitty.shown();
  assert.equal(await draw([whole("QUJD", 0)], blank), "");
  const below = await draw([whole("QUJD", 0)], [...blank.slice(0, 20), "changed"]);
  assert.ok(!below.includes("\u001b_G"), below);
  output.resize(70, 24);
  full.resized();
  assert.ok((await draw([whole("QUJD", 0)], blank)).includes("\u001b_Ga=p"));
  kitty.shown();
});

test("images that were on view long ago are freed, and sent again", async () => {
  const { kitty, draw } = open();
  // 16 million pixels each.
  const large = (data: string): ScreenImage => ({ ...whole(data, 0), image: square(data, 4000, 4000) });
  for (const data of ["QUJD", "REVG", "R0hJ"]) await draw([large(data)]);
  assert.deepEqual(kitty.stored(), ["REVG", "R0hJ"]);
  await draw([large("REVG")]);
  await draw([large("QUJD")]);
  assert.deepEqual(kitty.stored().toSorted(), ["QUJD", "REVG"]);
  assert.equal(kitty.sent.length, 4);
  // Images on view are not freed.
  await draw(["QUJD", "REVG", "R0hJ"].map((data, at) => ({ ...large(data), top: at, count: 1 })));
  assert.equal(kitty.shown().length, 3);
});

test("images are freed before others are sent, for which the terminal may have no space otherwise", async () => {
  const { kitty, draw } = open(4);
  // 16 million pixels each: two of them are within the limit.
  const large = (data: string, top: number): ScreenImage => ({ ...whole(data, top), image: square(data, 4000, 4000) });
  await draw([large("QUJD", 0), large("REVG", 10)]);
  await draw([large("R0hJ", 0), large("SktM", 10), large("TU5P", 20)]);
  assert.equal(kitty.shown().length, 3);
});

test("the number of small images that the terminal has is limited", async () => {
  const { kitty, draw } = open();
  const data = Array.from({ length: 410 }, (_, at) => Buffer.from(String(at).padStart(3, "0")).toString("base64"));
  for (const one of data) await draw([whole(one, 0)]);
  assert.deepEqual(kitty.stored(), data.slice(-400));
});

test("images are drawn with the rows of their frame, in one write and one synchronized update", async () => {
  const { draw, writes } = open();
  const before = writes.length;
  const written = await draw([whole("QUJD", 1)], ["text"]);
  assert.equal(writes.length, before + 1);
  // oxlint-disable-next-line no-control-regex -- control sequences
  assert.match(written, /^\u001b\[\?2026h.*\u001b_Ga=t,.*text.*\u001b_Ga=p,.*\u001b\[\?2026l$/s);
});

test("leaving the alternate screen frees all images, and coming back sends them again", async () => {
  const { kitty, draw, full, update } = open();
  await draw([whole("QUJD", 0)]);
  full.stop();
  update();
  assert.deepEqual([kitty.shown(), kitty.stored()], [[], []]);
  full.start();
  update();
  assert.equal(kitty.shown().length, 1);
  assert.deepEqual(kitty.sent, ["QUJD", "QUJD"]);
});
