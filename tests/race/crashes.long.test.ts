import { test } from "node:test";
import { crashes } from "./crash.ts";

test("whatever is said to a session and whenever it is killed, in 2,000 orders, each message is told once or cancelled, and no effect happens twice", () =>
  crashes(2_000));
