import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cycles } from "./cycles.ts";

test("a chain has no cycle", () => {
  assert.deepEqual(
    cycles(
      new Map([
        ["a", ["b"]],
        ["b", ["c"]],
        ["c", []],
      ]),
    ),
    [],
  );
});

test("finds two files that import each other and a file that imports itself", () => {
  assert.deepEqual(
    cycles(
      new Map([
        ["a", ["b"]],
        ["b", ["a"]],
        ["c", ["c", "a"]],
      ]),
    ),
    [["a", "b"], ["c"]],
  );
});

test("separates two disjoint cycles", () => {
  const graph = new Map([
    ["a", ["b"]],
    ["b", ["c"]],
    ["c", ["a", "x"]],
    ["x", ["y"]],
    ["y", ["x"]],
  ]);
  assert.deepEqual(cycles(graph), [
    ["a", "b", "c"],
    ["x", "y"],
  ]);
});

test("two files are in one cycle if and only if each reaches the other", () => {
  const nodes = ["a", "b", "c", "d", "e", "f"];
  const edges = fc.array(fc.tuple(fc.constantFrom(...nodes), fc.constantFrom(...nodes)), { maxLength: 14 });
  fc.assert(
    fc.property(edges, (pairs) => {
      const graph = new Map(nodes.map((node) => [node, pairs.filter(([from]) => from === node).map(([, to]) => to)]));
      const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
        (graph.get(from) ?? []).some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))));
      const groups = cycles(graph);
      for (const a of nodes) {
        for (const b of nodes) {
          const together = groups.some((group) => group.includes(a) && group.includes(b));
          assert.equal(together, reaches(a, b) && reaches(b, a), `${a} and ${b}`);
        }
      }
    }),
  );
});
