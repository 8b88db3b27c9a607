import assert from "node:assert/strict";
import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { noTerminal as skip, openTerminal } from "./at-terminal.ts";
import { openCox } from "./cox-scene.ts";

const bash = (command: string) => ({ calls: [{ name: "bash", input: { command } }] });

for (const screen of ["inline", "full", "plain"]) {
  test(`the row at the end of a run has its checks in the ${screen} screen, also when the session opens again`, { skip }, async () => {
    await using cox = await openCox([bash("echo 1 > b"), bash("node --test none.test.js"), bash("echo 2 > c"), "Done."]);
    await cox.write("none.test.js", "");
    const args = ["--screen", screen, "--yes", "--sandbox", "off"];
    const expected = "tests passed, and not run since c changed";
    {
      using terminal = openTerminal(cox, [...args, "go"]);
      await terminal.seen(expected);
      terminal.type("\u0004");
      const { code, raw } = await terminal.ended;
      assert.equal(code, 0, raw);
      assert.match(stripVTControlCharacters(raw), / 4 turns.*tests passed, and not run since c changed/);
    }
    using terminal = openTerminal(cox, ["-c", ...args]);
    await terminal.seen(expected);
    terminal.type("\u0004");
    assert.equal((await terminal.ended).code, 0);
  });
}
