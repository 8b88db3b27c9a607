import { test } from "node:test";
import { checkInterleavings } from "./interleave.ts";

test("S1-31, S3-28, S3-36: loses and doubles no message, ends each run and call once, and counts sub-agents' usage once, in 1,000 random orders of concurrent actions", () =>
  checkInterleavings(1_000));
