import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import type { UserQuestion } from "coxswain/tools";
import { Output } from "../output/index.ts";
import { askQuestion, terminalAsker } from "./index.ts";

/** Opens a terminal with simulated input. */
const openTerminal = () => {
  const stdin = new PassThrough();
  const signals = new EventEmitter();
  const screen = new PassThrough().setEncoding("utf8");
  const stderr = new Output(() => screen);
  let text = "";
  screen.on("data", (piece: string) => (text += piece));
  return {
    stdin,
    signals,
    asker: terminalAsker({ stdin: stdin as unknown as NodeJS.ReadStream, stderr, signals: signals as unknown as NodeJS.Process }),
    /** Resolves when the screen contains this text. */
    shows: async (part: string): Promise<void> => {
      while (!text.includes(part)) await once(screen, "data");
    },
    screen: () => text,
  };
};

const NEVER = new AbortController().signal;
const WHICH: UserQuestion = {
  question: "Which one?",
  options: [
    { label: "The first", description: "It is there." },
    { label: "The second", description: "" },
  ],
};

test("accepts a number, free text or no answer, and several numbers where they are asked for", async () => {
  const { stdin, asker, shows } = openTerminal();
  const ask = askQuestion(asker);
  for (const [typed, answer, several = answer] of [
    ["2\n", ["The second"]],
    [" 1 \r\n", ["The first"]],
    ["3\n", ["3"]],
    ["01\n", ["01"]],
    ["1,2\n", ["1,2"], ["The first", "The second"]],
    [" 2 , 1, 2\n", ["2 , 1, 2"], ["The second", "The first"]],
    ["1, 3\n", ["1, 3"]],
    ["1, and a third\n", ["1, and a third"]],
    [",\n", [","]],
    ["neither of them\n", ["neither of them"]],
    ["\n", []],
    ["up\u001b[A\n", ["up"]],
    ["\u001b[200~one\r\n\r\n  two\u001b[201~\n", ["one\n\ntwo"]],
  ] as const) {
    for (const multiple of [false, true]) {
      const title = `Which, ${JSON.stringify([typed, multiple])}?`;
      const question = ask({ ...WHICH, question: title, ...(multiple ? { multiple } : {}) }, NEVER);
      await shows(title);
      stdin.write(typed);
      assert.deepEqual(await question, multiple ? several : answer);
    }
  }
});

test("T9: shows a model's question on its own lines, escaped for the terminal", async () => {
  const { stdin, asker, shows, screen } = openTerminal();
  const answer = askQuestion(asker)(
    { question: "Wh\u001b[2Jich\none?", options: [{ label: "a\u0007", description: "b\r" }, ...WHICH.options] },
    NEVER,
  );
  await shows("Enter to skip: ");
  stdin.write("\n");
  await answer;
  assert.equal(
    screen(),
    "\n? Wh\\x1b[2Jich one?\n  1. a\\x07 - b\\x0d\n  2. The first - It is there.\n  3. The second\nAnswer 1-3, or type your own; Enter to skip: ",
  );
});

test("opens one question at a time and accepts one answer for each", async () => {
  const { stdin, asker, shows, screen } = openTerminal();
  const first = asker.ask("One? ", NEVER);
  const second = asker.ask("Two? ", NEVER);
  await shows("One? ");
  stdin.write("a\n");
  assert.equal(await first, "a");
  await shows("Two? ");
  assert.equal(screen(), "One? Two? ");
  stdin.write("c\n");
  assert.equal(await second, "c");
});

test("discards input typed before a question", async () => {
  const { stdin, asker, shows } = openTerminal();
  stdin.write("yes\n");
  const answer = asker.ask("Delete it? ", NEVER);
  await shows("Delete it? ");
  stdin.write("no\n");
  assert.equal(await answer, "no");
});

test("takes pasted lines as one answer, not as answers to later questions", async () => {
  const { stdin, asker, shows, screen } = openTerminal();
  const first = asker.ask("One? ", NEVER);
  const second = asker.ask("Two? ", NEVER);
  await shows("One? ");
  stdin.write("a\n");
  stdin.write("b\n");
  assert.equal(await first, "a\nb");
  await shows("Two? ");
  assert.equal(screen(), "One? Two? ");
  stdin.write("c\n");
  assert.equal(await second, "c");
});

test("shows an open question again after a resume from a stop, and a closed one not", async () => {
  const { stdin, asker, shows, screen, signals } = openTerminal();
  const answer = asker.ask("One? ", NEVER);
  await shows("One? ");
  signals.emit("SIGCONT");
  stdin.write("a\n");
  assert.equal(await answer, "a");
  signals.emit("SIGCONT");
  assert.equal(screen(), "One? One? ");
});

test("withdraws open and queued questions on abort and releases the terminal", async () => {
  const { stdin, asker, shows, screen } = openTerminal();
  const aborting = new AbortController();
  const first = asker.ask("One? ", aborting.signal);
  const second = asker.ask("Two? ", aborting.signal);
  await shows("One? ");
  aborting.abort();
  assert.deepEqual(await Promise.all([first, second]), [undefined, undefined]);
  assert.equal(screen(), "One? \n");
  assert.equal(stdin.listenerCount("data"), 0);
  assert.ok(stdin.isPaused());
});

test("returns no answer once the input has ended", async () => {
  const { stdin, asker, shows } = openTerminal();
  const first = asker.ask("One? ", NEVER);
  await shows("One? ");
  stdin.end();
  assert.equal(await first, undefined);
  assert.equal(await asker.ask("Two? ", NEVER), undefined);
});
