import assert from "node:assert/strict";
import { test } from "node:test";
import { openScreen } from "./screen.fixture.ts";

for (const { rows, isRuled } of [
  { rows: 24, isRuled: true },
  { rows: 14, isRuled: false },
]) {
  test(`a list at ${rows} rows has ${isRuled ? "a" : "no"} rule above it`, async () => {
    await using scene = await openScreen({ rows });
    scene.terminal.type("/mode");
    scene.terminal.press("\u001b", "\r");
    await scene.terminal.seen("Esc closes");
    const screen = await scene.terminal.screen();
    const title = screen.findIndex((row) => row.startsWith("Permission mode") || row.startsWith("Mode"));
    assert.notEqual(title, -1, screen.join("\n"));
    assert.equal(/^─+$/.test(screen[title - 1] ?? ""), isRuled);
  });
}
