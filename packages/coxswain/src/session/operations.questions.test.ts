import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Answer, Ask, Policy } from "../policy/index.ts";
import { openScene, sayTool, transcript } from "../runtime/runtime.fixture.ts";
import { agentTool, answerOf, delegate, delegates, gathered, replies } from "./agents/agents.fixture.ts";
import type { Event } from "../journal/index.ts";
import type { Session } from "./session.ts";
import { answerQuestion, pendingQuestions } from "./operations.ts";

const policy: Policy = () => undefined;
const silent: Ask = () => new Promise(() => {});
const say = sayTool({ needs: ({ text }) => [{ tool: "say", effect: "execute", subject: text }] });
const saying = (...texts: readonly string[]) => ({ calls: texts.map((text) => ({ name: "say", input: { text } })) });

/** Returns the session's next question. */
const nextQuestion = async (session: Session): Promise<Event & { readonly type: "permission_ask" }> => {
  for await (const event of session.events({ types: ["permission_ask"] })) return event;
  assert.fail("nothing is asked");
};

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test("a question is emitted, listed as pending and answered by its id", async () => {
  await using scene = await openScene({ script: replies({ go: saying("ahoy") }), tools: [say], policy, ask: silent });
  const { session } = scene;
  const { events } = gathered(session);
  const asking = nextQuestion(session);
  const run = session.prompt("go");
  const asked = await asking;
  const [question, ...more] = pendingQuestions(session);
  assert.deepEqual(more, []);
  assert.equal(question?.id, asked.id);
  assert.deepEqual([asked.tool, asked.offers, asked.reasons], ["say", ["say"], ["nothing allows say to run commands"]]);
  assert.equal(answerQuestion(session, "another", { kind: "deny" }), "settled");
  assert.equal(answerQuestion(session, asked.id, { kind: "session" }), "answered");
  assert.equal(answerQuestion(session, asked.id, { kind: "deny" }), "settled");
  assert.equal((await run.outcome).kind, "done");
  assert.deepEqual(pendingQuestions(session), []);
  const replied = events.filter((event) => event.type === "permission_reply");
  assert.deepEqual(
    replied.map(({ id, allowed, answer, rules }) => ({ id, allowed, answer, rules })),
    [{ id: asked.id, allowed: true, answer: "session", rules: ["say"] }],
  );
});

test("the root session lists and answers questions of agents at any depth", async () => {
  const deep = agentTool(async (context, text) => answerOf(await context.spawn({ tools: ["delegate", "say"] }), text));
  const script = replies({ go: delegates("one"), one: delegates("two"), two: saying("ahoy") });
  await using scene = await openScene({ script, tools: [deep, say], policy, ask: silent });
  const asking = nextQuestion(scene.session);
  const run = scene.session.prompt("go");
  const asked = await asking;
  assert.equal(asked.agent.depth, 2);
  assert.equal(pendingQuestions(scene.session)[0]?.agent?.depth, 2);
  assert.equal(answerQuestion(scene.session, asked.id, { kind: "once" }), "answered");
  assert.equal((await run.outcome).kind, "done");
});

test("aborting a run withdraws its question and ignores later answers", async () => {
  let withdrawn = false;
  const ask: Ask = (_, signal) => new Promise(() => signal.addEventListener("abort", () => (withdrawn = true)));
  await using scene = await openScene({ script: replies({ go: saying("ahoy") }), tools: [say], policy, ask });
  const { session } = scene;
  const asking = nextQuestion(session);
  const run = session.prompt("go");
  const { id } = await asking;
  session.abort();
  assert.equal(answerQuestion(session, id, { kind: "once" }), "settled");
  assert.equal((await run.outcome).kind, "aborted");
  assert.deepEqual([withdrawn, pendingQuestions(session)], [true, []]);
});

test("closing a session withdraws an agent's question and ignores later answers", async () => {
  let withdrawn = false;
  const ask: Ask = (_, signal) => new Promise(() => signal.addEventListener("abort", () => (withdrawn = true)));
  const script = replies({ go: delegates("speak"), speak: saying("ahoy") });
  await using scene = await openScene({ script, tools: [delegate(), say], policy, ask });
  const { session } = scene;
  const asking = nextQuestion(session);
  const run = session.prompt("go");
  const { id } = await asking;
  await session.close();
  assert.equal((await run.outcome).kind, "aborted");
  assert.equal(answerQuestion(session, id, { kind: "always" }), "settled");
  assert.deepEqual([withdrawn, pendingQuestions(session)], [true, []]);
});

test("closing an agent withdraws its question", async () => {
  const asked = Promise.withResolvers<void>();
  const ask: Ask = () => {
    asked.resolve();
    return new Promise(() => {});
  };
  const tool = agentTool(async (context) => {
    const agent = await context.spawn({ tools: ["say"] });
    void agent.prompt("one");
    await asked.promise;
    return "left it";
  });
  await using scene = await openScene({ script: replies({ go: delegates("x"), one: saying("ahoy") }), tools: [tool, say], policy, ask });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(pendingQuestions(scene.session), []);
  assert.equal(transcript(scene.session)[2], "tool: left it");
});

test("with answers from two sides and an abort in any order, each question gets one reply and at most one answer", async () => {
  const ANSWERS: readonly Answer[] = [{ kind: "once" }, { kind: "deny" }, { kind: "session" }, { kind: "deny", reason: "no" }];
  const act = fc.record({
    by: fc.constantFrom("ask", "one side", "the other side", "abort", "no client"),
    answer: fc.constantFrom(...ANSWERS),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 12 }), fc.boolean(), async (acts, byAgents) => {
      const open: { readonly id: string; readonly resolve: (answer: Answer) => void; readonly signal: AbortSignal }[] = [];
      const ask: Ask = ({ id }, signal) => new Promise((resolve) => void open.push({ id, resolve, signal }));
      const script = replies({
        go: byAgents ? delegates("a", "b", "c") : saying("a", "b", "c"),
        a: saying("a"),
        b: saying("b"),
        c: saying("c"),
      });
      await using scene = await openScene({ script, tools: [delegate({ tools: ["say"] }), say], policy, ask });
      const { session } = scene;
      const { events, done } = gathered(session);
      const run = session.prompt("go");
      let ended = false;
      void run.outcome.finally(() => (ended = true));
      const answered = new Map<string, number>();
      const give = (answer: Answer): void => {
        const [question] = pendingQuestions(session);
        if (question === undefined || answerQuestion(session, question.id, answer) === "settled") return;
        answered.set(question.id, (answered.get(question.id) ?? 0) + 1);
        assert.equal(answerQuestion(session, question.id, answer), "settled");
      };
      for (const { by, answer } of acts) {
        assert.ok(pendingQuestions(session).length <= 1);
        if (by === "ask") open.at(-1)?.resolve(answer);
        else if (by === "abort") session.abort();
        else if (by === "no client") for (let turn = 0; turn < 20; turn++) await settled();
        else give(answer);
      }
      while (!ended) {
        give({ kind: "once" });
        await settled();
      }
      await session.close();
      await done;

      const asked = events.flatMap((event) => (event.type === "permission_ask" ? [event.id] : []));
      const replied = events.flatMap((event) => (event.type === "permission_reply" ? [event] : []));
      assert.deepEqual(
        replied.map(({ id }) => id),
        asked,
      );
      assert.equal(new Set(asked).size, asked.length);
      for (const { id, answer } of replied) {
        const fromElsewhere = answered.get(id) ?? 0;
        assert.ok(fromElsewhere <= 1);
        const { signal } = open.find((one) => one.id === id) ?? assert.fail();
        assert.equal(signal.aborted, fromElsewhere === 1 || answer === "withdrawn");
      }
    }),
    { numRuns: 60 },
  );
});
