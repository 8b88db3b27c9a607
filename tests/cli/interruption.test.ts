import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { ToolMessage } from "coxswain";
import { jsonLines, openCox } from "./cox-scene.ts";
import { sleeper } from "./sleeping.ts";

const { command: SLEEP, isSleeping, sleeping } = sleeper();

const forever = new Promise<never>(() => {});

const SIGNALS = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const;

for (const [signal, expected] of SIGNALS) {
  test(`T7: ${signal} during a tool ends its processes, keeps the session and exits with ${expected}`, async () => {
    const command = `${SLEEP} & wait`;
    await using cox = await openCox([{ text: "I run it.", calls: [{ name: "bash", input: { command } }] }, "Where was I?"]);
    const { child, ended } = cox.start(["run it", "--yes"]);
    await sleeping();
    child.kill(signal);
    const { code, stderr } = await ended;
    assert.equal(code, expected, stderr);
    assert.equal(stderr.trimEnd().split("\n").at(-1), 'cox: interrupted. The session is saved. Continue with: cox -c "what to do next"');
    assert.equal(isSleeping(), false);
    const [file = ""] = await cox.sessionFiles();
    const entries = jsonLines(await readFile(file, "utf8"));
    const result = entries.map(({ message }) => message as ToolMessage | undefined).find((message) => message?.role === "tool");
    assert.equal(result?.reason, "cancelled");
    assert.deepEqual(entries.at(-1)?.["outcome"], { kind: "aborted" });
    assert.equal((await cox.run(["-c", "continue"])).stdout, "Where was I?\n");
  });
}

test("shows each part of a result on its own lines", async () => {
  await using cox = await openCox([{ text: "I run it.", calls: [{ name: "bash", input: { command: `${SLEEP} & wait` } }] }]);
  const { child, ended } = cox.start(["run it", "--yes", "--output-format", "json"]);
  await sleeping();
  child.kill("SIGINT");
  const id = String(jsonLines((await ended).stdout)[0]?.["session_id"]);
  assert.match((await cox.run(["sessions", "show", id])).stdout, /it may have had effects\.\n {2}\[cancelled\]\n/);
});

test("discards the partial answer on Ctrl+C, and reports the interruption in every format", async () => {
  for (const format of ["text", "json", "stream-json"]) {
    await using cox = await openCox(() => {
      cox.latest().child.kill("SIGINT");
      return { before: forever };
    });
    const { code, stdout, stderr } = await cox.run(["go", "--output-format", format]);
    assert.equal(code, 130);
    assert.match(stderr, /^cox: interrupted\. The session is saved\. Continue with: cox -c /);
    if (format === "text") assert.equal(stdout, "");
    else {
      const last = jsonLines(stdout).at(-1);
      assert.deepEqual([last?.["type"], last?.["subtype"], last?.["is_error"]], ["result", "error_during_execution", true]);
    }
    assert.equal((await cox.sessionFiles()).length, 1);
  }
});

test("T7: aborts the run quietly and exits with code 141 when stdout is closed", async () => {
  await using cox = await openCox(() => {
    cox.latest().child.stdout?.destroy();
    return { text: "I wait.", calls: [{ name: "bash", input: { command: `${SLEEP} & wait` } }] };
  });
  const { code, stderr } = await cox.run(["go", "--yes", "--output-format", "stream-json"]);
  assert.deepEqual({ code, stderr }, { code: 141, stderr: "" });
  assert.equal(isSleeping(), false);
  assert.equal((await cox.sessionFiles()).length, 1);
});

test("T7: reports no error for a reader that closes stdout before an answer in text format", async () => {
  await using cox = await openCox(() => {
    cox.latest().child.stdout?.destroy();
    return "an answer";
  });
  const { code, stderr } = await cox.run(["go"]);
  assert.deepEqual({ code, stderr }, { code: 141, stderr: "" });
});
