import assert from "node:assert/strict";
import { test } from "node:test";
import { allAgents } from "./agent-definitions.ts";

test("an agent from a file replaces a built-in one", () => {
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
