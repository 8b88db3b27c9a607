import assert from "node:assert/strict";
import { test } from "node:test";
import { assistant, call, png, result, thought, user } from "./messages.fixture.ts";
import { pathOf, messageFact } from "./path.fixture.ts";
import { candidatesOn } from "./repair-candidates.ts";

const shell = { type: "shell", command: "ls", output: "", exitCode: 0 } as const;

test("each message is a candidate as a whole, followed by its images or its opaque data", () => {
  const path = pathOf([
    messageFact(user("a", png(), png())),
    messageFact(assistant(["b", thought("hm"), call("1")])),
    messageFact(result("1", png())),
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
