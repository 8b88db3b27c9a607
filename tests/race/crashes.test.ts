import { test } from "node:test";
import { checkCrashes } from "./crash.ts";

test("delivers or cancels each message once, and runs no effect twice, in 100 random orders of messages and kills", () =>
  checkCrashes(100));
