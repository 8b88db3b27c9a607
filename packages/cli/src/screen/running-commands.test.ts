import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { defineTool } from "coxswain";
import { nodeWorkspace } from "coxswain/tools";
import { openScreen, type ScreenScene } from "./screen.fixture.ts";
import { steppedModel } from "./stepped-model.fixture.ts";

const ENTER = "\r";

/** A screen on which a command of the user runs until `end`. */
const withCommand = async (t: TestContext, scene: ScreenScene) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cox-screen-")));
  const workspace = nodeWorkspace({ root: folder, spill: { folder: join(folder, "spill") } });
  t.after(async () => {
    await workspace.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const opened = await openScreen({
    ...scene,
    workspace,
    cwd: folder,
    async submit(text) {
      if (text.startsWith("!")) await opened.session.shell(text);
      else opened.session.prompt(text);
      return undefined;
    },
  });
  const { terminal } = opened;
  const send = (text: string): void => {
    terminal.type(text);
    terminal.press(ENTER);
  };
  return {
    opened,
    send,
    begin: async (): Promise<void> => {
      send("!until [ -e go ]; do sleep 0.01; done; echo finished");
      await terminal.seen("Esc stops it");
    },
    end: async (): Promise<void> => {
      writeFileSync(join(folder, "go"), "");
      while ((await terminal.screen()).some((row) => row.includes("Esc stops it")))
        await new Promise((resolve) => void setImmediate(resolve));
    },
  };
};

const positions = (rows: readonly string[], ...texts: readonly string[]): readonly number[] =>
  texts.map((text) => rows.findIndex((row) => row.includes(text)));

test("the conversation is printed while a command of the user runs, and the command at its end", async (t) => {
  const numbers = Array.from({ length: 30 }, (_, at) => `number ${at}.`);
  const { opened, send, begin, end } = await withCommand(t, { script: [numbers.join("\n\n"), "Later."] });
  await using _ = opened;
  await begin();
  send("Count.");
  await opened.terminal.seen("1 turn");
  const during = await opened.terminal.lines();
  for (const number of numbers) assert.equal(during.filter((row) => row === number).length, 1, number);
  await end();
  const rows = await opened.terminal.lines();
  const found = positions(rows, "> Count.", "number 29.", "1 turn", "$ until", "  finished");
  assert.ok(!found.includes(-1), rows.join("\n"));
  assert.deepEqual(
    found,
    found.toSorted((a, b) => a - b),
  );
});

test("an answer that streams is printed once, whatever command of the user runs and ends meanwhile", async (t) => {
  const model = steppedModel();
  const { opened, send, begin, end } = await withCommand(t, { model });
  await using _ = opened;
  send("Go.");
  model.write("The first line.\n\nThe second ");
  await opened.terminal.seen("The second");
  await begin();
  model.write("line.\n\nThe third ");
  await opened.terminal.seen("The third");
  await end();
  model.write("line.");
  model.end();
  await opened.terminal.seen("1 turn");
  const rows = await opened.terminal.lines();
  for (const row of ["The first line.", "The second line.", "The third line.", "  finished"])
    assert.equal(rows.filter((one) => one === row).length, 1, row);
  const found = positions(rows, "The third line.", "  finished");
  assert.ok((found[0] ?? 0) < (found[1] ?? 0));
});

test("the row of a running command has its name and what stops it, beside a run too", async (t) => {
  const { opened, send, begin, end } = await withCommand(t, { model: steppedModel() });
  await using _ = opened;
  await begin();
  const rowOf = async (text: string): Promise<string> => (await opened.terminal.screen()).find((row) => row.includes(text)) ?? "";
  assert.match(await rowOf("Esc stops it"), /^. \$ until \[ -e go \]; do .* \d+\.\d s · Esc stops it$/);
  send("Go.");
  await opened.terminal.seen("Waiting for the model");
  assert.doesNotMatch(await rowOf("Waiting for the model"), /Esc/);
  assert.match(await rowOf("Esc stops it"), /\$ until/);
  await end();
  assert.match(await rowOf("Waiting for the model"), /Esc interrupts/);
});

test("a command of the user that ends during a call is printed before it", async (t) => {
  const hold = Promise.withResolvers<void>();
  const wait = defineTool({
    name: "wait",
    description: "Waits.",
    inputSchema: { type: "object" },
    effect: "read",
    async execute() {
      await hold.promise;
      return "waited";
    },
  });
  const { opened, send, begin, end } = await withCommand(t, { script: [{ calls: [{ name: "wait", input: {} }] }, "Done."], tools: [wait] });
  await using _ = opened;
  await begin();
  send("Go.");
  await opened.terminal.seen("● wait");
  await end();
  await opened.terminal.seen("  finished");
  hold.resolve();
  await opened.terminal.seen("2 turns");
  const found = positions(await opened.terminal.lines(), "> Go.", "  finished", "✓ wait", "Done.");
  assert.deepEqual(
    found,
    found.toSorted((a, b) => a - b),
  );
});
