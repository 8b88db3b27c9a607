import assert from "node:assert/strict";
import { test } from "node:test";
import { rotateAll } from "./rotate-all.ts";

const signal = new AbortController().signal;

test("measures in rotation without the warm-up", async () => {
  const order: string[] = [];
  const measure = (name: string) => async () => {
    order.push(name);
    return { wallMs: order.length };
  };
  const found = await rotateAll(2, { one: measure("one"), other: measure("other") }, signal);
  assert.deepEqual(order, ["one", "other", "one", "other", "one", "other"]);
  assert.deepEqual(found["one"], { runs: [{ wallMs: 3 }, { wallMs: 5 }] });
});

test("drops a program that fails and reports the reason", async () => {
  let calls = 0;
  const broken = async () => {
    calls += 1;
    throw new Error("no such option");
  };
  const found = await rotateAll(2, { broken, whole: async () => ({ wallMs: 1 }) }, signal);
  assert.deepEqual(found["broken"], { runs: [], failure: "no such option" });
  assert.equal(found["whole"]?.runs.length, 2);
  assert.equal(calls, 1);
});

test("measures a slow program once", async () => {
  const found = await rotateAll(3, { slow: async () => ({ wallMs: 30_000 }) }, signal);
  assert.equal(found["slow"]?.runs.length, 1);
});

test("ends when it is aborted", async () => {
  const controller = new AbortController();
  const aborted = async () => {
    controller.abort();
    throw new Error("killed");
  };
  await assert.rejects(rotateAll(2, { aborted }, controller.signal), { name: "AbortError" });
});
