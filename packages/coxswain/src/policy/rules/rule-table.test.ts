import assert from "node:assert/strict";
import { test } from "node:test";
import { commandReader } from "../shell/index.ts";
import { rulesPolicy } from "./rules-policy.ts";
import { corpus, ruledCommand } from "./rule-corpus.fixture.ts";

/** A line of the table: the verdict for a command under these rules. */
const ROW = /^(allow|ask|deny|ask or deny): (.*) {4}where (.*)$/s;

const rowOf = (line: string) => {
  const [, expected = "", command = "", lists = ""] = ROW.exec(line) ?? [];
  const rules = lists.split(", ").map((rule) => /^(allow|ask|deny) (.*)$/s.exec(rule));
  const of = (kind: string) => rules.flatMap((rule) => (rule?.[1] === kind && rule[2] !== undefined ? [rule[2]] : []));
  return { expected: expected.split(" or "), command, lists: { allow: of("allow"), ask: of("ask"), deny: of("deny") } };
};

test("a rule applies to its program, options and paths in any spelling, and to no others", async () => {
  const read = await commandReader();
  const wrong = corpus("rules").flatMap((line) => {
    const { expected, command, lists } = rowOf(line);
    const { verdict } = ruledCommand(command, rulesPolicy(lists, { home: "/home/ada", folder: "/work" }), read);
    return expected.includes(verdict) ? [] : [`${verdict}, not ${line}`];
  });
  assert.deepEqual(wrong, []);
});
