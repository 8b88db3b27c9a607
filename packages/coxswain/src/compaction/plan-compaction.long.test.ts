import { test } from "node:test";
import { assertCompactions } from "./planned-compactions.fixture.ts";

test("for any history and window: the result of a compaction fits, it covers what it does not keep, and it can be undone", () =>
  assertCompactions(2_000));
