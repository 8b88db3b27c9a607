import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { Script } from "coxswain/providers";
import { openExample, toolResults } from "./extension-scene.ts";

const bash = (command: string) => ({ calls: [{ name: "bash", input: { command } }] });
const DEPLOY = "echo npm run deploy";
const TESTS = "echo npm test";

/** `hours`: the hours in which deploys are allowed. */
const openGate = (t: TestContext, script: Script, hours: string) => {
  process.env["DEPLOY_HOURS"] = hours;
  t.after(() => delete process.env["DEPLOY_HOURS"]);
  return openExample(t, "deploy-gate", script);
};

test("S0-69: denies a deploy until the tests pass after the last change", async (t) => {
  const write = { calls: [{ name: "write", input: { path: "a.txt", content: "a" } }] };
  const script = [bash(DEPLOY), bash(`${TESTS} && false`), bash(DEPLOY), bash(TESTS), bash(DEPLOY), write, bash(DEPLOY), "done"];
  const { session, warnings } = await openGate(t, script, "0-24");
  await session.prompt("Deploy.").outcome;
  const results = toolResults(session);
  assert.match(results[0] ?? "", /^!denied .*the tests have not passed since the last change/);
  assert.match(results[2] ?? "", /^!denied /);
  assert.match(results[4] ?? "", /^npm run deploy/);
  assert.match(results[6] ?? "", /^!denied /);
  assert.deepEqual(warnings, []);
});

test("S0-69: asks for a deploy outside the hours regardless of the policy, and always for invalid hours", async (t) => {
  for (const hours of ["0-0", "office"]) {
    const { session } = await openGate(t, [bash(TESTS), bash(DEPLOY), "done"], hours);
    await session.prompt("Deploy.").outcome;
    assert.match(toolResults(session)[1] ?? "", /^!denied .*outside working hours/s, hours);
  }
});

test("S0-68: /gate shows the gate's state and opens it, and a fork has the same state", async (t) => {
  const { session, extensions } = await openGate(t, [bash(DEPLOY), "done"], "0-0");
  const gate = async (words = "", of = session) => (await extensions.run(of, `/gate ${words}`))?.answer;
  assert.equal(await gate(), "The tests have not passed since the last change: deploys are denied.");
  assert.equal(await gate("open"), "The gate is open.");
  await session.prompt("Deploy.").outcome;
  assert.match(toolResults(session)[0] ?? "", /^npm run deploy/);
  assert.equal(await gate("", await session.fork()), "The gate is open.");
  await assert.rejects(gate("wide"), {
    code: "extension",
    message: "/gate of the extension deploy-gate failed: /gate takes open or close, not wide",
  });
});
