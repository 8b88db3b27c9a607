import assert from "node:assert/strict";
import { test } from "node:test";
import { allAgents } from "./all-agents.ts";

test("an agent of a file's takes the place of one that is always there", () => {
  const own = { name: "explore", description: "Mine.", prompt: "", origin: "user", path: "/explore.md" } as const;
  assert.deepEqual(
    allAgents([]).map(({ name }) => name),
    ["general", "explore"],
  );
  assert.deepEqual(
    allAgents([own]).map(({ name, description }) => [name, description === "Mine."]),
    [
      ["general", false],
      ["explore", true],
    ],
  );
});
