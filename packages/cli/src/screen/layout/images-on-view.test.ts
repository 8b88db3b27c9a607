import assert from "node:assert/strict";
import { test } from "node:test";
import { imagesOnView } from "./images-on-view.ts";

const image = (row: number, rows: number) => ({ row, rows, columns: 10, data: `image ${row}`, widthPx: 90, heightPx: 18 * rows });

/** Rows of items on view, each from its number to before another one. */
const rowsOf = (...items: readonly (readonly [item: number, from: number, to: number])[]) =>
  items.flatMap(([item, from, to]) => Array.from({ length: to - from }, (_, at) => ({ item, row: from + at, text: "" })));

/** Image, first row on the screen, first row of the image, and their number. */
const parts = (shown: ReturnType<typeof rowsOf>, images: ReadonlyMap<number, readonly ReturnType<typeof image>[]>) =>
  imagesOnView(shown, (item) => images.get(item) ?? []).map((one) => [one.image.data, one.top, one.from, one.count]);

test("an image above the first row on view is cut at its top, and one below the last row at its end", () => {
  const images = new Map([
    [4, [image(2, 5)]],
    [6, [image(1, 5)]],
  ]);
  assert.deepEqual(parts(rowsOf([4, 4, 9], [5, 0, 2], [6, 0, 3]), images), [
    ["image 2", 0, 2, 3],
    ["image 1", 8, 0, 2],
  ]);
});

test("an image of an item on view is skipped if none of its rows is", () => {
  const images = new Map([[0, [image(1, 3), image(5, 3), image(9, 3)]]]);
  assert.deepEqual(parts(rowsOf([0, 4, 8]), images), [["image 5", 1, 0, 3]]);
  assert.deepEqual(parts(rowsOf([0, 8, 9]), images), []);
  assert.deepEqual(parts([], images), []);
});
