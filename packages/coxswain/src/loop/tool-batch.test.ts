import assert from "node:assert/strict";
import { test } from "node:test";
import { sayTool } from "../runtime/runtime.fixture.ts";
import { groups } from "./tool-batch.ts";

const all = [sayTool({ name: "read", parallel: true }), sayTool({ name: "write", effect: "write" })];
const tools = { find: (name: string) => all.find((tool) => tool.name === name), names: () => [], schemaProblems: async () => [] };

const split = (names: string, execution: "sequential" | "parallel") =>
  groups(
    names.split(" ").map((name, at) => ({ type: "tool_call" as const, id: String(at), name, input: {} })),
    tools,
    execution,
  ).map((group) => group.map(({ name }) => name).join(" "));

test("S0-17, S4-06: sequential execution runs one call at a time", () => {
  assert.deepEqual(split("read read write", "sequential"), ["read", "read", "write"]);
});

test("only neighbouring parallel calls share a group, so no read moves before a write", () => {
  assert.deepEqual(split("read read write read read", "parallel"), ["read read", "write", "read read"]);
});

test("an unknown tool runs alone", () => {
  assert.deepEqual(split("read what read", "parallel"), ["read", "what", "read"]);
});

test("a group has at most five calls", () => {
  assert.deepEqual(split("read read read read read read", "parallel"), ["read read read read read", "read"]);
});
