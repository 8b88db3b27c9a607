import { test } from "node:test";
import { interleave } from "./interleave.ts";

test("S1-31, S3-28, S3-36: whatever is done to sessions at once, in 100 orders, no message is lost or doubled, every run and call has one end, and what agents took is counted once", () =>
  interleave(100));
