import assert from "node:assert/strict";
import { test } from "node:test";
import { wantsTitle } from "./open-session.ts";

const REMOTE = { model: "anthropic/claude-sonnet-5-5" };
const LOCAL = { model: "ollama/qwen3:8b" };

test("generates titles for new sessions, except for sessions that are not saved", () => {
  assert.equal(wantsTitle({ settings: {} }, REMOTE, {}), true);
  assert.equal(wantsTitle({ settings: { titles: true } }, REMOTE, { "no-session": true }), false);
  assert.equal(wantsTitle({ settings: { titles: false } }, REMOTE, {}), false);
});

test("generates titles on a local server only if the settings enable them", () => {
  assert.equal(wantsTitle({ settings: {} }, LOCAL, {}), false);
  assert.equal(wantsTitle({ settings: {} }, { model: "custom/m" }, {}), false);
  assert.equal(wantsTitle({ settings: { titles: true } }, LOCAL, {}), true);
  assert.equal(wantsTitle({ settings: {} }, { ...LOCAL, smallModel: REMOTE.model }, {}), true);
});
