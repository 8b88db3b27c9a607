import assert from "node:assert/strict";
import { test } from "node:test";
import { movedAlong } from "./moved-along.ts";

test("a folder moves along when it is the one that was moved or lies in it, and names that only begin alike do not", () => {
  const cases = [
    ["/boat", "/ship"],
    ["/boat/hull/keel", "/ship/hull/keel"],
    ["/boat/..hull", "/ship/..hull"],
    ["/boathouse", "/boathouse"],
    ["/", "/"],
    ["/other", "/other"],
  ] as const;
  for (const [folder, wanted] of cases) assert.equal(movedAlong(folder, "/boat", "/ship"), wanted);
});
