import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "../log/index.ts";
import { systemPromptState } from "./system-prompt-state.ts";

const fold = (...facts: readonly object[]) => {
  const entries = facts.map((fact, seq) => ({ seq, id: `e${seq}`, parent: null, at: 0, ...fact }) as unknown as Entry);
  let state = systemPromptState.initial;
  for (const entry of entries) state = systemPromptState.apply(state, entry);
  return state;
};

const prompt = { type: "system_prompt", sections: [{ name: "base", hash: "1", text: "a" }] };
const change = (...sections: readonly object[]) => ({ type: "system_change", sections });

test("the last prompt applies, with the later changes", () => {
  const state = fold(
    prompt,
    change({ name: "project", hash: "2", text: "b" }),
    change({ name: "project", hash: "3", text: "c" }, { name: "base", hash: null, text: null }),
  );
  assert.deepEqual(state, { prompt: "e0", hashes: { project: "3" } });
});

test("no prompt applies after a reset or a compaction, until the next prompt entry", () => {
  const compaction = { type: "compaction", summary: "", preserved: [] };
  assert.deepEqual(fold(prompt, { type: "reset" }), systemPromptState.initial);
  assert.deepEqual(fold(prompt, compaction), systemPromptState.initial);
  assert.equal(fold(prompt, compaction, prompt).prompt, "e2");
});
