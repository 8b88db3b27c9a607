import assert from "node:assert/strict";
import { test } from "node:test";
import { textOf } from "../model/index.ts";
import { assistant, call, MODEL, result, user } from "../context/messages.fixture.ts";
import { compaction, type Fact, pathOf, messageFact } from "../context/path.fixture.ts";
import { branchMessages } from "./branch-summary.ts";

const shared: readonly Fact[] = [messageFact(user("a")), messageFact(assistant(["b"]))];
const left = pathOf([...shared, messageFact(user("c")), messageFact(assistant([call("1")])), messageFact(result("1"))]);

const summarized = (
  ...paths: Parameters<typeof branchMessages> extends [infer L, infer T, ...unknown[]] ? [L, T] : never
): readonly string[] => branchMessages(paths[0], paths[1], MODEL).map(({ message }) => `${message.role} ${textOf(message)}`);

test("summarizes an abandoned branch after the last entry that both branches share", () => {
  assert.deepEqual(summarized(left, pathOf(shared)), ["user c", "assistant ", "tool result of 1"]);
  assert.deepEqual(summarized(left, pathOf(shared).slice(0, 1)).slice(0, 2), ["assistant b", "user c"]);
});

test("an abandoned branch without messages has no summary", () => {
  assert.deepEqual(summarized(pathOf(shared), left), []);
  assert.deepEqual(summarized(pathOf(shared), pathOf(shared)), []);
});

test("a compacted branch is summarized as the model received it", () => {
  const path = pathOf([...shared, messageFact(user("c")), compaction("e2"), messageFact(user("d"))]);
  const [summary, ...rest] = summarized(path, pathOf(shared));
  assert.match(summary ?? "", /A and b were discussed\.\n<\/summary>$/);
  assert.deepEqual(rest, ["user c", "user d"]);
});
