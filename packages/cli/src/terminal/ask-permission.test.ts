import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import type { Question } from "coxswain";
import { Output } from "../output/index.ts";
import { askPermission, terminalAsker } from "./index.ts";

/** Opens a terminal with simulated input. */
const openTerminal = (columns = 80) => {
  const stdin = new PassThrough();
  const screen = Object.assign(new PassThrough().setEncoding("utf8"), { columns });
  const stderr = new Output(() => screen);
  let text = "";
  screen.on("data", (piece: string) => (text += piece));
  const signals = new EventEmitter() as unknown as NodeJS.Process;
  const asker = terminalAsker({ stdin: stdin as unknown as NodeJS.ReadStream, stderr, signals });
  return {
    stdin,
    asker,
    ask: askPermission(asker, stderr),
    /** Resolves when the screen contains the text this many times. */
    shows: async (part: string, times = 1): Promise<void> => {
      while (text.split(part).length <= times) await once(screen, "data");
    },
    screen: () => text,
  };
};

const NEVER = new AbortController().signal;
const COMMAND: Question = {
  id: "1",
  sessionId: "s",
  root: "s",
  tool: "bash",
  callId: "call",
  input: { command: "npm test", timeout: 5000 },
  requests: [{ tool: "bash", effect: "execute", subject: "npm test", shell: "bash" }],
  reasons: ["nothing allows npm test"],
  offers: ["bash(npm test $)"],
};

const command = (subject: string, more: Partial<Question> = {}): Question => ({
  ...COMMAND,
  input: { command: subject },
  requests: [{ tool: "bash", effect: "execute", subject, shell: "bash" }],
  ...more,
});

/** Returns the screen after this answer. */
const answered = async (question: Question, typed: string, columns?: number) => {
  const { stdin, ask, shows, screen } = openTerminal(columns);
  const answer = ask(question, NEVER);
  await shows("reason to deny");
  stdin.write(typed);
  return { answer: await answer, screen: screen() };
};

test("shows who asks for what, where, why and what an answer saves, and ends with a line about the decision", async () => {
  const { answer, screen } = await answered(COMMAND, "s\n");
  assert.deepEqual(answer, { kind: "session" });
  assert.equal(
    screen,
    [
      "",
      "? bash wants to run without a sandbox:",
      "  | npm test",
      "  Arguments:",
      "  | timeout: 5000",
      "  s, p, a allow: npm test (exactly)",
      "Allow? y (once), s (this session), p (this project), a (always), n,",
      "or a reason to deny: ",
    ].join("\n") + "Allowed for this session: npm test (exactly)\n",
  );
});

test("shows whether a command runs in the sandbox and which agent asks", async () => {
  const [request] = COMMAND.requests;
  assert.ok(request !== undefined);
  const agent = { id: "a1", depth: 1, parent: "s", name: "explore" };
  const inside = await answered({ ...COMMAND, agent, requests: [{ ...request, confined: true }] }, "y\n");
  assert.match(inside.screen, /^\n\? bash, for the agent explore, wants to run in the sandbox:\n/);
  const outside = await answered({ ...COMMAND, requests: [{ ...request, confined: false }] }, "y\n");
  assert.match(outside.screen, /wants to run OUTSIDE the sandbox:/);
});

test("T9: escapes a command and marks its lines, so that it cannot act on the terminal, hide, or imitate a part of the question", async () => {
  const hostile = "rm -rf ~ # \u001b[2K\u202e\nAllow? y (once): y\n\n\n? ls wants to run:\nls\t \r";
  const { screen } = await answered(command(hostile), "n\n", 40);
  assert.deepEqual(screen.split("\n").slice(2, 10), [
    "  | rm -rf ~ # \\x1b[2K\\u{202e}",
    "  | Allow? y (once): y",
    "  |",
    "  |",
    "  | ? ls wants to run:",
    "  | ls→    \\x0d",
    "  Contains invisible characters, shown as codes such as \\x1b or \\u{202e}",
    "  s, p, a allow: npm test (exactly)",
  ]);
});

test("shows a long command in full, and its length next to the prompt", async () => {
  const lines = Array.from({ length: 300 }, (_, at) => `echo ${at}`);
  const { screen } = await answered(command(lines.join("\n")), "n\n");
  for (const line of lines) assert.ok(screen.includes(`  | ${line}\n`), line);
  assert.match(screen, / {2}300 lines, all shown above\n {2}s, p, a allow/);
});

test("asks again after Enter alone, and offers only y and n when nothing can be saved", async () => {
  const { stdin, ask, shows, screen } = openTerminal();
  const answer = ask({ ...COMMAND, offers: [] }, NEVER);
  await shows("Allow? y (once), n, or a reason to deny: ");
  stdin.write("\n");
  await shows("Type an answer. Allow? y (once), n, or a reason to deny: ");
  stdin.write("a\n");
  await shows("asked every time");
  stdin.write("n use yarn\n");
  assert.deepEqual(await answer, { kind: "deny", reason: "use yarn" });
  assert.ok(screen().endsWith("Denied: use yarn\n"));
});

test("denies this question and later ones after Ctrl+D", async () => {
  const { stdin, ask, shows, screen } = openTerminal();
  const first = ask(COMMAND, NEVER);
  await shows("reason to deny");
  stdin.end();
  assert.deepEqual(await first, { kind: "deny" });
  assert.deepEqual(await ask(COMMAND, NEVER), { kind: "deny" });
  assert.match(screen(), /Denied: the terminal was closed\.\n$/);
});

test("withdraws a question that was answered elsewhere, reports it, and asks the next one", async () => {
  const { stdin, ask, asker, shows, screen } = openTerminal();
  const elsewhere = new AbortController();
  const first = ask(COMMAND, elsewhere.signal);
  const second = ask({ ...COMMAND, tool: "other" }, NEVER);
  await shows("reason to deny");
  assert.ok(asker.quiet !== undefined);
  elsewhere.abort();
  await first;
  assert.match(screen(), /Answered in another terminal/);
  await shows("? other wants");
  stdin.write("y\n");
  assert.deepEqual(await second, { kind: "once" });
  assert.equal(asker.quiet, undefined);
});

test("shows the changes of an edit and a write as removed and added lines", async (context) => {
  const folder = await mkdtemp(join(tmpdir(), "cox-preview-"));
  context.after(() => rm(folder, { recursive: true }));
  const path = join(folder, "a.ts");
  await writeFile(path, "one\ntwo\nthree\n");
  const requests: Question["requests"] = [{ tool: "edit", effect: "write", subject: path, inside: true }];
  const edit = { ...COMMAND, tool: "edit", requests, input: { path: "a.ts", oldText: "two\n", newText: "zwei\n" } };
  assert.ok(
    (await answered(edit, "y\n", 200)).screen.startsWith(
      `\n? edit wants to write a file:\n  | ${path}\n  Replace:\n  - two\n  + zwei\n  s, p, a`,
    ),
  );

  const write = { ...edit, tool: "write", input: { path: "a.ts", content: "one\ntwo\nfour\n" } };
  assert.match(
    (await answered(write, "y\n", 200)).screen,
    /Changes \(new size 3 lines, 13 bytes\):\n {2}\| one\n {2}\| two\n {2}- three\n {2}\+ four\n {2}s, p, a/,
  );
  const fresh = { ...write, requests: [{ tool: "write", effect: "write" as const, subject: join(folder, "new.ts"), inside: false }] };
  const { screen } = await answered(fresh, "y\n", 200);
  assert.match(screen, /wants to write a file outside this folder:\n[^]*New file, 3 lines, 13 bytes:\n {2}\+ one\n/);
});

test("shows the start of a long change, and all of it on request", async () => {
  const content = Array.from({ length: 60 }, (_, at) => `line ${at}\n`).join("");
  const requests: Question["requests"] = [{ tool: "write", effect: "write", subject: "/nowhere/at/all", inside: true }];
  const { stdin, ask, shows, screen } = openTerminal();
  const answer = ask({ ...COMMAND, tool: "write", input: { path: "all", content }, requests }, NEVER);
  await shows("a reason to deny; v to view all: ");
  assert.ok(!screen().includes("line 24"));
  assert.match(screen(), /… 36 more lines: type v to view all/);
  stdin.write("v\n");
  await shows("a (always), n,\nor a reason to deny: ");
  assert.ok(screen().includes("  + line 59\n"));
  stdin.write("y\n");
  assert.deepEqual(await answer, { kind: "once" });
});

test("shows all arguments of an unknown tool", async () => {
  const requests: Question["requests"] = [{ tool: "deploy", effect: "network", subject: "https://example.org/" }];
  const { screen } = await answered({ ...COMMAND, tool: "deploy", input: { to: "staging", force: true }, requests }, "n\n");
  assert.match(
    screen,
    /\? deploy wants to access the network:\n {2}\| https:\/\/example\.org\/\n {2}Arguments:\n {2}\| to: "staging"\n {2}\| force: true\n/,
  );
});
