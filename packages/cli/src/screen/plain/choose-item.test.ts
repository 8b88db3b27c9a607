import assert from "node:assert/strict";
import { test } from "node:test";
import type { Choices } from "../panels/index.ts";
import { chooseItem } from "./choose-item.ts";

/** Shows a list, with these lines typed one after the other, and none after them. */
const typing = async <Value>(choices: Choices<Value>, ...typed: readonly string[]) => {
  const printed: string[] = [];
  const lines = [...typed];
  const print = (more: readonly string[]): void => void printed.push(...more);
  return { value: await chooseItem(choices, async () => lines.shift(), print), printed };
};

const FRUITS: Choices<string> = {
  title: "Fruits",
  items: [
    { label: "apple", value: "apple" },
    { label: "pear", search: "green", value: "pear" },
  ],
  keys: [{ key: "ctrl+r", label: "peel", value: (fruit) => `peeled ${fruit}` }],
  preview: (fruit) => `about ${fruit}\u001b[2J`,
};

test("a list takes an item's number, or a part that only one name has, and shows several that have it", async () => {
  const items = Array.from({ length: 30 }, (_, at) => ({ label: `model ${at}`, value: at }));
  const chosen = (...typed: readonly string[]) => typing({ title: "Models", items }, ...typed);
  assert.equal((await chosen("30")).value, 29);
  assert.equal((await chosen("MODEL 17")).value, 17);
  const { value, printed } = await chosen("nothing", "del 2", "");
  assert.equal(value, undefined);
  assert.equal(printed[21], "  10 more: type a part of the name to find them.");
  assert.equal(printed[22], "Nothing matches.");
  assert.deepEqual(printed.slice(23, 25), ["  3: model 2", "  21: model 20"]);
});

test("the keys of a list are words before a number", async () => {
  const { value, printed } = await typing(FRUITS, "peel 2");
  assert.equal(value, "peeled pear");
  assert.equal(printed[3], "Before a number: peel, show. For example: show 1");
});

test("the preview of an item is printed on demand, without control characters, and chooses nothing", async () => {
  const { value, printed } = await typing(FRUITS, "show 2", "");
  assert.equal(value, undefined);
  assert.match(printed.at(-1) ?? "", /^about pear.*x1b/);
});

test("a preview that fails shows why", async () => {
  const { printed } = await typing({ ...FRUITS, preview: () => Promise.reject(new Error("it is damaged")) }, "show 1", "");
  assert.equal(printed.at(-1), "it is damaged");
});

test("a part of the text that a list does not show finds an item", async () => {
  assert.equal((await typing(FRUITS, "gree")).value, "pear");
});

test("a title that is a question has no second mark", async () => {
  const { printed } = await typing({ ...FRUITS, title: "Trust this?" }, "");
  assert.equal(printed[0], "Trust this?");
});
