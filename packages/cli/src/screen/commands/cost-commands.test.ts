import assert from "node:assert/strict";
import { test } from "node:test";
import { openScreen, type ScreenScene } from "../screen.fixture.ts";
import { enter, shownLines } from "./enter.fixture.ts";

test("/clear, /name and /budget change the session, and the transcript shows it", async () => {
  await using scene = await openScreen({ script: ["One."], before: ["first"] });
  enter(scene, "/clear");
  await scene.terminal.seen("Conversation cleared");
  enter(scene, "/name My work");
  await scene.terminal.seen("Title: My work");
  enter(scene, "/budget 2.50");
  await scene.terminal.seen("Budget: $2.5");
  enter(scene, "/cost");
  await scene.terminal.seen("Budget: unknown of $2.50 spent");
  assert.equal(scene.session.state.title, "My work");
});

test("/cost shows an amount, or that the price is unknown", async () => {
  const lastOf = async (info: ScreenScene["info"]) => {
    await using scene = await openScreen({ script: ["One."], before: ["first"], ...(info === undefined ? {} : { info }) });
    enter(scene, "/cost");
    await scene.terminal.seen("total");
    return (await shownLines(scene)).find((line) => line.startsWith("total"))?.trim();
  };
  assert.match((await lastOf(undefined)) ?? "", / unknown$/);
  assert.match((await lastOf({ price: { input: 0, output: 0 } })) ?? "", / \$0$/);
});

test("/budget rejects anything that is not an amount", async () => {
  await using scene = await openScreen();
  enter(scene, "/budget much");
  await scene.terminal.seen("! the budget must be an amount in USD such as 2.50, not much");
});

test("/cost shows the tokens of each model", async () => {
  const usage = { input: 1200, cacheRead: 300, cacheWrite: 0, output: 40, reasoning: 0 };
  const info = { price: { input: 1000, output: 1000, cacheRead: 1000 } };
  await using scene = await openScreen({ script: [{ text: "One.", usage }], info, before: ["first"] });
  enter(scene, "/cost");
  await scene.terminal.seen("Budget: none");
  assert.ok((await shownLines(scene)).some((line) => /^scripted\/\S+ +1 +1\.5k +300 +40 +\$1\.54$/.test(line)));
});
