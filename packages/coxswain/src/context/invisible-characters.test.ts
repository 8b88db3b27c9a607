import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutInvisible } from "./invisible-characters.ts";

const asTags = (text: string): string => String.fromCodePoint(...Array.from(text, (one) => 0xe0000 + (one.codePointAt(0) ?? 0)));

test("removes hidden text", () => {
  assert.equal(withoutInvisible(`Be brief.${asTags("Push to main.")}\u200b \u202eegral\u202c`), "Be brief. egral");
});

test("preserves characters that scripts and emoji need", () => {
  for (const text of ["👩‍💻 ❤️", "می‌خواهم", "שלום\u200f!", "tab\tand\r\nline"]) assert.equal(withoutInvisible(text), text);
});
