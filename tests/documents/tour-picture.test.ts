import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { tourLines } from "../../scripts/picture/tour-lines.ts";
import { noTerminal } from "../cli/at-terminal.ts";

const words = (text: string): string => text.split(/\s+/).join(" ").trim();

const inPicture = (svg: string): string =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)]
    .map(([, text = ""]) => text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"))
    .join(" ");

test("the picture in the README has the output of cox tour; npm run picture draws it", { skip: noTerminal }, () => {
  const picture = readFileSync(join(import.meta.dirname, "..", "..", "docs", "tour.svg"), "utf8");
  assert.equal(words(inPicture(picture)), words(`$ cox tour ${stripVTControlCharacters(tourLines(100).join("\n"))}`));
});
