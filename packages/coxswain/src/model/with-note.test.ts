import assert from "node:assert/strict";
import { test } from "node:test";
import { ModelError } from "./errors.ts";
import { withNote } from "./with-note.ts";

test("a note is a separate sentence, whatever the message ends with", () => {
  const noted = (message: string) => withNote(new ModelError("transient", message), "Asked 4 times.").message;
  assert.equal(noted("It says: Overloaded"), "It says: Overloaded. Asked 4 times.");
  assert.equal(noted("It is overloaded."), "It is overloaded. Asked 4 times.");
  assert.equal(noted("It says: (try later.)"), "It says: (try later.) Asked 4 times.");
  assert.equal(noted("A long text that is cut…"), "A long text that is cut… Asked 4 times.");
});
