import assert from "node:assert/strict";
import { test } from "node:test";
import { relocatePath } from "./relocate-path.ts";

test("a folder moves along when it is the moved folder or inside it; a name with the same prefix does not", () => {
  const cases = [
    ["/boat", "/ship"],
    ["/boat/hull/keel", "/ship/hull/keel"],
    ["/boat/..hull", "/ship/..hull"],
    ["/boat/hold/", "/ship/hold/"],
    ["/boathouse", "/boathouse"],
    ["/", "/"],
    ["/other", "/other"],
  ] as const;
  for (const [folder, expected] of cases) assert.equal(relocatePath(folder, "/boat", "/ship"), expected);
});
