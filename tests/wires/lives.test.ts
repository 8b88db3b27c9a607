import { test } from "node:test";
import fc from "fast-check";
import { lives } from "./lives/life.ts";
import { live } from "./lives/live.ts";

test("L19, L20, P16, P17, P18, P24, P26, T17: whatever a session lives through, no provider refuses a request, and a run's requests begin alike", () =>
  fc.assert(fc.asyncProperty(lives(10), live), { numRuns: 60 }));
