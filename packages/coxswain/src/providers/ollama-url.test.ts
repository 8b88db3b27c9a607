import assert from "node:assert/strict";
import { test } from "node:test";
import { ollamaURL } from "./ollama-url.ts";

test("OLLAMA_HOST may be a host, a port or a URL", () => {
  const cases: readonly (readonly [string | undefined, string])[] = [
    [undefined, "http://127.0.0.1:11434/v1"],
    ["", "http://127.0.0.1:11434/v1"],
    ["0.0.0.0", "http://127.0.0.1:11434/v1"],
    ["0.0.0.0:8000", "http://127.0.0.1:8000/v1"],
    [":8000", "http://127.0.0.1:8000/v1"],
    ["gpu.local", "http://gpu.local:11434/v1"],
    ["[::1]:8000", "http://[::1]:8000/v1"],
    ["http://gpu.local:80/", "http://gpu.local:80/v1"],
    ["https://gpu.local", "https://gpu.local:443/v1"],
    ["https://gpu.local/ollama/", "https://gpu.local:443/ollama/v1"],
  ];
  for (const [setting, url] of cases) assert.equal(ollamaURL(setting), url, String(setting));
});
