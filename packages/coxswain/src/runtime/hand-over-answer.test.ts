import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type LogFile, memoryStore, SessionInUseError, SessionNotFoundError, type Store } from "../log/index.ts";
import { fixedModels, scriptedModel } from "../model/index.ts";
import { type Ask, denyAll, masking } from "../policy/index.ts";
import { agentTool, answerOf, delegates, replies } from "../session/agents/agents.fixture.ts";
import { answerQuestion, pendingQuestions, type Run, type Session } from "../session/index.ts";
import { jsonlStore } from "../store/index.ts";
import { createRuntime } from "./create-runtime.ts";
import { sendToOwner } from "./hand-over.ts";
import { sendAnswerToOwner } from "./hand-over-answer.ts";
import { askedOwner, isAsk, isReply, leftIn, saysWithLeave, temporaryFolder, until } from "./hand-over-answer.fixture.ts";
import { readSession } from "./read-session.ts";
import { openScene, says, type Scene, transcript, typesIn } from "./runtime.fixture.ts";

/**
 * An approver that never answers, and stays until the question is withdrawn. Its timer keeps the process alive, which a
 * session alone does not.
 */
const silent: Ask = (_, signal) =>
  new Promise(() => {
    const screen = setInterval(() => {}, 1_000);
    signal.addEventListener("abort", () => clearInterval(screen));
  });
const asking = { tools: [saysWithLeave()], policy: () => undefined, ask: silent };

const pathOf = async (store: Store): Promise<string> => {
  for await (const { path = "" } of store.list()) return path;
  return assert.fail("there is no session");
};

/** Starts a run that other processes can see. */
const begun = async (session: Session): Promise<Run> => {
  const run = session.prompt("go");
  await run.admitted();
  return run;
};

const questionFactsIn = (session: Session) => session.entries.filter((entry) => isAsk(entry) || isReply(entry));

const nothingLeft = async (directory: string): Promise<void> => {
  while (leftIn(directory).length > 0) await new Promise((resolve) => setImmediate(resolve));
};

test("another process reads an open question as a fact and answers it, and the reply names the answer that counted", async (t) => {
  const directory = temporaryFolder(t);
  const owner = await askedOwner(t, directory);
  const asked = await until(owner.store, owner.id, isAsk);
  assert.deepEqual(
    [asked.tool, asked.input, asked.requests, asked.reasons, asked.offers],
    ["say", { text: "ahoy" }, [{ tool: "say", effect: "execute", subject: "ahoy" }], ["nothing allows say to run commands"], ["say"]],
  );
  const { id } = await sendAnswerToOwner(owner.store, owner.id, asked.id, { kind: "session" });
  const reply = await until(owner.store, owner.id, isReply);
  assert.deepEqual([reply.question, reply.allowed, reply.answer, reply.by], [asked.id, true, "session", id]);
  assert.equal((await owner.ended)[0], 0);
  assert.deepEqual(leftIn(directory), []);
  const types = typesIn((await readSession(owner.store, owner.id)).entries);
  assert.deepEqual(types.slice(types.indexOf("permission_ask"), -3), ["permission_ask", "permission_reply", "tool_start"]);
});

test("ignores an answer from elsewhere after the owner's user has answered", async (t) => {
  const directory = temporaryFolder(t);
  const owner = await askedOwner(t, directory);
  const asked = await until(owner.store, owner.id, isAsk);
  owner.say("y\n");
  const reply = await until(owner.store, owner.id, isReply);
  assert.deepEqual([reply.allowed, reply.answer, reply.by], [true, "once", undefined]);
  const late = await sendAnswerToOwner(owner.store, owner.id, asked.id, { kind: "deny" });
  assert.equal((await owner.ended)[0], 0);
  await late.withdraw();
  assert.deepEqual(leftIn(directory), []);
  assert.equal((await readSession(owner.store, owner.id)).entries.filter(isReply).length, 1);
});

test("exactly one of simultaneous answers from two processes and the owner's user counts", async (t) => {
  const directory = temporaryFolder(t);
  const owner = await askedOwner(t, directory);
  const asked = await until(owner.store, owner.id, isAsk);
  owner.say("y\n");
  const handed = await Promise.all([
    sendAnswerToOwner(owner.store, owner.id, asked.id, { kind: "once" }),
    sendAnswerToOwner(jsonlStore({ directory }), owner.id, asked.id, { kind: "session" }),
  ]);
  assert.equal((await owner.ended)[0], 0);
  await Promise.all(handed.map((one) => one.withdraw()));
  const { entries } = await readSession(owner.store, owner.id);
  const replied = entries.filter(isReply);
  assert.equal(replied.length, 1);
  assert.ok([undefined, ...handed.map(({ id }) => id)].includes(replied[0]?.by));
  assert.equal(typesIn(entries).filter((type) => type === "tool_start").length, 1);
});

test("L19: when the owner is killed at the question, the next owner withdraws it and asks again, and drops the answer to the old one", async (t) => {
  const directory = temporaryFolder(t);
  const owner = await askedOwner(t, directory);
  const asked = await until(owner.store, owner.id, isAsk);
  owner.child.kill("SIGKILL");
  await owner.ended;
  await sendAnswerToOwner(owner.store, owner.id, asked.id, { kind: "once" });

  const model = scriptedModel(["Done."]);
  await using runtime = createRuntime({ ...asking, store: jsonlStore({ directory }), models: fixedModels(model) });
  const session = await runtime.open(owner.id);
  const run = session.resume();
  const anew = await until(owner.store, owner.id, (entry): entry is typeof asked => isAsk(entry) && entry.id !== asked.id);
  await nothingLeft(directory);
  assert.deepEqual(
    pendingQuestions(session).map(({ id, input }) => [id, input]),
    [[anew.id, { text: "ahoy" }]],
  );
  const { id } = await sendAnswerToOwner(owner.store, owner.id, anew.id, { kind: "once" });
  assert.equal((await run?.outcome)?.kind, "done");
  const { entries } = await readSession(owner.store, owner.id);
  assert.deepEqual(
    entries.filter(isReply).map(({ question, answer, by }) => [question, answer, by]),
    [
      [asked.id, "withdrawn", undefined],
      [anew.id, "once", id],
    ],
  );
  assert.ok(!JSON.stringify(model.requests[0]?.messages).includes("may have run"));
});

test("an abort withdraws the question for followers, and no answer to it counts", async (t) => {
  const directory = temporaryFolder(t);
  const other = jsonlStore({ directory });
  await using scene = await openScene({ ...asking, store: jsonlStore({ directory }), script: [says("ahoy")] });
  const run = await begun(scene.session);
  const asked = await until(other, scene.session.id, isAsk);
  scene.session.abort();
  const reply = await until(other, scene.session.id, isReply);
  assert.deepEqual([reply.question, reply.allowed, reply.answer], [asked.id, false, "withdrawn"]);
  await sendAnswerToOwner(other, scene.session.id, asked.id, { kind: "always" });
  assert.equal((await run.outcome).kind, "aborted");
  await nothingLeft(directory);
  assert.equal(questionFactsIn(scene.session).length, 2);
});

test("a question of an agent, at any depth, is a fact of the root session, and is answered there", async (t) => {
  const directory = temporaryFolder(t);
  const other = jsonlStore({ directory });
  const deep = agentTool(async (context, text) => answerOf(await context.spawn({ tools: ["delegate", "say"] }), text));
  const script = replies({ go: delegates("one"), one: delegates("two"), two: says("ahoy") });
  await using scene = await openScene({ ...asking, tools: [deep, saysWithLeave()], store: jsonlStore({ directory }), script });
  const run = await begun(scene.session);
  const asked = await until(other, scene.session.id, isAsk);
  assert.deepEqual([asked.tool, asked.agent?.depth], ["say", 2]);
  await sendAnswerToOwner(other, scene.session.id, asked.id, { kind: "once" });
  assert.equal((await run.outcome).kind, "done");
  assert.equal(
    typesIn((await readSession(other, asked.agent?.id ?? "")).entries).filter((type) => type.startsWith("permission")).length,
    0,
  );
});

test("an answer from elsewhere is saved as one of the owner's user would be, by the owner, and only offered rules are saved", async (t) => {
  const directory = temporaryFolder(t);
  const kept: unknown[] = [];
  const model = scriptedModel([says("ahoy"), "Done."]);
  await using runtime = createRuntime({
    ...asking,
    store: jsonlStore({ directory }),
    models: fixedModels(model),
    answers: () => ({ rules: () => [], keep: async (scope, rules) => void kept.push([scope, rules]) }),
  });
  const session = await runtime.create({ cwd: directory, model: model.info.reference });
  const other = jsonlStore({ directory });
  const run = await begun(session);
  const asked = await until(other, session.id, isAsk);
  await sendAnswerToOwner(other, session.id, asked.id, { kind: "project", rules: ["say", "bash"] });
  assert.equal((await run.outcome).kind, "done");
  assert.deepEqual(kept, [["project", ["say"]]]);
});

for (const mailbox of ["on-open", "never"] as const) {
  test(`a session with mailbox ${mailbox} takes answers while a question is open, and leaves prompts in place`, async (t) => {
    const directory = temporaryFolder(t);
    const other = jsonlStore({ directory });
    await using scene = await openScene({
      ...asking,
      mailbox,
      store: jsonlStore({ directory }),
      script: [says("ahoy"), "Done."],
    });
    const run = await begun(scene.session);
    const asked = await until(other, scene.session.id, isAsk);
    const prompt = await sendToOwner(other, scene.session.id, "more");
    await sendAnswerToOwner(other, scene.session.id, asked.id, { kind: "once" });
    assert.equal((await run.outcome).kind, "done");
    assert.equal(await prompt.withdraw(), true);
  });
}

test("a session with mailbox watch continues to take prompts after a question of a prompt that was pending when it opened", async (t) => {
  const directory = temporaryFolder(t);
  const other = jsonlStore({ directory });
  await using scene = await openScene({ ...asking, store: jsonlStore({ directory }), script: ["one", says("ahoy"), "two", "three"] });
  const { id } = scene.session;
  await scene.session.prompt("first").outcome;
  await scene.session.close();
  await sendToOwner(other, id, "second");
  const session = await scene.runtime.open(id);
  const asked = await until(other, id, isAsk);
  await sendAnswerToOwner(other, id, asked.id, { kind: "once" });
  const third = await sendToOwner(other, id, "third");
  await until(other, id, (entry): entry is typeof entry => entry.id === third.id);
  while (session.status === "running") await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(transcript(session).slice(-2), ["user: third", "assistant: three"]);
});

test("an invalid answer allows nothing and is set aside, and an answer to a question that is not open is dropped", async (t) => {
  const directory = temporaryFolder(t);
  const other = jsonlStore({ directory });
  await using scene = await openScene({ ...asking, store: jsonlStore({ directory }), script: [says("ahoy"), "Done."] });
  const run = await begun(scene.session);
  const asked = await until(other, scene.session.id, isAsk);
  const inbox = (await pathOf(other)).replace(/jsonl$/, "inbox");
  mkdirSync(inbox, { recursive: true });
  const spoilt = [
    { question: asked.id, answer: { kind: "once", rules: ["bash"] } },
    { question: asked.id, answer: "once" },
    { question: asked.id, answer: { kind: "once" }, as: "root" },
  ];
  for (const [at, content] of spoilt.entries()) writeFileSync(join(inbox, `answer-${at}.json`), JSON.stringify(content));
  await sendAnswerToOwner(other, scene.session.id, "another", { kind: "always" });
  while (existsSync(inbox)) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(pendingQuestions(scene.session).length, 1);
  assert.equal(leftIn(directory).filter((name) => name.includes(".refused-")).length, 3);
  answerQuestion(scene.session, asked.id, { kind: "deny" }, "a screen");
  assert.equal((await run.outcome).kind, "done");
  assert.equal(scene.session.entries.find(isReply)?.by, "a screen");
});

/** Wraps a store to count all watches of a mailbox, and the current ones. */
const countingWatches = (own: Store) => {
  const watches = { ever: 0, now: 0 };
  const counting = (file: LogFile): LogFile => {
    const { handed } = file;
    if (handed === undefined) return file;
    const watch: typeof handed.watch = (waits) => {
      watches.ever += 1;
      watches.now += 1;
      const watching = handed.watch(waits);
      return {
        [Symbol.dispose]() {
          watches.now -= 1;
          watching[Symbol.dispose]();
        },
      };
    };
    return new Proxy(file, { get: (from, name) => (name === "handed" ? { ...handed, watch } : bound(from, name)) });
  };
  const store: Store = { ...own, create: async (header) => counting(await own.create(header)) };
  return { store, watches };
};

const askedByWhom: readonly [string, Partial<Scene>, number][] = [
  ["that asks nothing", {}, 0],
  ["where nobody is to be asked", { policy: () => undefined, ask: denyAll(() => "") }, 0],
  ["that asks twice", { policy: () => undefined, ask: async () => ({ kind: "once" }) }, 2],
];
for (const [which, asked, questions] of askedByWhom) {
  test(`a run ${which} records the facts of ${questions} questions, and takes answers while each is open`, async (t) => {
    const { store, watches } = countingWatches(jsonlStore({ directory: temporaryFolder(t) }));
    const both = { tools: [saysWithLeave()], script: [says("ahoy", "again"), "Done."] };
    await using scene = await openScene({ ...both, ...asked, store, mailbox: "on-open" });
    assert.equal((await scene.session.prompt("go").outcome).kind, "done");
    assert.deepEqual([questionFactsIn(scene.session).length, watches], [2 * questions, { ever: questions, now: 0 }]);
  });
}

test("a fork copies no question", async (t) => {
  const directory = temporaryFolder(t);
  await using scene = await openScene({ ...asking, store: jsonlStore({ directory }), script: [says("ahoy"), "Done."] });
  const run = await begun(scene.session);
  const asked = await until(jsonlStore({ directory }), scene.session.id, isAsk);
  const whileAsked = await scene.runtime.fork(scene.session.id);
  answerQuestion(scene.session, asked.id, { kind: "once" });
  await run.outcome;
  const afterwards = await scene.session.fork();
  assert.deepEqual([questionFactsIn(whileAsked), questionFactsIn(afterwards)], [[], []]);
});

test("L24: a known key appears in no fact of a question, and in no pending answer", async (t) => {
  const key = "canary-0123456789";
  const directory = temporaryFolder(t);
  const model = scriptedModel([says(`curl -H ${key}`), "Done."]);
  const mask = masking({ values: [key] });
  await using runtime = createRuntime({
    ...asking,
    store: jsonlStore({ directory }),
    models: fixedModels(model),
    masking: mask,
    mailbox: "on-open",
  });
  const session = await runtime.create({ cwd: directory, model: model.info.reference });
  const other = jsonlStore({ directory });
  const run = await begun(session);
  const asked = await until(other, session.id, isAsk);
  assert.equal(asked.requests[0]?.subject, "curl -H [masked:key]");
  assert.equal(pendingQuestions(session)[0]?.requests[0]?.subject, `curl -H ${key}`);
  answerQuestion(session, asked.id, { kind: "deny", reason: `not with ${key}` });
  await run.outcome;
  const path = await pathOf(other);
  assert.ok(!readFileSync(path, "utf8").includes(key));
  const handed = await sendAnswerToOwner(other, session.id, asked.id, { kind: "deny", reason: `not with ${key}` }, { masking: mask });
  const waiting = readFileSync(join(path.replace(/jsonl$/, "inbox"), `${handed.id}.json`), "utf8");
  assert.ok(waiting.includes("not with [masked:key]") && !waiting.includes(key));
});

test("rejects an answer to a session that is missing, or that other processes cannot see", async (t) => {
  const store = jsonlStore({ directory: temporaryFolder(t) });
  await assert.rejects(sendAnswerToOwner(memoryStore(), "one", "q", { kind: "once" }), SessionInUseError);
  await assert.rejects(sendAnswerToOwner(store, "nowhere", "q", { kind: "once" }), SessionNotFoundError);
});

const bound = (from: LogFile, name: string | symbol): unknown => {
  const value: unknown = Reflect.get(from, name, from);
  return typeof value === "function" ? value.bind(from) : value;
};
