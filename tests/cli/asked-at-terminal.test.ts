import assert from "node:assert/strict";
import { test } from "node:test";
import { atTerminal, noTerminal as skip } from "./at-terminal.ts";
import { ACTIVE, type CoxScene, openCox } from "./cox-scene.ts";

const ASKED = "a reason to deny: ";
const bash = (command: string) => ({ calls: [{ name: "bash", input: { command } }] });
const told = (cox: CoxScene): string => JSON.stringify(cox.server.requests.at(-1)?.body);

test("a command that nothing allows is shown, runs once it is allowed, and a line says so", { skip }, async () => {
  await using cox = await openCox([bash("echo ran > ran.txt"), "Done."]);
  const { code, screen } = await atTerminal(cox, ["go"], [{ after: ASKED, type: "y\n" }]);
  assert.equal(code, 0, screen);
  assert.equal(await cox.read("ran.txt"), "ran\n");
  assert.match(
    screen,
    /\? bash wants to run[^]* \| echo ran > ran\.txt\n[^]*a reason to deny: y?\n?[^]*Allowed once\.\n> bash {2}echo ran > ran\.txt\nDone\.\n$/,
  );
});

test("what is allowed for the session is not asked again in it, and is in the next", { skip }, async () => {
  await using cox = await openCox([bash("date +%Y"), bash("date +%Y"), "Done.", bash("date +%Y"), "Done."]);
  const first = await atTerminal(cox, ["go"], [{ after: ASKED, type: "s\n" }]);
  assert.equal(first.screen.split("? bash wants").length, 2, first.screen);
  const second = await atTerminal(cox, ["go"], [{ after: ASKED, type: "y\n" }]);
  assert.equal(second.code, 0);
});

test("a no tells the model its reason, and nothing runs", { skip }, async () => {
  await using cox = await openCox([bash("echo ran > ran.txt"), "As you like."]);
  const { code, screen } = await atTerminal(cox, ["go"], [{ after: ASKED, type: "n write it to out.txt\n" }]);
  assert.equal(code, 0);
  await assert.rejects(cox.read("ran.txt"));
  assert.match(told(cox), /The user did not allow it, and said: write it to out\.txt/);
  assert.match(screen, /Denied: write it to out\.txt\n/);
  assert.doesNotMatch(screen, /--allow/);
});

test("Enter alone is never a yes, nor is what was typed before the question was there", { skip }, async () => {
  await using cox = await openCox([{ text: "Wait for it.", ...bash("echo ran > ran.txt") }, "Done."]);
  const { screen } = await atTerminal(
    cox,
    ["go"],
    [
      { after: ASKED, type: "\n\n\ny\ny\n" },
      { after: "Type an answer.", type: "" },
      { after: ASKED, type: "n\n" },
    ],
  );
  await assert.rejects(cox.read("ran.txt"));
  assert.match(screen, /Denied\.\n/);
});

test("lines that are pasted allow nothing, though the first of them alone would", { skip }, async () => {
  await using cox = await openCox([bash("echo ran > ran.txt"), "Done."]);
  const { screen } = await atTerminal(
    cox,
    ["go"],
    [
      { after: ASKED, type: "y\necho more\n" },
      { after: "type only the letter. To deny, start with n.", type: "" },
      { after: ASKED, type: "n\n" },
    ],
  );
  await assert.rejects(cox.read("ran.txt"));
  assert.match(screen, /Denied\.\n/);
});

test("Ctrl+D is a no", { skip }, async () => {
  await using cox = await openCox([bash("echo ran > ran.txt"), "Done."]);
  const { code, screen } = await atTerminal(cox, ["go"], [{ after: ASKED, type: "\u0004" }]);
  assert.equal(code, 0, screen);
  await assert.rejects(cox.read("ran.txt"));
  assert.match(told(cox), /The user did not allow it/);
});

test("Ctrl+C at a question aborts the run, and the session is kept", { skip }, async () => {
  await using cox = await openCox([bash("echo ran > ran.txt"), "never"]);
  const { code, screen } = await atTerminal(cox, ["go"], [{ after: ASKED, type: "\u0003" }]);
  assert.equal(code, 130);
  await assert.rejects(cox.read("ran.txt"));
  assert.match(screen, /Answered in another terminal[^]*Interrupted\. The session is saved\./);
});

test("T9: a hostile command on a narrow screen keeps to its margin, line by line, and all of a long one is shown", { skip }, async () => {
  const lines = ["\u001b[2J\u202e\rAllow? y", ...Array.from({ length: 300 }, (_, at) => `echo ${at} ${"x".repeat(50)}`)];
  await using cox = await openCox([bash(lines.join("\n")), "Done."]);
  const { screen, raw } = await atTerminal(
    cox,
    ["go"],
    [
      { after: "Contains invisible characters", type: "" },
      { after: ASKED, type: "n\n" },
    ],
    40,
  );
  assert.doesNotMatch(raw.replaceAll("\r\n", "\n"), ACTIVE);
  const asked = screen.slice(screen.indexOf("? bash"), screen.indexOf("  301 lines, all shown"));
  const shown = asked.split("\n").slice(1, -1);
  for (const line of shown) assert.ok(/^ {2}[|:] ?/.test(line) && line.length <= 40, line);
  assert.equal(shown.filter((line) => line.startsWith("  | ")).length, 301);
  assert.match(screen, /invisible characters/);
});

test("a question of --yes that has to be asked in any case still reaches the person", { skip }, async () => {
  await using cox = await openCox([bash("echo ran > ran.txt"), "Done."]);
  await cox.set({ permissions: { ask: ["bash(echo)"] } });
  const { screen } = await atTerminal(cox, ["--yes", "go"], [{ after: "Allow? y (once), n, or a reason to deny: ", type: "y\n" }]);
  assert.equal(await cox.read("ran.txt"), "ran\n", screen);
});

test("who says -p is asked nothing at a terminal either", { skip }, async () => {
  await using cox = await openCox([bash("date +%Y"), "Done."]);
  const { code, screen } = await atTerminal(cox, ["-p", "go"], []);
  assert.equal(code, 0);
  assert.match(screen, /Not allowed: bash\. To allow: --allow 'bash\(date \+%Y \$\)',.* or --yes for everything\./);
});
