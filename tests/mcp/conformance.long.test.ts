import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, test, type TestContext } from "node:test";
import { runSuite } from "./conformance-suite.ts";

const temporaryFolder = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), "cox-conformance-suite-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

suite("S2-29: the protocol's conformance suite", () => {
  test("0.1.16: at least 24 of all 26 client scenarios pass, and the others are expected failures", async (t) => {
    const expected = join(import.meta.dirname, "expected-failures.yml");
    const { code, output, passed } = await runSuite(
      "conformance-stable",
      ["--suite", "all", "--expected-failures", expected],
      temporaryFolder(t),
    );
    assert.equal(code, 0, output);
    assert.equal(passed.size, 26, output);
    assert.ok([...passed.values()].filter(Boolean).length >= 24, output);
  });

  test("0.2.0-alpha.12: all 32 client scenarios that the revision 2026-07-28 scores pass", async (t) => {
    const { code, output, passed } = await runSuite("conformance-next", ["--requirements", "2026-07-28"], temporaryFolder(t));
    assert.equal(code, 0, output);
    const notScored = new Set([...output.matchAll(/^ {2}[✓✗] (\S+) \((?:extension|added-after-release)\)$/gm)].map(([, name]) => name));
    const scored = [...passed].filter(([name]) => !notScored.has(name));
    assert.equal(scored.length, 32, output);
    assert.deepEqual(
      scored.filter(([, isPassed]) => !isPassed),
      [],
      output,
    );
  });
});
