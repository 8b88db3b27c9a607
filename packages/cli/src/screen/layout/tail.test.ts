import assert from "node:assert/strict";
import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import type { ViewStatus } from "coxswain/view";
import { unstyledTheme } from "../themes/index.ts";
import { tailRows } from "./tail.ts";

const USAGE = { input: 4000, cacheRead: 200, cacheWrite: 0, output: 950, reasoning: 0 };

const firstRow = (status: Partial<ViewStatus>, firstWidth: number, isShared = false): string => {
  const parts = {
    status: { activity: { kind: "idle" }, queue: { steering: 0, followUps: 0, prompts: 0 }, tasks: [], jobs: [], commands: [], ...status },
    queue: [],
    footer: () => [],
    body: () => ({ rows: ["> "] }),
    theme: unstyledTheme,
    now: 12_400,
    motion: false,
    isShared,
    interruptKey: "Esc",
    task: "explore: Find the tests",
  } as const;
  return stripVTControlCharacters(tailRows({ width: 60, firstWidth, ruleWidth: 20, height: 20, isLow: false }, parts).rows[0] ?? "");
};

test("the row of a request that is retried keeps its figures, and cuts the error", () => {
  const status: Partial<ViewStatus> = {
    activity: {
      kind: "retrying",
      since: 12_000,
      until: 15_000,
      attempt: 2,
      tries: 5,
      error: "the server is overloaded, try again ".repeat(9),
    },
    run: { run: "r", startedAt: 0, turns: 1, toolCalls: 0, usage: USAGE, cost: 0 },
  };
  const figures = "12 s · 4.2k in · 950 out · Esc interrupts";
  assert.equal(firstRow(status, 100), `… Retrying in 3 s (2 of 5): the server is overloaded, try… ${figures}`);
  assert.equal(firstRow(status, 70), `… Retrying in 3 s (2 of 5) ${figures}`);
});

test("another process does not wait for the model as far as its log has it, but works", () => {
  const waiting = { activity: { kind: "waiting", since: 10_000 } } as const;
  assert.equal(firstRow(waiting, 80), "… Waiting for the model 2.4 s · Esc interrupts");
  assert.equal(firstRow(waiting, 80, true), "… Working in the other process 2.4 s · Esc interrupts");
});

test("another process works again once the time of its retry has come", () => {
  const retrying = { kind: "retrying", since: 10_000, attempt: 1, tries: 3, error: "busy" } as const;
  assert.match(firstRow({ activity: { ...retrying, until: 14_400 } }, 80, true), /^… Retrying in 2 s \(1 of 3\): busy/);
  assert.match(firstRow({ activity: { ...retrying, until: 12_400 } }, 80, true), /^… Working in the other process/);
});

test("the row of a question has the key that interrupts before the task that asks, which may be cut", () => {
  const asking = { kind: "permission", since: 10_000, call: "c", agent: "a" } as const;
  const working = {
    activity: { kind: "running", since: 1 },
    run: { run: "r", startedAt: 0, turns: 1, toolCalls: 0, usage: USAGE, cost: 0 },
  } as const;
  assert.equal(firstRow({ ...working, asking }, 80), "? Waiting for your answer 2.4 s · Esc interrupts · explore: Find the tests");
  assert.equal(firstRow({ ...working, asking }, 60), "? Waiting for your answer 2.4 s · Esc interrupts · explore:…");
  assert.equal(firstRow({ asking }, 80), "? Waiting for your answer Esc interrupts · explore: Find the tests");
});
