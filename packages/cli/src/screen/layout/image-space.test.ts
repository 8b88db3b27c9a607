import assert from "node:assert/strict";
import { test } from "node:test";
import { testTerminal } from "../terminal/test-terminal.fixture.ts";
import { colorlessTheme } from "../themes/index.ts";
import { imageSpace } from "./image-space.ts";

const cell = { widthPx: 7, heightPx: 15 };

const spaceOf = (rows: number, images?: "kitty" | "iterm2") => {
  const features = { hyperlinks: false, ...(images === undefined ? {} : { images }) };
  return imageSpace({ terminal: { ...testTerminal(80, rows), rows, cell }, theme: { ...colorlessTheme, features } });
};

test("the space of an image is half of the rows above the tail, with the cells that the terminal reported", () => {
  assert.deepEqual(spaceOf(24, "kitty"), { protocol: "kitty", mostRows: 10, cell });
  assert.deepEqual(spaceOf(6, "iterm2"), { protocol: "iterm2", mostRows: 1, cell });
  assert.equal(spaceOf(3, "kitty")?.mostRows, 0);
});

test("a terminal without images has no space for one", () => {
  assert.equal(spaceOf(24), undefined);
});
