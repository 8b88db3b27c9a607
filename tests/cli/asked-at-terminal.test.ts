import assert from "node:assert/strict";
import { test } from "node:test";
import { atTerminal, noTerminal as skip } from "./at-terminal.ts";
import { ACTIVE, type CoxScene, messagesOf, openCox } from "./cox-scene.ts";

const ASKED = "a reason to deny: ";
const bash = (command: string) => ({ calls: [{ name: "bash", input: { command } }] });
const lastRequest = (cox: CoxScene): string => JSON.stringify(cox.server.requests.at(-1)?.body);

test("shows a command that no rule allows, runs it once allowed, and prints the decision", { skip }, async () => {
  await using cox = await openCox([bash("echo ran > ran.txt"), "Done."]);
  const { code, screen } = await atTerminal(cox, ["go"], [{ after: ASKED, type: "y\n" }]);
  assert.equal(code, 0, screen);
  assert.equal(await cox.read("ran.txt"), "ran\n");
  assert.match(
    screen,
    /\? bash wants to run[^]* \| echo ran > ran\.txt\n[^]*a reason to deny: y?\n?[^]*Allowed once\.\n> bash {2}echo ran > ran\.txt\nDone\.\n$/,
  );
});

test("remembers a session's approval in that session only", { skip }, async () => {
  await using cox = await openCox([bash("touch year"), bash("touch year"), "Done.", bash("touch year"), "Done."]);
  const first = await atTerminal(cox, ["go"], [{ after: ASKED, type: "s\n" }]);
  assert.equal(first.screen.split("? bash wants").length, 2, first.screen);
  const second = await atTerminal(cox, ["go"], [{ after: ASKED, type: "y\n" }]);
  assert.equal(second.code, 0);
});

test("sends the reason of a denial to the model and runs nothing", { skip }, async () => {
  await using cox = await openCox([bash("echo ran > ran.txt"), "As you like."]);
  const { code, screen } = await atTerminal(cox, ["go"], [{ after: ASKED, type: "n write it to out.txt\n" }]);
  assert.equal(code, 0);
  await assert.rejects(cox.read("ran.txt"));
  assert.match(lastRequest(cox), /The user did not allow it: write it to out\.txt/);
  assert.match(screen, /Denied: write it to out\.txt\n/);
  assert.doesNotMatch(screen, /--allow/);
});

test("never takes Enter or input typed before the question as an approval", { skip }, async () => {
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

test("allows nothing from pasted lines, even if the first one alone would", { skip }, async () => {
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

test("denies on Ctrl+D", { skip }, async () => {
  await using cox = await openCox([bash("echo ran > ran.txt"), "Done."]);
  const { code, screen } = await atTerminal(cox, ["go"], [{ after: ASKED, type: "\u0004" }]);
  assert.equal(code, 0, screen);
  await assert.rejects(cox.read("ran.txt"));
  assert.match(lastRequest(cox), /The user did not allow it/);
});

test("aborts the run on Ctrl+C at a question and saves the session", { skip }, async () => {
  await using cox = await openCox([bash("echo ran > ran.txt"), "never"]);
  const { code, screen } = await atTerminal(cox, ["go"], [{ after: ASKED, type: "\u0003" }]);
  assert.equal(code, 130);
  await assert.rejects(cox.read("ran.txt"));
  assert.match(screen, /Answered in another terminal[^]*interrupted\. The session is saved\./);
});

test("T9: keeps a hostile command within its margin on a narrow screen, and shows all of a long one", { skip }, async () => {
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

test("asks the user a required question even with --yes", { skip }, async () => {
  await using cox = await openCox([bash("echo ran > ran.txt"), "Done."]);
  await cox.set({ permissions: { ask: ["bash(echo)"] } });
  const { screen } = await atTerminal(cox, ["--yes", "go"], [{ after: "Allow? y (once), n, or a reason to deny: ", type: "y\n" }]);
  assert.equal(await cox.read("ran.txt"), "ran\n", screen);
});

test("asks nothing with -p at a terminal", { skip }, async () => {
  await using cox = await openCox([bash("touch year"), "Done."]);
  const { code, screen } = await atTerminal(cox, ["-p", "go"], []);
  assert.equal(code, 0);
  assert.match(screen, /not allowed: bash\. To allow: --allow 'bash\(touch year \$\)'\.\n/);
});

test("asks at the process's terminal although input is piped in", { skip }, async () => {
  await using cox = await openCox([bash("echo ran > ran.txt"), "Done."]);
  const typed = [{ after: "a reason to deny: ", type: "y\n" }];
  const { code, screen } = await atTerminal(cox, ["explain"], typed, 100, "printf 'piped text' |");
  assert.equal(code, 0, screen);
  assert.match(screen, /Allowed once\.\n> bash {2}echo ran > ran\.txt\nDone\.\n$/);
  assert.equal(await cox.read("ran.txt"), "ran\n");
  assert.match(JSON.stringify(messagesOf(cox.server.requests[0])), /explain.*<stdin>\\npiped text/);
});

test("asks nothing with piped input and -p, or without a terminal of the process", { skip }, async () => {
  await using cox = await openCox([bash("touch year"), "Done.", bash("touch year"), "Done."]);
  for (const [args, before] of [
    [["-p", "go"], "echo piped |"],
    [["go"], "echo piped | setsid --wait"],
  ] as const) {
    const { code, screen } = await atTerminal(cox, args, [], 100, before);
    assert.equal(code, 0, screen);
    assert.match(screen, /not allowed: bash/);
  }
});
