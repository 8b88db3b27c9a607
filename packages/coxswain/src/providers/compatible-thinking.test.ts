import assert from "node:assert/strict";
import { test } from "node:test";
import { thinkingFields } from "./compatible-thinking.ts";

test("sends an effort by the provider's name, and off only if the provider has a name for it", () => {
  assert.deepEqual(thinkingFields("effort", "high", {}), { reasoning_effort: "high" });
  assert.deepEqual(thinkingFields("effort", "high", { high: "default" }), { reasoning_effort: "default" });
  assert.deepEqual(thinkingFields("effort", "off", {}), {});
  assert.deepEqual(thinkingFields("effort", "off", { off: "none" }), { reasoning_effort: "none" });
});

test("DeepSeek and Z.ai: sends a toggle, and an effort for models with levels", () => {
  assert.deepEqual(thinkingFields("toggle-and-effort", "xhigh", { xhigh: "max" }), {
    thinking: { type: "enabled" },
    reasoning_effort: "max",
  });
  assert.deepEqual(thinkingFields("toggle-and-effort", "high", { high: "" }), { thinking: { type: "enabled" } });
  assert.deepEqual(thinkingFields("toggle-and-effort", "off", { off: "none" }), { thinking: { type: "disabled" } });
});

test("Moonshot: sends a toggle for models without levels, else an effort", () => {
  assert.deepEqual(thinkingFields("toggle-or-effort", "high", { high: "" }), { thinking: { type: "enabled" } });
  assert.deepEqual(thinkingFields("toggle-or-effort", "high", {}), { reasoning_effort: "high" });
  assert.deepEqual(thinkingFields("toggle-or-effort", "off", { high: "" }), { thinking: { type: "disabled" } });
});

test("OpenRouter and Together: send a reasoning object", () => {
  assert.deepEqual(thinkingFields("reasoning-effort", "low", {}), { reasoning: { effort: "low" } });
  assert.deepEqual(thinkingFields("reasoning-effort", "off", {}), { reasoning: { effort: "none" } });
  assert.deepEqual(thinkingFields("reasoning-enabled", "low", {}), { reasoning: { enabled: true }, reasoning_effort: "low" });
  assert.deepEqual(thinkingFields("reasoning-enabled", "off", {}), { reasoning: { enabled: false } });
});
