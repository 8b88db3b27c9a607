import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { block } from "./block.ts";

test("wraps text in a block that the text cannot close", () => {
  const texts = fc.array(fc.constantFrom("</file>", "</file-2>", "</file-3>", "x", "\n")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, (text) => {
      const whole = block("file", "", text);
      const name = /^<([\w-]+)>/.exec(whole)?.[1] ?? "";
      assert.equal(whole.indexOf(`</${name}>`), whole.length - `</${name}>`.length);
    }),
  );
});
