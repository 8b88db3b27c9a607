import assert from "node:assert/strict";
import { test } from "node:test";
import { LogWriteError, memoryStore, SessionInUseError, SessionNotFoundError, type Store } from "../log/index.ts";
import { maxMessages, textResult } from "../loop/index.ts";
import { fixedModels, type Models, type ScriptedModel, scriptedModel, UnknownModelError } from "../model/index.ts";
import { allowAll } from "../policy/index.ts";
import { ClosedError, type Event } from "../journal/index.ts";
import { history, SessionBusyError } from "../session/index.ts";
import { faultyStore } from "../testing/index.ts";
import { createRuntime } from "./create-runtime.ts";
import { followSession } from "./follow-session.ts";
import { readSession } from "./read-session.ts";
import type { RuntimeOptions } from "./runtime-options.ts";
import { messagesOf, openScene, callSay, sayTool, transcript } from "./runtime.fixture.ts";

/** Opens a scene whose first response waits until it is released. */
const heldScene = async () => {
  const hold = Promise.withResolvers<void>();
  const scene = await openScene({ script: [{ text: "one", hold: hold.promise }, "two", "three"] });
  return { ...scene, release: () => hold.resolve() };
};

test("S0-02, S0-49: every caller that opens a session receives the same object, also concurrently", async () => {
  await using scene = await openScene();
  const { runtime, session } = scene;
  assert.deepEqual(await Promise.all([runtime.open(session.id), runtime.open(session.id)]), [session, session]);
});

test("opened returns a session that is open, and does not open one that is closed or closing", async () => {
  await using scene = await openScene();
  const { runtime, session } = scene;
  assert.equal(runtime.opened(session.id), session);
  assert.equal(runtime.opened("nowhere"), undefined);
  await session.append({ type: "note" });
  const closing = session.close();
  assert.equal(runtime.opened(session.id), undefined);
  await closing;
  assert.equal(runtime.opened(session.id), undefined);
  const again = await runtime.open(session.id);
  assert.equal(runtime.opened(session.id), again);
});

test("open rejects a missing session", async () => {
  await using scene = await openScene();
  await assert.rejects(scene.runtime.open("nowhere"), SessionNotFoundError);
});

test("create rejects a missing model", async () => {
  await using scene = await openScene();
  await assert.rejects(scene.runtime.create({ model: "no/such", cwd: "/" }), UnknownModelError);
});

test("stores nothing for a session without facts", async () => {
  await using scene = await openScene();
  await scene.session.close();
  assert.deepEqual(await Array.fromAsync(scene.runtime.list()), []);
});

test("S4-41: a runtime needs neither a store nor a policy; every option has a default", async () => {
  // Checked by the type: a required option would not compile.
  const options: RuntimeOptions = {};
  await using empty = createRuntime(options);
  assert.deepEqual(await Array.fromAsync(empty.list()), []);
  await using runtime = createRuntime({ models: fixedModels(scriptedModel(["one"])) });
  const session = await runtime.create({ model: "scripted/scripted" });
  assert.equal((await session.prompt("a").outcome).kind, "done");
});

test("S4-41: without a policy, every call that needs permission is denied", async () => {
  const ran: string[] = [];
  const tool = sayTool({
    needs: ({ text }) => [{ tool: "say", effect: "execute", subject: text }],
    run: async ({ text }) => {
      ran.push(text);
      return textResult(text);
    },
  });
  const options = { store: memoryStore(), models: fixedModels(scriptedModel([callSay("x"), "done"])), tools: [tool] };
  await using runtime = createRuntime(options);
  const session = await runtime.create({ model: "scripted/scripted" });
  await session.prompt("go").outcome;
  assert.deepEqual(ran, []);
});

test("S4-45: tools receive the session's folder, which defaults to the process's", async () => {
  const folders: string[] = [];
  const tool = sayTool({
    run: async (_, { cwd }) => {
      folders.push(cwd);
      return textResult("ok");
    },
  });
  for (const cwd of ["/usr", "", undefined]) {
    const model = scriptedModel([callSay("x"), "done"]);
    await using runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), tools: [tool], policy: allowAll() });
    const session = await runtime.create({ model: "scripted/scripted", ...(cwd === undefined ? {} : { cwd }) });
    await session.prompt("go").outcome;
  }
  assert.deepEqual(folders, ["/usr", process.cwd(), process.cwd()]);
});

test("S4-46: facts and events carry the time of the runtime's clock", async () => {
  let time = 5_000;
  await using scene = await openScene({ script: ["one"], now: () => (time += 10) });
  const events: Event[] = [];
  for await (const event of scene.session.prompt("a")) events.push(event);
  const times = [...scene.session.entries, ...events].map(({ at }) => at);
  assert.ok(times.length > 5 && times.every((at) => at > 5_000 && at <= time && at % 10 === 0));
});

test("S0-78, S0-77, S0-02: a session that is opened again has its previous state and history, and continues", async () => {
  const store = memoryStore();
  await using scene = await openScene({ store, script: [callSay("a"), "one"], tools: [sayTool()], thinking: "low" });
  await scene.session.prompt("first").outcome;
  await scene.session.set({ thinking: "high", title: "Named" });
  const { status: _, ...before } = scene.session.state;
  await scene.session.close();
  await using later = await openScene({ store, script: ["two"] });
  const again = await later.runtime.open(scene.session.id);
  const { status: __, ...after } = again.state;
  assert.deepEqual(after, before);
  await again.prompt("second").outcome;
  assert.deepEqual(transcript(again), [
    "user: first",
    'assistant: [say {"text":"a"}]',
    "tool: a",
    "assistant: one",
    "user: second",
    "assistant: two",
  ]);
  assert.equal(later.model.requests[0]?.thinking, "high");
});

test("S0-01, S0-09: a session's log contains its whole state, with every store", async () => {
  await using scene = await openScene({ script: ["one"], instructions: "Be kind.", maxTurns: 7 });
  await scene.session.prompt("a").outcome;
  const [setup] = scene.session.entries;
  assert.deepEqual(setup, {
    seq: 0,
    id: setup?.id,
    parent: null,
    at: setup?.at,
    type: "setup",
    setup: { model: "scripted/scripted", instructions: "Be kind.", maxTurns: 7 },
  });
  assert.ok(scene.model.requests[0]?.system.join("\n").includes("Be kind."));
});

test("S4-09: sending to an idle session resolves with the outcome of its run", async () => {
  await using scene = await openScene({ script: ["one"] });
  const sent = await scene.runtime.send(scene.session.id, "a");
  assert.equal(sent.kind === "ended" && sent.outcome.kind, "done");
});

test("with `queue`, sending to a busy session resolves at once with the id of the message's run", async () => {
  await using scene = await heldScene();
  const first = scene.runtime.send(scene.session.id, "a");
  await scene.runtime.open(scene.session.id);
  const sent = await scene.runtime.send(scene.session.id, "b", { whenBusy: "queue" });
  assert.ok(sent.kind === "queued");
  assert.deepEqual(scene.session.state.queue.prompts, ["b"]);
  scene.release();
  await first;
  const last = await scene.runtime.send(scene.session.id, "c", { whenBusy: "wait" });
  assert.equal(last.kind === "ended" && last.outcome.kind, "done");
  const begun = scene.session.entries.flatMap((entry) => (entry.type === "run_start" ? [entry.run] : []));
  assert.equal(begun[1], sent.runId);
  assert.deepEqual(transcript(scene.session), ["user: a", "assistant: one", "user: b", "assistant: two", "user: c", "assistant: three"]);
});

test("S4-09: with `wait` sending resolves when its own run has ended", async () => {
  await using scene = await heldScene();
  const first = scene.session.prompt("a");
  const second = scene.runtime.send(scene.session.id, "b", { whenBusy: "wait" });
  scene.release();
  const sent = await second;
  const outcome = sent.kind === "ended" ? sent.outcome : undefined;
  assert.equal(outcome?.kind === "done" && outcome.reply.content[0]?.type === "text" && outcome.reply.content[0].text, "two");
  await first.outcome;
});

test("with `steer`, sending to a busy session joins the active run", async () => {
  await using scene = await heldScene();
  const run = scene.session.prompt("a");
  assert.deepEqual(await scene.runtime.send(scene.session.id, "b", { whenBusy: "steer" }), { kind: "joined", runId: run.id });
  scene.release();
  await run.outcome;
});

test("sending to a busy session throws by default, and with `reject`", async () => {
  await using scene = await heldScene();
  const run = scene.session.prompt("a");
  await assert.rejects(scene.runtime.send(scene.session.id, "b"), SessionBusyError);
  await assert.rejects(scene.runtime.send(scene.session.id, "b", { whenBusy: "reject" }), SessionBusyError);
  scene.release();
  await run.outcome;
});

test("removing a session closes it", async () => {
  await using scene = await openScene({ script: ["one"] });
  await scene.session.prompt("a").outcome;
  assert.equal(await scene.runtime.remove(scene.session.id), true);
  assert.equal(scene.session.state.status, "closed");
  await assert.rejects(scene.runtime.open(scene.session.id), SessionNotFoundError);
  assert.equal(await scene.runtime.remove(scene.session.id), false);
});

test("S4-16: a closed runtime rejects calls", async () => {
  const scene = await openScene();
  await scene.runtime.close();
  await scene.runtime.close();
  await assert.rejects(scene.runtime.open(scene.session.id), ClosedError);
  await assert.rejects(scene.runtime.create({ model: "scripted/scripted" }), ClosedError);
  await assert.rejects(scene.runtime.send(scene.session.id, "a"), ClosedError);
});

test("S1-23: a memory store of 98 messages retains the most recent 97, if the first of 98 would be a result without its call", async () => {
  const model = scriptedModel((_, turn) => (turn % 2 === 0 ? callSay(String(turn)) : "ok"));
  const store = memoryStore({ trim: maxMessages(98) });
  await using runtime = createRuntime({ store, models: fixedModels(model), tools: [sayTool()], policy: allowAll() });
  const session = await runtime.create({ model: model.info.reference, cwd: "/" });
  for (let n = 0; n < 40; n++) await session.prompt(`prompt ${n}`).outcome;
  const retained = messagesOf(session);
  assert.deepEqual([retained.length, retained[0]?.role], [97, "assistant"]);
  await session.close();
  assert.deepEqual(messagesOf(await runtime.open(session.id)), retained);
});

test("S3-42: a session's history can be read during a run", async () => {
  await using scene = await heldScene();
  const run = scene.session.prompt("a");
  for await (const event of run) {
    if (event.type === "turn_start") assert.equal(history(scene.session).length, 1);
    if (event.type === "part_end") scene.release();
  }
  assert.equal(history(scene.session).length, 2);
});

test("opening a session while it closes opens it again", async () => {
  await using scene = await openScene({ script: ["one", "two"] });
  await scene.session.prompt("a").outcome;
  const closed = scene.session.close();
  const again = await scene.runtime.open(scene.session.id);
  assert.notEqual(again, scene.session);
  assert.equal((await again.prompt("b").outcome).kind, "done");
  await closed;
});

test("a session that is created while the runtime closes does not stay open", async () => {
  const slow = Promise.withResolvers<void>();
  const models = (model: ScriptedModel): Models => {
    let asked = 0;
    return {
      ...fixedModels(model),
      async get() {
        if (asked++ > 0) await slow.promise;
        return model;
      },
    };
  };
  const scene = await openScene({ models });
  const creating = scene.runtime.create({ model: scene.model.info.reference, cwd: "/" });
  const closed = scene.runtime.close();
  slow.resolve();
  await assert.rejects(creating, ClosedError);
  await closed;
});

test("opening a session while it is removed reports that it does not exist", async () => {
  const inner = memoryStore();
  const removing = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const store: Store = {
    ...inner,
    async remove(id) {
      begun.resolve();
      await removing.promise;
      return inner.remove(id);
    },
  };
  await using scene = await openScene({ store, script: ["one"] });
  await scene.session.prompt("a").outcome;
  const removed = scene.runtime.remove(scene.session.id);
  await begun.promise;
  const again = assert.rejects(scene.runtime.open(scene.session.id), SessionNotFoundError);
  removing.resolve();
  assert.equal(await removed, true);
  await again;
});

test("L14, L16: a second runtime over one store can read a session that is open, but neither open nor remove it", async () => {
  const store = memoryStore();
  await using scene = await openScene({ store, script: ["one", "two"] });
  await using other = await openScene({ store });
  const { id } = scene.session;
  await scene.session.prompt("a").outcome;
  await assert.rejects(other.runtime.open(id), SessionInUseError);
  await assert.rejects(other.runtime.remove(id), SessionInUseError);
  const { header, state, entries, damage } = await readSession(store, id);
  const { status: _, queue: __, interrupted: ___, tasks: ____, jobs: _____, ...stored } = scene.session.state;
  assert.deepEqual(
    { header: header.id, state, entries, damage },
    { header: id, state: stored, entries: scene.session.entries, damage: [] },
  );
  assert.equal((await scene.session.prompt("b").outcome).kind, "done");
  await scene.session.close();
  assert.equal((await other.runtime.open(id)).state.messages, 4);
  assert.equal(await other.runtime.remove(id), true);
});

test("a session that is open elsewhere can be forked, and the two do not affect each other", async () => {
  const store = memoryStore();
  await using scene = await openScene({ store, script: ["one", "two"] });
  await using other = await openScene({ store, script: ["other"] });
  await scene.session.prompt("a").outcome;
  const fork = await other.runtime.fork(scene.session.id);
  await fork.prompt("b").outcome;
  await scene.session.prompt("c").outcome;
  assert.deepEqual(transcript(fork), ["user: a", "assistant: one", "user: b", "assistant: other"]);
  assert.deepEqual(transcript(scene.session), ["user: a", "assistant: one", "user: c", "assistant: two"]);
  assert.equal(fork.state.parent?.session, scene.session.id);
});

test("a follower of a session receives the same entry events as the owner's stream", async () => {
  const store = memoryStore();
  await using scene = await openScene({ store, script: [callSay("a"), "one"], tools: [sayTool()] });
  const emitted: Event[] = [];
  const reading = (async () => {
    for await (const event of scene.session.events()) if (event.type === "entry") emitted.push(event);
  })();
  await scene.session.prompt("a").outcome;
  const followed: Event[] = [];
  for await (const event of followSession(store, scene.session.id, { after: -1 })) {
    followed.push(event);
    if (event.entry.type === "run_end") break;
  }
  await scene.session.close();
  await reading;
  assert.deepEqual(followed, emitted);
});

test("rejects an empty prompt to a busy session", async () => {
  await using scene = await heldScene();
  const run = scene.session.prompt("a");
  const sent = await scene.runtime.send(scene.session.id, " ", { whenBusy: "queue" });
  const outcome = sent.kind === "ended" ? sent.outcome : undefined;
  assert.equal(outcome?.kind === "failed" && outcome.error.code, "empty_prompt");
  scene.release();
  await run.outcome;
});

test("a fork whose facts the store rejects does not start, and its file is closed", async () => {
  const closed: string[] = [];
  const inner = memoryStore();
  const watched: Store = {
    ...inner,
    async create(header) {
      const file = await inner.create(header);
      return { ...file, read: () => file.read(), close: async () => void closed.push(header.id) };
    },
  };
  const store = faultyStore(watched, {
    append: (count) => {
      if (count === 2) throw new LogWriteError("no space");
    },
  });
  await using scene = await openScene({ store });
  await scene.session.append({ type: "note" });
  await assert.rejects(scene.session.fork(), LogWriteError);
  assert.equal(closed.length, 1);
});

test("closing a runtime closes every session, even if one cannot write its last facts", async () => {
  const full = new Set<string>();
  const store = faultyStore(memoryStore(), {
    append: (_, entries) => {
      if (entries.some(({ id }) => full.has(id))) throw new LogWriteError("no space");
    },
  });
  const scene = await openScene({ store, script: ["one"] });
  const other = await scene.runtime.create({ model: scene.model.info.reference, cwd: "/" });
  full.add("unwritten");
  await assert.rejects(scene.session.append({ type: "note", id: "unwritten" }), LogWriteError);
  const events = scene.runtime.events();
  await assert.rejects(scene.runtime.close(), LogWriteError);
  assert.equal(other.state.status, "closed");
  const emitted = await Array.fromAsync(events);
  assert.deepEqual(
    emitted.map(({ type }) => type),
    ["session_close", "session_close"],
  );
  assert.deepEqual(new Set(emitted.map(({ sessionId }) => sessionId)), new Set([scene.session.id, other.id]));
});
