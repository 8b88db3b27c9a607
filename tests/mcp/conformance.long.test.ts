import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, test, type TestContext } from "node:test";
import { requiredScenarios, runScenario, stableScenarios } from "./conformance-suite.ts";

/*
 * The suites run all scenarios at once, which a small machine cannot do in the times that some scenarios measure. So each
 * scenario runs alone.
 */

const temporaryFolder = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), "cox-conformance-suite-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const expectedFailures = [...readFileSync(join(import.meta.dirname, "expected-failures.yml"), "utf8").matchAll(/^ {2}- (\S+)$/gm)].map(
  ([, name]) => name,
);

suite("the protocol's conformance suite (S2-28)", () => {
  test("0.1.16: all client scenarios pass but the expected failures", async (t) => {
    const folder = temporaryFolder(t);
    const scenarios = await stableScenarios(folder);
    assert.equal(scenarios.length, 26);
    const failed: string[] = [];
    for (const scenario of scenarios)
      await t.test(scenario, async () => {
        const { code, output } = await runScenario("conformance-stable", scenario, [], folder);
        if (code !== 0) failed.push(scenario);
        if (!expectedFailures.includes(scenario)) assert.equal(code, 0, output);
      });
    assert.deepEqual(failed, expectedFailures);
  });

  test("0.2.0-alpha.12: all client scenarios that the revision 2026-07-28 requires pass", async (t) => {
    const folder = temporaryFolder(t);
    const scenarios = requiredScenarios("2026-07-28");
    assert.equal(scenarios.length, 32);
    for (const scenario of scenarios)
      await t.test(scenario, async () => {
        const { code, output } = await runScenario("conformance-next", scenario, ["--spec-version", "2026-07-28"], folder);
        assert.equal(code, 0, output);
      });
  });
});
