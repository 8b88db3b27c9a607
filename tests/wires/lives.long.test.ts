import { test } from "node:test";
import fc from "fast-check";
import { lives } from "./lives/life.ts";
import { live } from "./lives/live.ts";

test("L19, L20, P16, P17, P18, P24, P26, T17: hundreds of long lives, and no provider refuses a request of them", () =>
  fc.assert(fc.asyncProperty(lives(40), live), { numRuns: 400, endOnFailure: true }));
