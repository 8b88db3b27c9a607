import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { rowsOf } from "../../scripts/picture/pseudo-terminal.ts";
import { playScenes, SCENES, steadyText } from "../../scripts/picture/scenes.ts";
import { noTerminal } from "../cli/at-terminal.ts";

/** Characters of a row at most. */
const ROW = 126;

/** The rows of a picture. */
const rowsIn = (svg: string): readonly string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = ""]) =>
    text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
  );

test("the pictures of the screen have what a session shows; npm run picture draws them", { skip: noTerminal }, async () => {
  const shown = new Map<string, string>();
  await playScenes((name, screen) => void shown.set(name, steadyText(rowsOf(screen))));
  for (const { name } of SCENES) {
    const picture = readFileSync(join(import.meta.dirname, "..", "..", "docs", `${name}.svg`), "utf8");
    const drawn = steadyText(rowsIn(picture));
    const now = shown.get(name) ?? "";
    // A footer that has needed a second row for a moment has scrolled one more row away.
    const length = Math.min(drawn.length, now.length);
    assert.ok(length > 0 && Math.abs(drawn.length - now.length) < ROW, name);
    assert.equal(drawn.slice(-length), now.slice(-length), name);
  }
});
