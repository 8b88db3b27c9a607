import assert from "node:assert/strict";
import { test } from "node:test";
import { execFileSync } from "node:child_process";
import { join } from "node:path";

const wire = (module: string, name: string): string => `
  import { NATIVE_PROVIDERS } from ${JSON.stringify(join(import.meta.dirname, module))};
  const env = process.env;
  const provider = NATIVE_PROVIDERS.find(({ name }) => name === "${name}");
  await provider.connect({ baseURL: provider.baseURL(env), key: { value: "k" }, env, fetch, cacheTtl: "5m" });
  console.log(JSON.stringify([env.ANTHROPIC_BASE_URL, env.OPENAI_BASE_URL]));`;

for (const provider of ["anthropic", "openai", "openai-chat"]) {
  test(`${provider}: treats a blank base URL as unset, and restores the variable`, () => {
    const program = ["--conditions=coxswain-source", "--input-type=module", "--eval", wire("native-providers.ts", provider)];
    const env = { ...process.env, ANTHROPIC_BASE_URL: "", OPENAI_BASE_URL: " " };
    assert.deepEqual(JSON.parse(execFileSync(process.execPath, program, { env, encoding: "utf8" })), ["", " "]);
  });
}
