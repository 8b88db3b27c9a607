import { test } from "node:test";
import fc from "fast-check";
import { scenarios } from "./scenarios/scenario.ts";
import { runScenario } from "./scenarios/run-scenario.ts";

test("L19, L20, P16, P17, P18, P24, P26, T17: in 400 long random scenarios no provider rejects a request", () =>
  fc.assert(fc.asyncProperty(scenarios(40), runScenario), { numRuns: 400, endOnFailure: true }));
