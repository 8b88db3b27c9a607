import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { credentials } from "./credentials.ts";
import { SettingsError } from "./errors.ts";

const place = (t: TestContext) => {
  const root = mkdtempSync(join(tmpdir(), "cox-credentials-"));
  t.after(() => rmSync(root, { recursive: true }));
  const file = join(root, "credentials.json");
  return { file, keys: credentials(file) };
};

test("a key is saved for its provider, in a file of mode 0600", (t) => {
  const { keys, file } = place(t);
  assert.equal(keys.get("anthropic"), undefined);
  keys.set("anthropic", "sk-1");
  keys.set("openai", "sk-2");
  keys.set("anthropic", "sk-3");
  assert.equal(credentials(file).get("anthropic"), "sk-3");
  assert.equal(keys.get("openai"), "sk-2");
  if (process.platform !== "win32") assert.equal(statSync(file).mode & 0o777, 0o600);
});

test("a key can be removed", (t) => {
  const { keys } = place(t);
  keys.set("anthropic", "sk-1");
  assert.equal(keys.remove("anthropic"), true);
  assert.equal(keys.remove("anthropic"), false);
  assert.equal(keys.get("anthropic"), undefined);
});

test("trims pasted keys, and rejects invalid ones without showing them", (t) => {
  const { keys } = place(t);
  keys.set("anthropic", "  sk-1\r\n");
  assert.equal(keys.get("anthropic"), "sk-1");
  for (const key of ["", " \n", "sk-canary\nX-Evil: 1", "sk-canary\u200b1"]) {
    assert.throws(
      () => keys.set("anthropic", key),
      new SettingsError("The key for anthropic is empty or contains invalid characters. Paste it again."),
    );
  }
  assert.equal(keys.get("anthropic"), "sk-1");
});

test("names with a meaning in JavaScript are ordinary names", (t) => {
  const { keys } = place(t);
  assert.equal(keys.get("constructor"), undefined);
  keys.set("__proto__", "sk-1");
  assert.equal(keys.get("__proto__"), "sk-1");
});

test("L24: rejects a damaged file without showing its content, and does not replace it", (t) => {
  const { keys, file } = place(t);
  for (const text of ["sk-canary", '["sk-canary"]', '{"anthropic":{"key":"sk-canary"}}', '"sk-canary"', "null"]) {
    writeFileSync(file, text, { mode: 0o600 });
    for (const use of [() => keys.get("anthropic"), () => keys.set("openai", "sk-2"), () => keys.remove("anthropic")]) {
      assert.throws(use, (error) => error instanceof SettingsError && !error.message.includes("canary"), text);
    }
    assert.equal(readFileSync(file, "utf8"), text);
  }
});
