import assert from "node:assert/strict";
import { test } from "node:test";
import { assistant, call, png, result, RUN, thought, user } from "./messages.fixture.ts";
import { compaction, type Fact, pathOf, messageFact } from "./path.fixture.ts";
import { candidatesOn, effectRecordsOn } from "./repair-candidates.ts";

const shell = { type: "shell", command: "ls", output: "", exitCode: 0 } as const;

test("each message is a candidate as a whole, followed by its images or its opaque data", () => {
  const path = pathOf([
    messageFact(user("a", png(), png())),
    messageFact(assistant(["b", thought("hm"), call("1")]), RUN),
    messageFact(result("1", png()), RUN),
    { ...shell, include: true },
  ]);
  assert.deepEqual(candidatesOn(path), [
    { kind: "message", target: "e0" },
    { kind: "image", target: "e0", part: 1 },
    { kind: "image", target: "e0", part: 2 },
    { kind: "message", target: "e1" },
    { kind: "opaque", target: "e1", part: 1 },
    { kind: "message", target: "e2" },
    { kind: "image", target: "e2", part: 0 },
    { kind: "message", target: "e3" },
  ]);
});

const start = (message: string, id: string): Fact => ({ type: "tool_start", run: RUN, message, call: id });

test("A14: a call that started is not a candidate, and neither is its message; its result and reasoning are", () => {
  const path = pathOf([
    messageFact(user("a")),
    messageFact(assistant([thought("hm"), call("1"), call("2")]), RUN),
    start("e1", "2"),
    messageFact(result("1"), RUN),
    messageFact(result("2"), RUN),
  ]);
  assert.deepEqual(
    candidatesOn(path).map(({ target, part }) => [target, part]),
    [
      ["e0", undefined],
      ["e1", 0],
      ["e3", undefined],
      ["e4", undefined],
    ],
  );
  const isRecord = effectRecordsOn(path);
  assert.deepEqual(
    [undefined, 0, 1, 2].map((part) => isRecord(part === undefined ? { target: "e1" } : { target: "e1", part })),
    [true, false, false, true],
  );
});

test("A14: a call of another program may have had effects", () => {
  const path = pathOf([messageFact(assistant([call("1")])), messageFact(result("1"))]);
  assert.deepEqual(
    candidatesOn(path).map(({ target }) => target),
    ["e1"],
  );
});

test("A14: summaries are not candidates, since they are the only record of the work before them", () => {
  const branch = { type: "branch_summary", summary: "We tried tar.", from: "x", model: "m", usage: assistant([]).usage } as const;
  const path = pathOf([messageFact(user("a")), branch, compaction("e0"), messageFact(user("b"))]);
  assert.deepEqual(
    candidatesOn(path).map(({ target }) => target),
    ["e0", "e3"],
  );
});

test("the opaque data of a whole response is a candidate at its first part", () => {
  const sealed = assistant(["b"], { providerData: { acme: { blocks: [] } } });
  assert.deepEqual(candidatesOn(pathOf([messageFact(sealed)])), [
    { kind: "message", target: "e0" },
    { kind: "opaque", target: "e0", part: 0 },
  ]);
});

test("hidden entries are not candidates: before a reset, of a failed response, of a private command", () => {
  const failed = assistant(["b"], { streamError: { code: "transient", message: "cut" } });
  const path = pathOf([
    messageFact(user("a")),
    { type: "reset" },
    messageFact(failed),
    { ...shell, include: false },
    { type: "label" } as never,
  ]);
  assert.deepEqual(candidatesOn(path), []);
});

test("quarantined items are not candidates", () => {
  const path = pathOf([
    messageFact(user("a", png(), png())),
    messageFact(user("b", png())),
    { type: "repair", target: "e0", part: 1, reason: "refused" },
    { type: "repair", target: "e1", reason: "refused" },
  ]);
  assert.deepEqual(candidatesOn(path), [
    { kind: "message", target: "e0" },
    { kind: "image", target: "e0", part: 2 },
  ]);
});
