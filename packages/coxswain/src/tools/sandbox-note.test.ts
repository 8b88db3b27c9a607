import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProcessResult } from "../workspace/index.ts";
import { sandboxNotes } from "./sandbox-note.ts";

const result = (code: number, refused: readonly string[]): ProcessResult => ({
  end: { kind: "exit", code },
  output: { head: "CONNECT tunnel failed, response 403", tail: "", omitted: 0, bytes: 35 },
  duration: 1,
  background: false,
  confinement: { kind: "bubblewrap", network: ["a.test"] },
  refused,
});

test("what the network refused is told, also of a command that did without, and what to do of one that failed", () => {
  const line = "The sandbox does not allow b.test:443. Allowed: a.test.";
  assert.deepEqual(sandboxNotes(result(0, [line])), [line]);
  const [first, second] = sandboxNotes(result(56, [line]));
  assert.equal(first, line);
  assert.match(second ?? "", /reaches a\.test only\. If that is why it failed, run it with outside/);
  assert.deepEqual(sandboxNotes(result(56, [])), []);
  assert.equal(
    sandboxNotes(
      result(
        0,
        Array.from({ length: 50 }, (_, nth) => String(nth)),
      ),
    ).length,
    5,
  );
});
