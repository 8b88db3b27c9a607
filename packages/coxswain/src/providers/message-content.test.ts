import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ToolMessage } from "../model/index.ts";
import { callInput, convertLists, convertOnce, resultContent, sentParts } from "./message-content.ts";

const text = (value: string) => ({ type: "text", text: value }) as const;
const IMAGE = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
const result = (...content: ToolMessage["content"]): ToolMessage => ({ role: "tool", callId: "1", name: "ls", content, isError: false });

test("sends no blank text, and reasoning only with text or provider data", () => {
  const signed = { type: "reasoning", text: "", providerData: { anthropic: { signature: "s" } } } as const;
  const parts = [text(" \n"), text(" a "), { type: "reasoning", text: "" } as const, signed];
  assert.deepEqual(sentParts(parts), [text(" a "), signed]);
});

test("a result's text is never blank", () => {
  assert.deepEqual(resultContent(result(text("a"), text(" "), text("b"))), { text: "a\nb", images: [] });
  assert.deepEqual(resultContent(result(text(""))), { text: "(no output)", images: [] });
  assert.deepEqual(resultContent(result(IMAGE)), { text: "(the image follows)", images: [IMAGE] });
});

test("a call's input is always an object", () => {
  assert.deepEqual(callInput({ path: "." }), { path: "." });
  for (const empty of [undefined, null, ""]) assert.deepEqual(callInput(empty), {});
  for (const value of ["{broken", 7, ["a"], false]) assert.deepEqual(callInput(value), { invalid_arguments: value });
});

test("converts an object once", () => {
  const convert = convertOnce(({ name }: { readonly name: string }) => ({ copied: name }));
  const tool = { name: "ls" };
  assert.equal(convert(tool), convert(tool));
  assert.notEqual(convert(tool), convert({ ...tool }));
});

test("converts lists independently of earlier lists", () => {
  const pool = ["a", "b", "c", "d"].map((name) => ({ name }));
  const lists = fc.array(fc.array(fc.constantFrom(...pool), { maxLength: 6 }), { maxLength: 6 });
  fc.assert(
    fc.property(lists, (all) => {
      const convert = convertLists(({ name }: { readonly name: string }) => name.toUpperCase());
      for (const list of all)
        assert.deepEqual(
          convert(list),
          list.map(({ name }) => name.toUpperCase()),
        );
    }),
  );
});

test("converts only the new items of a list that grows", () => {
  let conversions = 0;
  const convert = convertLists((item: object) => {
    conversions += 1;
    return { item };
  });
  const list = Array.from({ length: 100 }, (_, at) => ({ at }));
  for (let length = 1; length <= list.length; length += 1) convert(list.slice(0, length));
  assert.equal(conversions, 100);
});
