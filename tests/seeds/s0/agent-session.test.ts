// S0, parts 4 and 5: the agent session's surface.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ClosedError,
  fixedModels,
  MissingApiKeyError,
  type Model,
  type Models,
  scriptedModel,
  SessionNotFoundError,
  textOf,
} from "coxswain";
import { AgentSession, type AgentSessionEvent } from "coxswain/facades";
import { THINKING_LEVELS } from "coxswain/providers";
import { clear, history } from "coxswain/session";
import { openSession, type Stage, summarising, SUMMARY, transcript } from "../scene.ts";

const other = scriptedModel(["from the other"], { info: { reference: "scripted/other", id: "other" } });

/** Models of which one has no key. */
const models = (scripted: Model): Models => {
  const known = fixedModels(scripted, other, scriptedModel([], { info: { reference: "locked/model", provider: "locked", id: "model" } }));
  return {
    async get(reference) {
      if (reference.startsWith("locked/")) throw new MissingApiKeyError("Locked", "Set LOCKED_API_KEY.");
      return known.get(reference);
    },
    list: async () => (await known.list()).map(({ info }) => ({ info, available: info.provider !== "locked" })),
  };
};

const openAgent = async (stage: Stage = {}) => {
  const opened = await openSession({ models, ...stage });
  const agent = { model: opened.model.info.reference };
  const session = new AgentSession(opened.session, { manager: opened.runtime, agent, registry: models(opened.model), cwd: "/" });
  return { ...opened, session, first: opened.session };
};

/** The types of what it tells, once it is closed. */
const told = async (events: AsyncIterable<AgentSessionEvent>): Promise<string[]> => (await Array.fromAsync(events)).map(({ type }) => type);

test("S0-34, S0-40: it has a manager, an agent, a registry and a folder, and a prompt is told and answered", async () => {
  await using scene = await openAgent({ script: ["Ahoy."] });
  const outcome = await scene.session.prompt("Hello");
  assert.ok(outcome?.kind === "done" && textOf(outcome.reply) === "Ahoy.");
});

test("S0-35, S0-37: a prompt may bring images, say who wrote it, and be told as it is", async () => {
  await using scene = await openAgent({ script: ["one"] });
  const image = { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" } as const;
  await scene.session.prompt("/skill:none", { images: [image], source: "extension", expandTemplates: false });
  const [said] = history(scene.first);
  assert.deepEqual(said?.message, { role: "user", content: [{ type: "text", text: "/skill:none" }, image], source: "extension" });
});

test("S0-35: a name that no skill has is refused where templates are expanded", async () => {
  await using scene = await openAgent({ resources: async () => ({ skills: [], templates: [], agents: [], warnings: [] }) });
  const outcome = await scene.session.prompt("/skill:none");
  assert.equal(outcome?.kind === "failed" && outcome.error.code, "unknown_skill");
});

test("S0-36: a prompt while a run goes on steers it or follows it, and is refused where it says neither", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openAgent({ script: [{ text: "one", hold: hold.promise }, "two", "three"] });
  const { session } = scene;
  const first = session.prompt("go");
  assert.equal(await session.prompt("afterwards", { streamingBehavior: "followUp" }), null);
  assert.equal(await session.prompt("now", { streamingBehavior: "steer" }), null);
  const refused = await session.prompt("neither");
  assert.equal(refused?.kind === "failed" && refused.error.code, "session_busy");
  hold.resolve();
  await first;
  assert.deepEqual(
    transcript(scene.first).filter((line) => line.startsWith("user")),
    ["user: go", "user: now", "user: afterwards"],
  );
});

test("S0-41, S0-42, S0-43: steer and follow-up wait for the live run, and abort ends it", async () => {
  await using scene = await openAgent({ script: [{ text: "one", hold: new Promise(() => {}) }] });
  const { session } = scene;
  const going = session.prompt("go");
  assert.deepEqual([session.steer("now"), session.followUp("then")], ["queued", "queued"]);
  session.abort();
  assert.equal((await going)?.kind, "aborted");
  assert.deepEqual([session.steer("now"), session.followUp("then")], ["settled", "settled"]);
});

test("S0-40: a prompt's signal aborts the run that it began", async () => {
  await using scene = await openAgent({ script: [{ text: "one", hold: new Promise(() => {}) }] });
  const aborting = new AbortController();
  const going = scene.session.prompt("go", { signal: aborting.signal });
  aborting.abort();
  assert.equal((await going)?.kind, "aborted");
});

test("S0-44, S0-04: another model answers, and one without a key is refused and leaves the one that there was", async () => {
  await using scene = await openAgent({ script: ["from the first"] });
  await assert.rejects(scene.session.setModel("locked", "model"), MissingApiKeyError);
  assert.equal(scene.session.state.model, "scripted/scripted");
  await scene.session.setModel("scripted", "other");
  const outcome = await scene.session.prompt("go");
  assert.ok(outcome?.kind === "done" && textOf(outcome.reply) === "from the other");
});

test("S0-45: cycling goes to the next model that has a key, both ways and around the end", async () => {
  await using scene = await openAgent();
  const at: (string | undefined)[] = [];
  for (const direction of ["forward", "forward", "backward"] as const) at.push((await scene.session.cycleModel(direction))?.reference);
  assert.deepEqual(at, ["scripted/other", "scripted/scripted", "scripted/other"]);
});

test("S0-46: thinking has six levels, and the one that is set is asked for", async () => {
  await using scene = await openAgent({ script: ["one"] });
  assert.deepEqual(THINKING_LEVELS, ["off", "minimal", "low", "medium", "high", "xhigh"]);
  await scene.session.setThinkingLevel("high");
  await scene.session.prompt("go");
  assert.equal(scene.model.requests[0]?.thinking, "high");
});

test("S0-47, S0-53, S0-83: compacting says the first entry that stays and the summary, and heeds what it is told", async () => {
  await using scene = await openAgent({ script: summarising(["One.", "Two."]) });
  for (const text of ["First", "Second"]) await scene.session.prompt(text);
  const { firstKept, summary } = await scene.session.compact("Keep the numbers.");
  assert.equal(summary.startsWith(SUMMARY), true);
  assert.ok(history(scene.first).some(({ id }) => id === firstKept));
  assert.ok(scene.model.requests.some(({ messages }) => JSON.stringify(messages).includes("Keep the numbers.")));
});

test("S0-48: a new session begins with nothing said, knows its parent, and has the model that there was", async () => {
  await using scene = await openAgent({ script: ["one"] });
  await scene.session.prompt("go");
  await scene.session.setModel("scripted", "other");
  await scene.session.newSession(scene.first.id);
  const { state } = scene.session;
  assert.deepEqual([state.messages, state.model, state.parent?.session], [0, "scripted/other", scene.first.id]);
});

test("S0-49: another session is gone on with as it was, and one that is not there leaves the one that there is", async () => {
  await using scene = await openAgent({ script: ["one"] });
  await scene.session.prompt("go");
  await scene.session.newSession();
  await assert.rejects(scene.session.switchSession("nowhere"), SessionNotFoundError);
  assert.equal(scene.session.state.messages, 0);
  await scene.session.switchSession(scene.first.id);
  assert.deepEqual(transcript(scene.session.session), ["user: go", "assistant: one"]);
});

test("S0-50: a fork goes on from an earlier entry, in a session of its own", async () => {
  await using scene = await openAgent({ script: ["one", "two", "three"] });
  await scene.session.prompt("go");
  const { leaf } = scene.session.state;
  await scene.session.prompt("on");
  await scene.session.fork(leaf ?? assert.fail());
  assert.notEqual(scene.session.state.id, scene.first.id);
  assert.deepEqual(transcript(scene.session.session), ["user: go", "assistant: one"]);
  assert.equal((await scene.session.prompt("elsewhere"))?.kind, "done");
});

test("S0-51: the state says what runs, which model answers, what waits and what was used", async () => {
  await using scene = await openAgent({ script: [{ text: "one", usage: { input: 7, output: 2 } }] });
  const going = scene.session.prompt("go");
  assert.equal(scene.session.state.status, "running");
  await going;
  const { status, model, thinking, usage, queue } = scene.session.state;
  assert.deepEqual([status, model, thinking, usage.total.input], ["idle", "scripted/scripted", "off", 7]);
  assert.deepEqual(queue, { steering: [], followUps: [], prompts: [] });
});

test("S0-52, S0-02: closing ends what runs, and what comes afterwards is refused", async () => {
  await using scene = await openAgent({ script: [{ text: "one", hold: new Promise(() => {}) }] });
  const going = scene.session.prompt("go");
  await scene.session.close();
  assert.equal((await going)?.kind, "aborted");
  const refused = await scene.session.prompt("more");
  assert.equal(refused?.kind === "failed" && refused.error.code, "closed");
  await assert.rejects(clear(scene.first), ClosedError);
  await scene.session.close();
});

test("S0-08: a reader goes on from session to session, until the last is closed", async () => {
  await using scene = await openAgent({ script: ["one", "two"] });
  const reading = told(scene.session.events);
  await scene.session.prompt("go");
  await scene.session.newSession();
  await scene.session.prompt("on");
  await scene.session.close();
  const types = await reading;
  assert.equal(types.filter((type) => type === "run_end").length, 2);
  assert.equal(types.filter((type) => type === "session_close").length, 2);
});
