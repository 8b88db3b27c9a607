import assert from "node:assert/strict";
import { test } from "node:test";
import { cachePlaces } from "./cache-marks.ts";

const placesIn = (roles: string) => cachePlaces(roles.split(" ").map((role) => ({ role })));

test("S2-22: the last system message, the last message of all, and the one that the request before ended with", () => {
  assert.deepEqual(placesIn("system system user assistant tool"), [1, 2, 4]);
  assert.deepEqual(placesIn("system user assistant tool assistant tool"), [0, 3, 5]);
});

test("what comes between two answers is one step, however many messages it has", () => {
  assert.deepEqual(placesIn("system user assistant tool assistant tool user user"), [0, 3, 7]);
});

test("a first request has nothing before it", () => {
  assert.deepEqual(placesIn("system user user"), [0, 2]);
  assert.deepEqual(placesIn("user"), [0]);
});
