import assert from "node:assert/strict";
import { test } from "node:test";
import { assistant, call, png, result, thought, user } from "./messages.fixture.ts";
import { pathOf, said } from "./path.fixture.ts";
import { candidatesOn } from "./suspects.ts";

const shell = { type: "shell", command: "ls", output: "", exitCode: 0 } as const;

test("of each message the words are suspect, and then its images, or what only its provider can read", () => {
  const path = pathOf([
    said(user("a", png(), png())),
    said(assistant(["b", thought("hm"), call("1")])),
    said(result("1", png())),
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

test("what is not sent is not suspect: before a reset, of a failed response, of a command that was kept to oneself", () => {
  const failed = assistant(["b"], { streamError: { code: "transient", message: "cut" } });
  const path = pathOf([said(user("a")), { type: "reset" }, said(failed), { ...shell, include: false }, { type: "label" } as never]);
  assert.deepEqual(candidatesOn(path), []);
});

test("what is in quarantine already is not suspect again", () => {
  const path = pathOf([
    said(user("a", png(), png())),
    said(user("b", png())),
    { type: "repair", target: "e0", part: 1, reason: "refused" },
    { type: "repair", target: "e1", reason: "refused" },
  ]);
  assert.deepEqual(candidatesOn(path), [
    { kind: "message", target: "e0" },
    { kind: "image", target: "e0", part: 2 },
  ]);
});

test("L6: a message of another hand, without content or with parts that are none, breaks nothing", () => {
  const path = pathOf([said({ role: "user" } as never), said({ ...assistant([]), content: [null, 7] } as never)]);
  assert.deepEqual(candidatesOn(path), [{ kind: "message", target: "e1" }]);
});
