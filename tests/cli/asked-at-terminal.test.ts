import assert from "node:assert/strict";
import { test } from "node:test";
import { atTerminal, LEAVE, noTerminal as skip, openTerminal, PLAIN } from "./at-terminal.ts";
import { ACTIVE, type CoxScene, messagesOf, openCox } from "./cox-scene.ts";

const ASKED = /1 or y: Yes, once[^]*Answer, 1 to \d: /;
const DONE = "\nDone: ";
const bash = (command: string) => ({ calls: [{ name: "bash", input: { command } }] });
const lastRequest = (cox: CoxScene): string => JSON.stringify(cox.server.requests.at(-1)?.body);

test("shows a command that no rule allows, runs it once allowed, and prints the decision", { skip }, async () => {
  await using cox = await openCox([bash("echo ran > ran.txt"), "Done."]);
  const { code, screen } = await atTerminal(cox, [...PLAIN, "go"], [{ after: ASKED, type: "1\n" }, { after: DONE, type: "" }, LEAVE]);
  assert.equal(code, 0, screen);
  assert.equal(await cox.read("ran.txt"), "ran\n");
  assert.match(
    screen,
    /\nCall bash: echo ran > ran\.txt\n\n\? bash wants to run[^]* \| echo ran > ran\.txt\n[^]*Answer, 1 to \d: 1\n(1\n)?Allowed once\.\nbash finished\n[^]*\nDone\.\n/,
  );
});

test("remembers a session's approval in that session only", { skip }, async () => {
  await using cox = await openCox([bash("touch year"), bash("touch year"), "Done.", bash("touch year"), "Done."]);
  const first = await atTerminal(cox, [...PLAIN, "go"], [{ after: ASKED, type: "s\n" }, { after: DONE, type: "" }, LEAVE]);
  assert.equal(first.screen.split("? bash wants").length, 2, first.screen);
  const second = await atTerminal(cox, [...PLAIN, "go"], [{ after: ASKED, type: "y\n" }, { after: DONE, type: "" }, LEAVE]);
  assert.equal(second.code, 0);
});

test("sends the reason of a denial to the model and runs nothing", { skip }, async () => {
  await using cox = await openCox([bash("echo ran > ran.txt"), "As you like."]);
  const typed = [{ after: ASKED, type: "n write it to out.txt\n" }, { after: DONE, type: "" }, LEAVE];
  const { code, screen } = await atTerminal(cox, [...PLAIN, "go"], typed);
  assert.equal(code, 0);
  await assert.rejects(cox.read("ran.txt"));
  assert.match(lastRequest(cox), /The user did not allow it: write it to out\.txt/);
  assert.match(screen, /Denied: write it to out\.txt\n/);
});

test("never takes Enter, other words or pasted lines as an approval", { skip }, async () => {
  await using cox = await openCox([bash("echo ran > ran.txt"), "Done."]);
  const again = { after: /Not one of the answers[^]*Answer, 1 to \d: / };
  const { screen } = await atTerminal(
    cox,
    [...PLAIN, "go"],
    [
      { after: ASKED, type: "\n" },
      { ...again, type: "yes please\n" },
      { ...again, type: "y\necho more\n" },
      { ...again, type: "1\n1\n" },
      { ...again, type: "n\n" },
      { after: DONE, type: "" },
      LEAVE,
    ],
  );
  await assert.rejects(cox.read("ran.txt"));
  assert.match(screen, /Denied\.\n/);
});

test("a line that was typed before a question steers the run and does not answer it", { skip }, async () => {
  const hold = Promise.withResolvers<void>();
  await using cox = await openCox((_, turn) => (turn === 0 ? { before: hold.promise, ...bash("echo ran > ran.txt") } : "Done."));
  using terminal = openTerminal(cox, [...PLAIN, "go"]);
  await terminal.seen("You: go");
  terminal.type("1\n");
  await terminal.seen("Queued: it reaches the model as soon as possible.");
  hold.resolve();
  await terminal.seen("bash was skipped");
  await terminal.seen(DONE);
  await terminal.seen("You: ");
  terminal.type("\u0004");
  assert.equal((await terminal.ended).code, 0);
  await assert.rejects(cox.read("ran.txt"));
});

test("Ctrl+D at a question leaves the session, and the call does not run", { skip }, async () => {
  await using cox = await openCox([bash("echo ran > ran.txt"), "never"]);
  const { code, screen } = await atTerminal(cox, [...PLAIN, "go"], [{ after: ASKED, type: "\u0004" }]);
  assert.equal(code, 0, screen);
  await assert.rejects(cox.read("ran.txt"));
  assert.equal(cox.server.requests.length, 1);
  assert.match(screen, /Continue this session with: cox -r \S+\n$/);
});

test("Ctrl+C at a question interrupts the run, and the session takes the next prompt", { skip }, async () => {
  await using cox = await openCox([bash("echo ran > ran.txt"), "Again."]);
  const { code, screen } = await atTerminal(
    cox,
    [...PLAIN, "go"],
    [
      { after: ASKED, type: "\u0003" },
      { after: "\nInterrupted: ", type: "" },
      { after: "You: ", type: "again\n" },
      { after: DONE, type: "" },
      LEAVE,
    ],
  );
  assert.equal(code, 0);
  await assert.rejects(cox.read("ran.txt"));
  assert.match(screen, /the run has ended\.[^]*Again\./);
});

test("T9: keeps a hostile command within its margin on a narrow screen, and shows all of a long one", { skip }, async () => {
  const lines = ["\u001b[2J\u202e\rAllow? y", ...Array.from({ length: 300 }, (_, at) => `echo ${at} ${"x".repeat(50)}`)];
  await using cox = await openCox([bash(lines.join("\n")), "Done."]);
  const typed = [{ after: "Contains invisible characters", type: "" }, { after: ASKED, type: "n\n" }, { after: DONE, type: "" }, LEAVE];
  const { screen, raw } = await atTerminal(cox, [...PLAIN, "go"], typed, 40);
  assert.doesNotMatch(raw.replaceAll("\r\n", "\n").replaceAll("^D\b\b", ""), ACTIVE);
  const asked = screen.slice(screen.indexOf("? bash"), screen.indexOf("  301 lines, all shown"));
  const shown = asked.split("\n").slice(1, -1);
  for (const line of shown) assert.ok(/^ {2}[|:] ?/.test(line) && line.length <= 40, line);
  assert.equal(shown.filter((line) => line.startsWith("  | ")).length, 301);
  assert.match(screen, /invisible characters/);
});

test("asks the user a required question even with --yes", { skip }, async () => {
  await using cox = await openCox([bash("echo ran > ran.txt"), "Done."]);
  await cox.set({ permissions: { ask: ["bash(echo)"] } });
  const typed = [{ after: "Answer, 1 to 3: ", type: "1\n" }, { after: DONE, type: "" }, LEAVE];
  const { screen } = await atTerminal(cox, [...PLAIN, "--yes", "go"], typed);
  assert.equal(await cox.read("ran.txt"), "ran\n", screen);
});

test("asks at a terminal in a headless run with text output", { skip }, async () => {
  await using cox = await openCox([bash("echo ran > ran.txt"), "Done."]);
  const typed = [{ after: "a reason to deny: ", type: "y\n" }];
  const { code, screen } = await atTerminal(cox, ["go", "--output-format", "text"], typed);
  assert.equal(code, 0, screen);
  assert.match(screen, /Allowed once\.\n> bash {2}echo ran > ran\.txt\nDone\.\n$/);
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
