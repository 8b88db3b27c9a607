import assert from "node:assert/strict";
import { test } from "node:test";
import { type CoxScene, messagesOf, openCox } from "../cli/cox-scene.ts";
import { drive } from "../cli/program.ts";

/** A project in which cox was killed while it asked a program for permission to run a command. */
const killedAtQuestion = async (): Promise<CoxScene> => {
  const cox = await openCox([{ calls: [{ name: "bash", input: { command: "echo ran >> ran.txt" } }] }, "Done."]);
  const program = drive(cox, ["go"]);
  await program.line("control_request");
  program.child.kill("SIGKILL");
  await program.ended;
  return cox;
};

/** Returns the tool results of the last request. */
const resultOf = (cox: CoxScene): string =>
  JSON.stringify(
    messagesOf(cox.server.requests.at(-1))
      .flatMap(({ content }) => content)
      .filter(({ type }) => type === "tool_result"),
  );

test("L19: runs a command once if cox was killed at its question and the resumed run is allowed to run it", async () => {
  await using cox = await killedAtQuestion();
  const { code, stdout } = await cox.run(["-c", "--yes"]);
  assert.deepEqual([code, stdout], [0, "Done.\n"]);
  assert.equal(await cox.read("ran.txt"), "ran\n");
});

test("L19: does not report a command as possibly run if cox was killed at its question", async () => {
  for (const words of [["-c"], ["-c", "and now?"]]) {
    await using cox = await killedAtQuestion();
    const { code, stdout } = await cox.run(words);
    assert.deepEqual([code, stdout], [0, "Done.\n"]);
    assert.match(resultOf(cox), words.length === 1 ? /no user can be asked/ : /Not run: /);
    assert.doesNotMatch(resultOf(cox), /may have/);
    await assert.rejects(cox.read("ran.txt"));
  }
});
