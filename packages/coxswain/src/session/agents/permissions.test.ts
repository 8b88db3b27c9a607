import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, Question } from "../../policy/index.ts";
import { openScene, sayTool, transcript } from "../../runtime/runtime.fixture.ts";
import { agentTool, answerOf, delegate, delegates, gathered, replies } from "./agents.fixture.ts";

const NEVER = new Promise<never>(() => {});

/** A tool that needs permission for each call. */
const say = sayTool({ needs: ({ text }) => [{ tool: "say", effect: "execute", subject: text }] });

const policy = () => undefined;

const saying = (text: string) => ({ calls: [{ name: "say", input: { text } }] });

test("the root session asks an agent's question, with the agent's id and name", async () => {
  const questions: Question[] = [];
  const ask = async (question: Question): Promise<Answer> => {
    questions.push(question);
    return { kind: "once" };
  };
  const script = replies({ go: delegates("one"), one: saying("ahoy") });
  await using scene = await openScene({ script, tools: [delegate({ name: "mate" }), say], policy, ask });
  const { events } = gathered(scene.session);
  await scene.session.prompt("go").outcome;
  const [question] = questions;
  assert.deepEqual(question?.agent, { id: question?.agent?.id, depth: 1, parent: scene.session.id, name: "mate" });
  const emitted = events.filter(({ type }) => type.startsWith("permission_"));
  assert.deepEqual(
    emitted.map(({ type, agent }) => [type, agent.id]),
    [
      ["permission_ask", question?.agent?.id],
      ["permission_reply", question?.agent?.id],
    ],
  );
});

test("a question of the root agent has no agent", async () => {
  const questions: Question[] = [];
  const ask = async (question: Question): Promise<Answer> => {
    questions.push(question);
    return { kind: "once" };
  };
  await using scene = await openScene({ script: replies({ go: saying("ahoy") }), tools: [say], policy, ask });
  await scene.session.prompt("go").outcome;
  assert.equal("agent" in (questions[0] ?? {}), false);
});

test("a question names the session of its call and the root session at depths 0, 1 and 2", async () => {
  const questions: Question[] = [];
  const ask = async (question: Question): Promise<Answer> => {
    questions.push(question);
    return { kind: "once" };
  };
  const tool = agentTool(async (context, text) => answerOf(await context.spawn({}), text));
  const script = replies({ own: saying("0"), go: delegates("a"), a: saying("1"), deep: delegates("b"), b: delegates("c"), c: saying("2") });
  await using scene = await openScene({ script, tools: [tool, say], policy, ask });
  const { events } = gathered(scene.session);
  for (const text of ["own", "go", "deep"]) await scene.session.prompt(text).outcome;
  const root = scene.session.id;
  assert.deepEqual(
    questions.map((question) => [question.requests[0]?.subject, question.root, question.agent?.depth]),
    [
      ["0", root, undefined],
      ["1", root, 1],
      ["2", root, 2],
    ],
  );
  assert.deepEqual(
    questions.map(({ id, sessionId }) => [id, sessionId]),
    events.flatMap((event) => (event.type === "permission_ask" ? [[event.id, event.sessionId]] : [])),
  );
  assert.equal(questions[0]?.sessionId, root);
  assert.deepEqual(
    questions.slice(1).map(({ sessionId }) => sessionId),
    questions.slice(1).map(({ agent }) => agent?.id),
  );
});

test("questions of agents at any depth are asked one at a time", async () => {
  let open = 0;
  let most = 0;
  const ask = async (): Promise<Answer> => {
    open += 1;
    most = Math.max(most, open);
    await Promise.resolve();
    open -= 1;
    return { kind: "once" };
  };
  const tool = agentTool(async (context, text) => {
    const agents = await Promise.all([context.spawn({}), context.spawn({}), context.spawn({})]);
    return (await Promise.all(agents.map((agent, at) => answerOf(agent, `${text} ${at}`)))).join();
  });
  const script = replies({
    go: delegates("a"),
    "a 0": saying("0"),
    "a 1": saying("1"),
    "a 2": delegates("b"),
    "b 0": saying("3"),
    "b 1": saying("4"),
    "b 2": saying("5"),
  });
  await using scene = await openScene({ script, tools: [tool, say], policy, ask });
  await scene.session.prompt("go").outcome;
  assert.equal(most, 1);
});

test("a permission for the session applies to all agents of its tree and to no other session", async () => {
  const subjects: unknown[] = [];
  const ask = async ({ requests }: Question): Promise<Answer> => {
    subjects.push(requests[0]?.subject);
    return { kind: "session" };
  };
  const script = replies({
    go: delegates("one"),
    one: saying("first"),
    again: delegates("two"),
    two: saying("second"),
    own: saying("third"),
  });
  await using scene = await openScene({ script, tools: [delegate(), say], policy, ask });
  for (const text of ["go", "again", "own"]) await scene.session.prompt(text).outcome;
  assert.deepEqual(subjects, ["first"]);
  const other = await scene.runtime.create({ cwd: "/", model: scene.model.info.reference });
  await other.prompt("own").outcome;
  assert.deepEqual(subjects, ["first", "third"]);
});

test("a denial by the policy applies to agents", async () => {
  const ask = async (): Promise<Answer> => ({ kind: "once" });
  const deny = () => ({ verdict: "deny" as const, reason: "this project is quiet" });
  const results: string[] = [];
  const tool = agentTool(async (context, text) => {
    const agent = await context.spawn({});
    await agent.prompt(text).outcome;
    results.push(...agent.entries.flatMap((entry) => ("message" in entry ? [JSON.stringify(entry.message)] : [])));
    return "asked";
  });
  const script = replies({ go: delegates("one"), one: saying("ahoy") });
  await using scene = await openScene({
    script,
    tools: [tool, say],
    policy: ({ tool: name }) => (name === "say" ? deny() : undefined),
    ask,
  });
  await scene.session.prompt("go").outcome;
  assert.ok(results.some((result) => result.includes("Denied: this project is quiet.")));
});

test("aborting an agent withdraws its question, and the next question is asked", async () => {
  const withdrawn: boolean[] = [];
  const asked = Promise.withResolvers<void>();
  const ask = ({ requests }: Question, signal: AbortSignal): Promise<Answer> => {
    if (requests[0]?.subject !== "first") return Promise.resolve({ kind: "once" });
    asked.resolve();
    signal.addEventListener("abort", () => withdrawn.push(true));
    return NEVER;
  };
  const tool = agentTool(async (context) => {
    const [one, other] = [await context.spawn({}), await context.spawn({})];
    const first = answerOf(one, "one");
    await asked.promise;
    const second = answerOf(other, "two");
    one.abort();
    return `${await first}, ${await second}`;
  });
  const script = replies({ go: delegates("x"), one: saying("first"), two: saying("second") });
  await using scene = await openScene({ script, tools: [tool, say], policy, ask });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(withdrawn, [true]);
  assert.equal(transcript(scene.session)[2], "tool: aborted, two done");
});

test("a pending question of one session does not block another session or its agents", async () => {
  const ask = ({ requests }: Question): Promise<Answer> =>
    requests[0]?.subject === "wait" ? NEVER : Promise.resolve({ kind: "once" as const });
  const script = replies({ wait: saying("wait"), go: delegates("one"), one: saying("ahoy") });
  await using scene = await openScene({ script, tools: [delegate(), say], policy, ask });
  void scene.session.prompt("wait");
  const other = await scene.runtime.create({ cwd: "/", model: scene.model.info.reference });
  assert.equal((await other.prompt("go").outcome).kind, "done");
});
