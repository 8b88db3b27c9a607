import assert from "node:assert/strict";
import { test } from "node:test";
import { cachePlaces } from "./cache-marks.ts";

const placesIn = (roles: string) => cachePlaces(roles.split(" ").map((role) => ({ role })));

test("S2-22: marks the last system message, the last message, and the last message of the previous request", () => {
  assert.deepEqual(placesIn("system system user assistant tool"), [1, 2, 4]);
  assert.deepEqual(placesIn("system user assistant tool assistant tool"), [0, 3, 5]);
});

test("treats all messages between two responses as one step", () => {
  assert.deepEqual(placesIn("system user assistant tool assistant tool user user"), [0, 3, 7]);
});

test("marks no previous request in a first request", () => {
  assert.deepEqual(placesIn("system user user"), [0, 2]);
  assert.deepEqual(placesIn("user"), [0]);
});
