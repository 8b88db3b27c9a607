import assert from "node:assert/strict";
import { test } from "node:test";
import { textOf } from "../model/index.ts";
import { openScene } from "../runtime/runtime.fixture.ts";
import { exportMarkdown } from "../transfer/index.ts";
import { todoTool } from "../tools/index.ts";
import { clear } from "./operations.ts";
import { compactingScene } from "../runtime/compaction.fixture.ts";
import { reopen, storeCutAt } from "../runtime/crash.fixture.ts";

const list = (...steps: readonly string[]) => ({
  items: steps.map((content, at) => ({ content, status: at === 0 ? "in_progress" : "pending" })),
});
const writesList = (...steps: readonly string[]) => ({ calls: [{ name: "todo", input: list(...steps) }] });
const tools = [todoTool()];

test("the model's to-do list is part of the session's state and survives a reopen and a fork", async () => {
  await using scene = await openScene({ script: [writesList("a", "b"), "Begun."], tools });
  await scene.session.prompt("Do it.").outcome;
  assert.deepEqual(scene.session.state.todos, list("a", "b").items);

  await using later = await reopen(await storeCutAt(scene.store, scene.session.id), scene.session.id);
  assert.deepEqual(later.session.state.todos, list("a", "b").items);
  const fork = await scene.session.fork();
  assert.deepEqual(fork.state.todos, list("a", "b").items);
});

test("moving the leaf restores the list of that entry, and a clear empties it", async () => {
  await using scene = await openScene({ script: [writesList("a"), "One.", writesList("b", "c"), "Two."], tools });
  const { session } = scene;
  await session.prompt("One.").outcome;
  const { leaf } = session.state;
  await session.prompt("Two.").outcome;
  assert.deepEqual(session.state.todos, list("b", "c").items);
  await session.fork(leaf, { into: "here" });
  assert.deepEqual(session.state.todos, list("a").items);
  await clear(session);
  assert.deepEqual(session.state.todos, []);
});

test("decision 7: a compaction preserves the list word for word for the model and for a reopened session", async () => {
  await using scene = await compactingScene({ tools, replies: [writesList("Patch the sails", "Weigh anchor"), "a", "b", "c"] });
  const { session } = scene;
  for (const words of ["Begin", "on", "on", "on"]) await session.prompt(words).outcome;
  await session.compact();
  await session.prompt("Continue.").outcome;
  const sent = scene.requests().at(-1)?.messages.map(textOf).join("\n") ?? "";
  assert.ok(sent.includes("- in_progress: Patch the sails\n- pending: Weigh anchor"));

  await using later = await reopen(await storeCutAt(scene.store, session.id), session.id, { tools });
  assert.deepEqual(later.session.state.todos, list("Patch the sails", "Weigh anchor").items);
});

test("an export shows the list at each change", async () => {
  await using scene = await openScene({ script: [writesList("Patch the sails"), "Begun."], tools });
  await scene.session.prompt("Do it.").outcome;
  const file = await scene.store.open(scene.session.id);
  const page = (await Array.fromAsync(exportMarkdown({ header: file.header, read: () => file.read() }))).join("");
  assert.match(page, /Patch the sails/);
});
