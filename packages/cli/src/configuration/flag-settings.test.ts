import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { findSetting, loadSettingsFile } from "coxswain/settings";
import { SETTING_OPTIONS, type SettingOption } from "../commands/index.ts";
import { flagSettings } from "./flag-settings.ts";

test("parses a budget in dollars and in time", () => {
  assert.deepEqual(flagSettings({}), {});
  assert.deepEqual(flagSettings({ "max-budget-usd": "0.50" }), { budget: { usd: 0.5 } });
  assert.deepEqual(flagSettings({ "max-budget-usd": "2", "max-time": "10m" }), { budget: { usd: 2, seconds: 600 } });
});

test("rejects an invalid amount", () => {
  for (const amount of ["$5", "-1", "1,5", "1e3", ".5", "NaN"]) {
    const message = `--max-budget-usd must be an amount in USD such as 2 or 0.50, not ${amount}`;
    assert.throws(() => flagSettings({ "max-budget-usd": amount }), { name: "UsageError", message });
  }
});

test("rejects an invalid permission rule", () => {
  assert.throws(() => flagSettings({ deny: ["bash("] }), { name: "UsageError" });
});

test("--yes sets the mode yolo, and contradicts every other mode", () => {
  assert.deepEqual(flagSettings({ yes: true, mode: "yolo" }), { permissions: { mode: "yolo" } });
  const message = "--yes means --mode yolo and cannot be combined with --mode plan";
  assert.throws(() => flagSettings({ yes: true, mode: "plan" }), { name: "UsageError", message });
});

test("each option's value is valid for its setting in a settings file", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "cox-flags-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "settings.json");
  const examples: Readonly<Record<string, unknown>> = { "max-turns": 3, "max-budget-usd": "1.5", "max-time": "90s" };
  for (const [name, option] of Object.entries<SettingOption>(SETTING_OPTIONS)) {
    assert.deepEqual(await findSetting(option.setting), option.setting.split("."));
    const value = examples[name] ?? option.choices?.[0] ?? (option.value === undefined ? true : "bash");
    const settings = flagSettings({ [name]: option.repeatable === true ? [value] : value });
    writeFileSync(path, JSON.stringify(settings));
    const loaded = await loadSettingsFile(path);
    assert.deepEqual([loaded.settings, loaded.warnings], [settings, []], name);
  }
});
