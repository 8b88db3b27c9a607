import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { fixedModels, scriptedModel } from "../model/index.ts";
import { allowAll } from "../policy/index.ts";
import { createRuntime } from "../runtime/index.ts";
import { openScene } from "../runtime/runtime.fixture.ts";
import { jsonlStore } from "../store/index.ts";

const LONG = "x".repeat(7_000);
const PROMPTS = Array.from({ length: 16 }, (_, at) => `prompt ${at}.`);

/** Writes a session that was never compacted, and opens it with its last turns. */
const openLong = async (t: TestContext, change: (text: string) => string = (text) => text) => {
  const directory = mkdtempSync(join(tmpdir(), "coxswain-recent-"));
  t.after(() => rmSync(directory, { recursive: true }));
  const store = jsonlStore({ directory });
  let id: string;
  {
    await using scene = await openScene({ store, script: PROMPTS.map(() => LONG) });
    id = scene.session.id;
    for (const prompt of PROMPTS) await scene.session.prompt(prompt).outcome;
  }
  const name = readdirSync(directory, { recursive: true, encoding: "utf8" }).find((file) => file.endsWith(`${id}.jsonl`)) ?? "";
  const path = join(directory, name);
  writeFileSync(path, change(readFileSync(path, "utf8")));
  const model = scriptedModel(["well", "done"]);
  const runtime = createRuntime({ store, models: fixedModels(model), policy: allowAll() });
  const session = await runtime.open(id, { recent: true });
  return { runtime, session, model, [Symbol.asyncDispose]: () => runtime.close() };
};

test("a long session opens with its last turns, and its state is that of the whole session", async (t) => {
  await using scene = await openLong(t);
  const { session } = scene;
  const text = JSON.stringify(session.entries);
  assert.ok(text.includes("prompt 15.") && text.includes("prompt 14.") && !text.includes("prompt 0."));
  const { state } = session;
  await scene.runtime.open(session.id);
  assert.deepEqual(session.state, state);
  assert.ok(JSON.stringify(session.entries).includes("prompt 0."));
});

test("the first request contains the whole conversation", async (t) => {
  await using scene = await openLong(t);
  const run = scene.session.prompt("and now?");
  assert.equal((await run.outcome).kind, "done");
  const request = JSON.stringify(scene.model.requests.at(-1));
  for (const prompt of [...PROMPTS, "and now?"]) assert.ok(request.includes(prompt), prompt);
});

test("a compaction between runs summarizes the whole conversation", async (t) => {
  await using scene = await openLong(t);
  await scene.session.compact().catch(() => undefined); // the scripted summary may be refused
  assert.ok(JSON.stringify(scene.model.requests[0]).includes("prompt 0."));
});

test("a caller that opens the session without the option gets all of its entries", async (t) => {
  await using scene = await openLong(t);
  const same = await scene.runtime.open(scene.session.id);
  assert.equal(same, scene.session);
  assert.ok(JSON.stringify(same.entries).includes("prompt 0."));
});

test("damage in the part that was not read is a warning when it is read, and the rest is sent", async (t) => {
  await using scene = await openLong(t, (text) => text.replace(`"prompt 3."`, `"prompt 3. `));
  const { session, model } = scene;
  assert.deepEqual(session.damage, []);
  const warnings: string[] = [];
  const events = session.events({ types: ["warning"] });
  const read = (async () => {
    for await (const { message } of events) warnings.push(message);
  })();
  await session.prompt("and now?").outcome;
  assert.ok(session.damage.length > 0);
  const request = JSON.stringify(model.requests.at(-1));
  assert.ok(request.includes("prompt 2.") && !request.includes("prompt 3.") && request.includes("prompt 4."));
  await session.close();
  await read;
  assert.match(warnings[0] ?? "", /log is damaged; using the readable entries/);
});
