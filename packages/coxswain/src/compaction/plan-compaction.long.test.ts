import { test } from "node:test";
import { assertCompactions } from "./planned-compactions.fixture.ts";

test("whatever was said, and at every window: what a compaction leaves fits, it covers what it does not keep, and it can be taken back", () =>
  assertCompactions(2_000));
