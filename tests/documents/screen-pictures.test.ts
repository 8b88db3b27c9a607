import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { rowsOf } from "../../scripts/picture/pseudo-terminal.ts";
import { playScenes, SCENES, steadyText } from "../../scripts/picture/scenes.ts";
import { noTerminal } from "../cli/at-terminal.ts";

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
    assert.equal(steadyText(rowsIn(picture)), shown.get(name), name);
  }
});
