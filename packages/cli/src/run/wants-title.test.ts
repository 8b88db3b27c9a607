import assert from "node:assert/strict";
import { test } from "node:test";
import { wantsTitle } from "./wants-title.ts";

const REMOTE = { model: "anthropic/claude-sonnet-5-5" };
const LOCAL = { model: "ollama/qwen3:8b" };

test("new sessions get titles, but for those that are not kept", () => {
  assert.equal(wantsTitle({ settings: {} }, REMOTE, {}), true);
  assert.equal(wantsTitle({ settings: { titles: true } }, REMOTE, { "no-session": true }), false);
  assert.equal(wantsTitle({ settings: { titles: false } }, REMOTE, {}), false);
});

test("a server of the person's own is not asked for titles beside its work, unless that was said", () => {
  assert.equal(wantsTitle({ settings: {} }, LOCAL, {}), false);
  assert.equal(wantsTitle({ settings: {} }, { model: "custom/m" }, {}), false);
  assert.equal(wantsTitle({ settings: { titles: true } }, LOCAL, {}), true);
  assert.equal(wantsTitle({ settings: {} }, { ...LOCAL, smallModel: REMOTE.model }, {}), true);
});
