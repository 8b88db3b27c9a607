import assert from "node:assert/strict";
import { test } from "node:test";
import type { AskUser } from "../loop/index.ts";
import { openUserQuestion, type QuestionAskEntry, type QuestionReplyEntry } from "../journal/index.ts";
import { answerUserQuestion } from "../session/index.ts";
import { jsonlStore } from "../store/index.ts";
import { questionTool } from "../tools/index.ts";
import { reopen, storeCutAt } from "./crash.fixture.ts";
import type { EntryEvent } from "./follow-session.ts";
import { mailboxFilesIn, temporaryFolder, until } from "./mailbox.fixture.ts";
import { openScene, type Scene } from "./runtime.fixture.ts";
import { sendAnswerToOwner } from "./send-answer-to-owner.ts";

type Fact = EntryEvent["entry"];
const isAsk = (entry: Fact): entry is QuestionAskEntry => entry.type === "question_ask";
const isReply = (entry: Fact): entry is QuestionReplyEntry => entry.type === "question_reply";

const options = [{ label: "SQLite", description: "one file" }, { label: "Postgres" }];
const call = (...questions: readonly object[]) => ({
  calls: [{ name: "question", input: { questions: questions.map((one) => ({ options, ...one })) } }],
});

/** A user who does not answer until the question is withdrawn. */
const silent: AskUser = (_, signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve([]), { once: true }));

const open = (ask: AskUser, scene: Scene = {}) =>
  openScene({ script: [call({ question: "Which?", multiple: true }), "Done."], ...scene, tools: [questionTool(ask)] });

test("the log has each question of the model while it is open, and its answers", async () => {
  await using scene = await open(async ({ multiple }) => (multiple === true ? ["SQLite", "and a cache"] : ["SQLite"]), {
    script: [call({ question: "Which?", multiple: true }, { question: "Sure?" }), "Done."],
  });
  await scene.session.prompt("Go.").outcome;
  const [first, second, ...others] = scene.session.entries.filter((entry) => isAsk(entry));
  assert.deepEqual(others, []);
  assert.deepEqual([first?.question, first?.options, first?.multiple, first?.position], ["Which?", options, true, { number: 1, of: 2 }]);
  assert.deepEqual([second?.question, second?.multiple, second?.position], ["Sure?", undefined, { number: 2, of: 2 }]);
  assert.deepEqual(
    scene.session.entries.filter((entry) => isReply(entry)).map(({ question, answers, withdrawn }) => [question, answers, withdrawn]),
    [
      [first?.id, ["SQLite", "and a cache"], undefined],
      [second?.id, ["SQLite"], undefined],
    ],
  );
  assert.equal(
    scene.session.entries.reduce<QuestionAskEntry | null>((state, entry) => openUserQuestion.apply(state, entry), null),
    null,
  );
  assert.ok(!JSON.stringify(scene.model.requests).includes("question_ask"));
});

test("the first answer to a question of the model counts, whichever client gives it", async () => {
  await using scene = await open(silent);
  const run = scene.session.prompt("Go.");
  while (scene.session.userQuestions.length === 0) await new Promise((resolve) => void setImmediate(resolve));
  const [question] = scene.session.userQuestions;
  assert.ok(question !== undefined);
  assert.equal(answerUserQuestion(scene.session, "another", ["SQLite"]), "settled");
  assert.equal(answerUserQuestion(scene.session, question.id, ["Postgres"], "a page"), "answered");
  assert.equal(question.answer(["SQLite"]), "settled");
  assert.equal((await run.outcome).kind, "done");
  assert.deepEqual(scene.session.userQuestions, []);
  const reply = scene.session.entries.find((entry) => isReply(entry));
  assert.deepEqual([reply?.answers, reply?.by], [["Postgres"], "a page"]);
  assert.match(JSON.stringify(scene.model.requests[1]?.messages), /The user answered: Postgres/);
});

test("another process answers a question of the model through the log", async (t) => {
  const directory = temporaryFolder(t);
  const other = jsonlStore({ directory });
  for (const mailbox of ["watch", "on-open"] as const) {
    await using scene = await open(silent, { store: jsonlStore({ directory }), mailbox });
    const run = scene.session.prompt("Go.");
    await run.admitted();
    const question = await until(other, scene.session.id, isAsk);
    const late = await sendAnswerToOwner(other, scene.session.id, "another", { kind: "answers", answers: ["SQLite"] });
    const sent = await sendAnswerToOwner(other, scene.session.id, question.id, { kind: "answers", answers: ["SQLite", "a cache"] });
    assert.equal((await run.outcome).kind, "done");
    await late.withdraw();
    const reply = await until(other, scene.session.id, isReply);
    assert.deepEqual([reply.answers, reply.by], [["SQLite", "a cache"], sent.id]);
    assert.match(JSON.stringify(scene.model.requests[1]?.messages), /SQLite; a cache/);
    assert.deepEqual(mailboxFilesIn(directory), []);
  }
});

test("an abort withdraws a question of the model", async () => {
  await using scene = await open(silent);
  const run = scene.session.prompt("Go.");
  while (scene.session.userQuestions.length === 0) await new Promise((resolve) => void setImmediate(resolve));
  scene.session.abort();
  assert.equal((await run.outcome).kind, "aborted");
  const reply = scene.session.entries.find((entry) => isReply(entry));
  assert.deepEqual([reply?.answers, reply?.withdrawn], [[], true]);
});

test("L19: a question of the model that was open at a kill is withdrawn and asked again", async () => {
  const store = await (async () => {
    await using scene = await open(silent);
    void scene.session.prompt("Go.").outcome;
    while (scene.session.userQuestions.length === 0) await new Promise((resolve) => void setImmediate(resolve));
    return storeCutAt(scene.store, scene.session.id);
  })();
  const id = (await Array.fromAsync(store.list()))[0]?.id ?? "";
  const asked: string[] = [];
  await using again = await reopen(store, id, {
    script: ["Done."],
    tools: [questionTool(async ({ question }) => (asked.push(question), ["Postgres"]))],
  });
  assert.equal((await again.session.resume()?.outcome)?.kind, "done");
  assert.deepEqual(asked, ["Which?"]);
  assert.deepEqual(
    again.session.entries.filter((entry) => isReply(entry)).map(({ answers, withdrawn }) => [answers, withdrawn]),
    [
      [[], true],
      [["Postgres"], undefined],
    ],
  );
});

test("a fork has no questions, answered or open", async () => {
  await using scene = await open(async () => ["SQLite"]);
  await scene.session.prompt("Go.").outcome;
  const fork = await scene.session.fork();
  assert.ok(!fork.entries.some((entry) => isAsk(entry) || isReply(entry)));
});

test("a user who cannot be asked makes the call fail, and leaves no open question", async () => {
  await using scene = await open(async () => {
    throw new Error("the terminal was closed");
  });
  assert.equal((await scene.session.prompt("Go.").outcome).kind, "done");
  assert.match(JSON.stringify(scene.model.requests[1]?.messages), /the terminal was closed/);
  assert.equal(scene.session.entries.find((entry) => isReply(entry))?.withdrawn, true);
});
