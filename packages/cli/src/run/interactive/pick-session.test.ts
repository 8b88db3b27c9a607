import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createRuntime, fixedModels, jsonlStore, scriptedModel } from "coxswain";
import { lineTerminal } from "../../screen/plain/typed-terminal.fixture.ts";
import { colorlessTheme, DialogScreen, PlainDialogScreen, processTimer } from "../../screen/index.ts";
import { testTerminal } from "../../screen/terminal/test-terminal.fixture.ts";
import { outputTo } from "./output-to.ts";
import { pickSession } from "./pick-session.ts";

/** A home with two sessions in one folder: the later one is `Write the docs`. */
const openHome = async () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "cox-pick-")));
  const usage = { input: 1000 };
  const replies = ["It is small.", "It is long."].map((text) => ({ text, usage }));
  const model = scriptedModel(replies, { info: { price: { input: 10, output: 10 } } });
  await using runtime = createRuntime({
    store: jsonlStore({ directory: join(home, "data", "sessions") }),
    models: fixedModels(model),
  });
  const ids: string[] = [];
  for (const prompt of ["Fix the tests", "Write the docs"]) {
    const session = await runtime.create({ model: model.info.reference, cwd: home });
    await session.prompt(prompt).outcome;
    await session.close();
    ids.push(session.id);
  }
  const context = { env: { COX_HOME: home }, cwd: home, stderr: outputTo(() => {}, { columns: () => 80, isTerminal: true }) };
  return { ids, context, [Symbol.dispose]: () => rmSync(home, { recursive: true }) };
};

test("a bare -r shows cost, time, state and the last answer, and finds a session by its prompt", async () => {
  using home = await openHome();
  const terminal = testTerminal(80, 24);
  const chosen = pickSession(() => new DialogScreen({ terminal, timer: processTimer, theme: colorlessTheme }), home.context);
  await terminal.seen("Write the docs");
  await terminal.seen("| It is long.");
  const text = (await terminal.screen()).join("\n");
  assert.match(text, /Write the docs +\$0\.0100 · \d{4}-\d\d-\d\d/);
  assert.match(text, /\| done · 2 messages/);
  terminal.type("fix");
  await terminal.seen("| It is small.");
  terminal.press("\r");
  assert.equal(await chosen, home.ids[0]);
  assert.equal(terminal.isOpen, false);
});

test("plain: a bare -r shows the state on demand, and opens by number", async () => {
  using home = await openHome();
  const terminal = lineTerminal();
  const chosen = pickSession(
    () => new PlainDialogScreen({ terminal, readHidden: async () => undefined, readTyped: async () => undefined }),
    home.context,
  );
  await terminal.seen("2: Fix the tests");
  await terminal.seen("Enter for none: ");
  terminal.type("show 2");
  await terminal.seen("done · 2 messages\n> Fix the tests\nIt is small.");
  await terminal.seen("Enter for none: ");
  terminal.type("2");
  assert.equal(await chosen, home.ids[0]);
});
