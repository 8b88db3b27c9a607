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
import { sendToOwner } from "./send-to-owner.ts";
import { sendAnswerToOwner } from "./send-answer-to-owner.ts";
import { ownerWithQuestion, isAsk, isReply, mailboxFilesIn, sayToolWithPermission, temporaryFolder, until } from "./mailbox.fixture.ts";
import { readSession } from "./read-session.ts";
import { openScene, callSay, type Scene, transcript, typesIn } from "./runtime.fixture.ts";

/**
 * An approver that never answers, and stays until the question is withdrawn. Its timer keeps the process alive, which a
 * session alone does not.
 */
const silent: Ask = (_, signal) =>
  new Promise(() => {
    const screen = setInterval(() => {}, 1_000);
    signal.addEventListener("abort", () => clearInterval(screen));
  });
const asking = { tools: [sayToolWithPermission()], policy: () => undefined, ask: silent };

const pathOf = async (store: Store): Promise<string> => {
  for await (const { path = "" } of store.list()) return path;
  return assert.fail("there is no session");
};

/** Starts a run that other processes can see. */
const startRun = async (session: Session): Promise<Run> => {
  const run = session.prompt("go");
  await run.admitted();
  return run;
};

const questionFactsIn = (session: Session) => session.entries.filter((entry) => isAsk(entry) || isReply(entry));

const untilMailboxEmpty = async (directory: string): Promise<void> => {
  while (mailboxFilesIn(directory).length > 0) await new Promise((resolve) => setImmediate(resolve));
};

test("another process reads an open question as a fact and answers it, and the reply names the answer that counted", async (t) => {
  const directory = temporaryFolder(t);
  const owner = await ownerWithQuestion(t, directory);
  const question = await until(owner.store, owner.id, isAsk);
  assert.deepEqual(
    [question.tool, question.input, question.requests, question.reasons, question.offers],
    ["say", { text: "ahoy" }, [{ tool: "say", effect: "execute", subject: "ahoy" }], ["nothing allows say to run commands"], ["say"]],
  );
  const { id } = await sendAnswerToOwner(owner.store, owner.id, question.id, { kind: "session" });
  const reply = await until(owner.store, owner.id, isReply);
  assert.deepEqual([reply.question, reply.allowed, reply.answer, reply.by], [question.id, true, "session", id]);
  assert.equal((await owner.ended)[0], 0);
  assert.deepEqual(mailboxFilesIn(directory), []);
  const types = typesIn((await readSession(owner.store, owner.id)).entries);
  assert.deepEqual(types.slice(types.indexOf("permission_ask"), -3), ["permission_ask", "permission_reply", "tool_start"]);
});

test("ignores an answer from elsewhere after the owner's user has answered", async (t) => {
  const directory = temporaryFolder(t);
  const owner = await ownerWithQuestion(t, directory);
  const question = await until(owner.store, owner.id, isAsk);
  owner.say("y\n");
  const reply = await until(owner.store, owner.id, isReply);
  assert.deepEqual([reply.allowed, reply.answer, reply.by], [true, "once", undefined]);
  const late = await sendAnswerToOwner(owner.store, owner.id, question.id, { kind: "deny" });
  assert.equal((await owner.ended)[0], 0);
  await late.withdraw();
  assert.deepEqual(mailboxFilesIn(directory), []);
  assert.equal((await readSession(owner.store, owner.id)).entries.filter(isReply).length, 1);
});

test("exactly one of simultaneous answers from two processes and the owner's user counts", async (t) => {
  const directory = temporaryFolder(t);
  const owner = await ownerWithQuestion(t, directory);
  const question = await until(owner.store, owner.id, isAsk);
  owner.say("y\n");
  const sent = await Promise.all([
    sendAnswerToOwner(owner.store, owner.id, question.id, { kind: "once" }),
    sendAnswerToOwner(jsonlStore({ directory }), owner.id, question.id, { kind: "session" }),
  ]);
  assert.equal((await owner.ended)[0], 0);
  await Promise.all(sent.map((one) => one.withdraw()));
  const { entries } = await readSession(owner.store, owner.id);
  const replied = entries.filter(isReply);
  assert.equal(replied.length, 1);
  assert.ok([undefined, ...sent.map(({ id }) => id)].includes(replied[0]?.by));
  assert.equal(typesIn(entries).filter((type) => type === "tool_start").length, 1);
});

test("L19: when the owner is killed at the question, the next owner withdraws it and asks again, and drops the answer to the old one", async (t) => {
  const directory = temporaryFolder(t);
  const owner = await ownerWithQuestion(t, directory);
  const question = await until(owner.store, owner.id, isAsk);
  owner.child.kill("SIGKILL");
  await owner.ended;
  await sendAnswerToOwner(owner.store, owner.id, question.id, { kind: "once" });

  const model = scriptedModel(["Done."]);
  await using runtime = createRuntime({ ...asking, store: jsonlStore({ directory }), models: fixedModels(model) });
  const session = await runtime.open(owner.id);
  const run = session.resume();
  const repeated = await until(owner.store, owner.id, (entry): entry is typeof question => isAsk(entry) && entry.id !== question.id);
  await untilMailboxEmpty(directory);
  assert.deepEqual(
    pendingQuestions(session).map(({ id, input }) => [id, input]),
    [[repeated.id, { text: "ahoy" }]],
  );
  const { id } = await sendAnswerToOwner(owner.store, owner.id, repeated.id, { kind: "once" });
  assert.equal((await run?.outcome)?.kind, "done");
  const { entries } = await readSession(owner.store, owner.id);
  assert.deepEqual(
    entries.filter(isReply).map((reply) => [reply.question, reply.answer, reply.by]),
    [
      [question.id, "withdrawn", undefined],
      [repeated.id, "once", id],
    ],
  );
  assert.ok(!JSON.stringify(model.requests[0]?.messages).includes("may have run"));
});

test("an abort withdraws the question for followers, and no answer to it counts", async (t) => {
  const directory = temporaryFolder(t);
  const other = jsonlStore({ directory });
  await using scene = await openScene({ ...asking, store: jsonlStore({ directory }), script: [callSay("ahoy")] });
  const run = await startRun(scene.session);
  const question = await until(other, scene.session.id, isAsk);
  scene.session.abort();
  const reply = await until(other, scene.session.id, isReply);
  assert.deepEqual([reply.question, reply.allowed, reply.answer], [question.id, false, "withdrawn"]);
  await sendAnswerToOwner(other, scene.session.id, question.id, { kind: "always" });
  assert.equal((await run.outcome).kind, "aborted");
  await untilMailboxEmpty(directory);
  assert.equal(questionFactsIn(scene.session).length, 2);
});

test("a question of an agent, at any depth, is a fact of the root session, and is answered there", async (t) => {
  const directory = temporaryFolder(t);
  const other = jsonlStore({ directory });
  const deep = agentTool(async (context, text) => answerOf(await context.spawn({ tools: ["delegate", "say"] }), text));
  const script = replies({ go: delegates("one"), one: delegates("two"), two: callSay("ahoy") });
  await using scene = await openScene({ ...asking, tools: [deep, sayToolWithPermission()], store: jsonlStore({ directory }), script });
  const run = await startRun(scene.session);
  const question = await until(other, scene.session.id, isAsk);
  assert.deepEqual([question.tool, question.agent?.depth], ["say", 2]);
  await sendAnswerToOwner(other, scene.session.id, question.id, { kind: "once" });
  assert.equal((await run.outcome).kind, "done");
  assert.equal(
    typesIn((await readSession(other, question.agent?.id ?? "")).entries).filter((type) => type.startsWith("permission")).length,
    0,
  );
});

test("an answer from elsewhere is saved as one of the owner's user would be, by the owner, and only offered rules are saved", async (t) => {
  const directory = temporaryFolder(t);
  const saved: unknown[] = [];
  const model = scriptedModel([callSay("ahoy"), "Done."]);
  await using runtime = createRuntime({
    ...asking,
    store: jsonlStore({ directory }),
    models: fixedModels(model),
    answers: () => ({ rules: () => [], save: async (scope, rules) => void saved.push([scope, rules]) }),
  });
  const session = await runtime.create({ cwd: directory, model: model.info.reference });
  const other = jsonlStore({ directory });
  const run = await startRun(session);
  const question = await until(other, session.id, isAsk);
  await sendAnswerToOwner(other, session.id, question.id, { kind: "project", rules: ["say", "bash"] });
  assert.equal((await run.outcome).kind, "done");
  assert.deepEqual(saved, [["project", ["say"]]]);
});

for (const mailbox of ["on-open", "never"] as const) {
  test(`a session with mailbox ${mailbox} receives answers while a question is open, and leaves prompts in place`, async (t) => {
    const directory = temporaryFolder(t);
    const other = jsonlStore({ directory });
    await using scene = await openScene({
      ...asking,
      mailbox,
      store: jsonlStore({ directory }),
      script: [callSay("ahoy"), "Done."],
    });
    const run = await startRun(scene.session);
    const question = await until(other, scene.session.id, isAsk);
    const prompt = await sendToOwner(other, scene.session.id, "more");
    await sendAnswerToOwner(other, scene.session.id, question.id, { kind: "once" });
    assert.equal((await run.outcome).kind, "done");
    assert.equal(await prompt.withdraw(), true);
  });
}

test("a session with mailbox watch continues to receive prompts after a question of a prompt that was pending when it opened", async (t) => {
  const directory = temporaryFolder(t);
  const other = jsonlStore({ directory });
  await using scene = await openScene({ ...asking, store: jsonlStore({ directory }), script: ["one", callSay("ahoy"), "two", "three"] });
  const { id } = scene.session;
  await scene.session.prompt("first").outcome;
  await scene.session.close();
  await sendToOwner(other, id, "second");
  const session = await scene.runtime.open(id);
  const question = await until(other, id, isAsk);
  await sendAnswerToOwner(other, id, question.id, { kind: "once" });
  const third = await sendToOwner(other, id, "third");
  await until(other, id, (entry): entry is typeof entry => entry.id === third.id);
  while (session.status === "running") await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(transcript(session).slice(-2), ["user: third", "assistant: three"]);
});

test("an invalid answer allows nothing and is set aside, and an answer to a question that is not open is dropped", async (t) => {
  const directory = temporaryFolder(t);
  const other = jsonlStore({ directory });
  await using scene = await openScene({ ...asking, store: jsonlStore({ directory }), script: [callSay("ahoy"), "Done."] });
  const run = await startRun(scene.session);
  const question = await until(other, scene.session.id, isAsk);
  const inbox = (await pathOf(other)).replace(/jsonl$/, "inbox");
  mkdirSync(inbox, { recursive: true });
  const invalid = [
    { question: question.id, answer: { kind: "once", rules: ["bash"] } },
    { question: question.id, answer: "once" },
    { question: question.id, answer: { kind: "once" }, as: "root" },
  ];
  for (const [at, content] of invalid.entries()) writeFileSync(join(inbox, `answer-${at}.json`), JSON.stringify(content));
  await sendAnswerToOwner(other, scene.session.id, "another", { kind: "always" });
  while (existsSync(inbox)) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(pendingQuestions(scene.session).length, 1);
  assert.equal(mailboxFilesIn(directory).filter((name) => name.includes(".refused-")).length, 3);
  answerQuestion(scene.session, question.id, { kind: "deny" }, "a screen");
  assert.equal((await run.outcome).kind, "done");
  assert.equal(scene.session.entries.find(isReply)?.by, "a screen");
});

/** Wraps a store to count all watches of a mailbox, and the current ones. */
const countingWatches = (own: Store) => {
  const watches = { ever: 0, now: 0 };
  const counting = (file: LogFile): LogFile => {
    const { mailbox } = file;
    if (mailbox === undefined) return file;
    const watch: typeof mailbox.watch = (onMessages) => {
      watches.ever += 1;
      watches.now += 1;
      const watching = mailbox.watch(onMessages);
      return {
        [Symbol.dispose]() {
          watches.now -= 1;
          watching[Symbol.dispose]();
        },
      };
    };
    return new Proxy(file, { get: (from, name) => (name === "mailbox" ? { ...mailbox, watch } : bound(from, name)) });
  };
  const store: Store = { ...own, create: async (header) => counting(await own.create(header)) };
  return { store, watches };
};

const approvers: readonly [string, Partial<Scene>, number][] = [
  ["without a question", {}, 0],
  ["without an approver", { policy: () => undefined, ask: denyAll(() => "") }, 0],
  ["with two questions", { policy: () => undefined, ask: async () => ({ kind: "once" }) }, 2],
];
for (const [name, options, questions] of approvers) {
  test(`a run ${name} records the facts of ${questions} questions, and watches the mailbox once`, async (t) => {
    const { store, watches } = countingWatches(jsonlStore({ directory: temporaryFolder(t) }));
    const both = { tools: [sayToolWithPermission()], script: [callSay("ahoy", "again"), "Done."] };
    await using scene = await openScene({ ...both, ...options, store, mailbox: "on-open" });
    assert.equal((await scene.session.prompt("go").outcome).kind, "done");
    assert.deepEqual([questionFactsIn(scene.session).length, watches], [2 * questions, { ever: 1, now: 1 }]);
    await scene.session.close();
    assert.equal(watches.now, 0);
  });
}

test("a fork copies no question", async (t) => {
  const directory = temporaryFolder(t);
  await using scene = await openScene({ ...asking, store: jsonlStore({ directory }), script: [callSay("ahoy"), "Done."] });
  const run = await startRun(scene.session);
  const question = await until(jsonlStore({ directory }), scene.session.id, isAsk);
  const whileAsked = await scene.runtime.fork(scene.session.id);
  answerQuestion(scene.session, question.id, { kind: "once" });
  await run.outcome;
  const afterwards = await scene.session.fork();
  assert.deepEqual([questionFactsIn(whileAsked), questionFactsIn(afterwards)], [[], []]);
});

test("L24: a known key appears in no fact of a question, and in no pending answer", async (t) => {
  const key = "canary-0123456789";
  const directory = temporaryFolder(t);
  const model = scriptedModel([callSay(`curl -H ${key}`), "Done."]);
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
  const run = await startRun(session);
  const question = await until(other, session.id, isAsk);
  assert.equal(question.requests[0]?.subject, "curl -H [masked:key]");
  assert.equal(pendingQuestions(session)[0]?.requests[0]?.subject, `curl -H ${key}`);
  answerQuestion(session, question.id, { kind: "deny", reason: `not with ${key}` });
  await run.outcome;
  const path = await pathOf(other);
  assert.ok(!readFileSync(path, "utf8").includes(key));
  const sent = await sendAnswerToOwner(other, session.id, question.id, { kind: "deny", reason: `not with ${key}` }, { masking: mask });
  const message = readFileSync(join(path.replace(/jsonl$/, "inbox"), `${sent.id}.json`), "utf8");
  assert.ok(message.includes("not with [masked:key]") && !message.includes(key));
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
