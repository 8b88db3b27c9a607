import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { PermissionRequest, Verdict } from "../loop/index.ts";
import { ASKER } from "./asker.fixture.ts";
import { QuestionQueue, type Reply } from "./question-queue.ts";
import { denyAll } from "./deny-all.ts";
import { readingInside } from "./grants.ts";
import type { Answer, Ask, Question, SavedAnswers } from "./question.ts";
import { policyGate } from "./policy-gate.ts";

const NEVER = new AbortController().signal;
const CALL = { type: "tool_call", id: "call-1", name: "say", input: {} } as const;
const SAY: PermissionRequest = { tool: "say", effect: "execute", subject: "ahoy" };
const silent: Ask = () => new Promise(() => {});

/** Creates a gate whose questions stay open until the test answers them. */
const gateWithQueue = (ask: Ask = silent, answers?: SavedAnswers) => {
  const asking = new QuestionQueue({ answers });
  const replies: [Reply, readonly string[]][] = [];
  const saveErrors: unknown[] = [];
  const gate = policyGate({
    asker: ASKER,
    policy: readingInside(),
    ask,
    questions: asking,
    onReply: (_, reply, rules) => replies.push([reply, rules]),
    onSaveFailed: (error) => saveErrors.push(error),
  });
  const check = (request = SAY, signal = NEVER): Promise<Verdict> => gate.check(CALL, [request], signal);
  return { asking, check, replies, saveErrors };
};

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Returns the only open question. */
const opened = async (asking: QuestionQueue) => {
  await settled();
  const [open, ...more] = asking.open;
  assert.ok(open !== undefined && more.length === 0);
  return open;
};

test("an open question is answered from elsewhere once, and the Ask that is waiting receives an abort", async () => {
  const withdrawn: string[] = [];
  const ask: Ask = (_, signal) => new Promise(() => signal.addEventListener("abort", () => withdrawn.push("withdrawn")));
  const { asking, check, replies } = gateWithQueue(ask);
  const verdict = check();
  const open = await opened(asking);
  assert.equal(open.question.tool, "say");
  assert.equal(open.answer({ kind: "once" }), "answered");
  assert.equal(open.answer({ kind: "deny" }), "settled");
  assert.deepEqual(await verdict, { kind: "allow" });
  assert.deepEqual([withdrawn, replies, asking.open], [["withdrawn"], [[{ kind: "once" }, []]], []]);
});

test("if the Ask answers first, an answer from elsewhere is ignored and nothing is withdrawn", async () => {
  const asked = Promise.withResolvers<Answer>();
  let signalOfAsk: AbortSignal | undefined;
  const { asking, check } = gateWithQueue((_, signal) => {
    signalOfAsk = signal;
    return asked.promise;
  });
  const verdict = check();
  const open = await opened(asking);
  asked.resolve({ kind: "deny" });
  assert.equal((await verdict).kind, "deny");
  assert.equal(open.answer({ kind: "always" }), "settled");
  assert.equal(signalOfAsk?.aborted, false);
});

test("ids of questions are unique within a queue", async () => {
  const { asking, check } = gateWithQueue();
  const ids: string[] = [];
  for (let round = 0; round < 3; round++) {
    const verdict = check();
    const open = await opened(asking);
    ids.push(open.question.id);
    open.answer({ kind: "once" });
    await verdict;
  }
  assert.equal(new Set(ids).size, 3);
});

test("an answer saves the rules that were offered and named, and no others", async () => {
  const { asking, check, replies } = gateWithQueue();
  const verdict = check();
  (await opened(asking)).answer({ kind: "session", rules: ["bash", "say", "write(/**)"] });
  await verdict;
  assert.deepEqual(replies[0]?.[1], ["say"]);
  const again = check();
  assert.deepEqual(await again, { kind: "allow" });
  const other = check({ tool: "bash", effect: "execute", subject: "rm x" });
  (await opened(asking)).answer({ kind: "session", rules: [] });
  assert.deepEqual(await other, { kind: "allow" });
  assert.deepEqual(replies[1]?.[1], []);
});

const memory = (fails = false) => {
  const saved: [string, readonly string[]][] = [];
  const answers: SavedAnswers = {
    rules: () => saved.flatMap(([, rules]) => rules),
    async save(scope, rules) {
      if (fails) throw new Error("the disk is full");
      saved.push([scope, rules]);
    },
  };
  return { saved: saved, answers };
};

test("answers for the project and for always are saved, and apply to the next session", async () => {
  const { saved, answers } = memory();
  for (const kind of ["project", "always"] as const) {
    const { asking, check } = gateWithQueue(silent, answers);
    const verdict = check({ ...SAY, tool: kind });
    (await opened(asking)).answer({ kind });
    assert.deepEqual(await verdict, { kind: "allow" });
    assert.deepEqual(await gateWithQueue(silent, answers).check({ ...SAY, tool: kind }), { kind: "allow" });
  }
  assert.deepEqual(saved, [
    ["project", ["project"]],
    ["always", ["always"]],
  ]);
});

test("a removed saved answer is asked again at once, also in the session that gave it", async () => {
  const { saved, answers } = memory();
  const { asking, check } = gateWithQueue(silent, answers);
  const verdict = check();
  (await opened(asking)).answer({ kind: "always" });
  await verdict;
  assert.deepEqual(await check(), { kind: "allow" });
  saved.length = 0;
  const again = check();
  (await opened(asking)).answer({ kind: "deny" });
  assert.equal((await again).kind, "deny");
});

test("without saved answers, an answer for always applies to the session", async () => {
  const { asking, check } = gateWithQueue();
  const verdict = check();
  (await opened(asking)).answer({ kind: "always" });
  await verdict;
  assert.deepEqual(await check(), { kind: "allow" });
});

test("an answer that cannot be saved is reported, allows its call, and applies to the session", async () => {
  const { asking, check, saveErrors } = gateWithQueue(silent, memory(true).answers);
  const verdict = check();
  (await opened(asking)).answer({ kind: "always" });
  assert.deepEqual(await verdict, { kind: "allow" });
  assert.match(String(saveErrors[0]), /the disk is full/);
  assert.deepEqual(await check(), { kind: "allow" });
});

test("an invalid saved rule allows nothing, and the others apply", async () => {
  const answers: SavedAnswers = { rules: () => ["bash(a;b)", "", "say"], save: async () => {} };
  assert.deepEqual(await gateWithQueue(silent, answers).check(), { kind: "allow" });
});

test("a run that is aborted while its answer is being saved does not run the call, and the answer is saved", async () => {
  const begun = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const saved: string[] = [];
  const answers: SavedAnswers = {
    rules: () => saved,
    async save(_, rules) {
      begun.resolve();
      await written.promise;
      saved.push(...rules);
    },
  };
  const { asking, check, replies } = gateWithQueue(silent, answers);
  const aborter = new AbortController();
  const verdict = check(SAY, aborter.signal);
  (await opened(asking)).answer({ kind: "always" });
  await begun.promise;
  aborter.abort();
  assert.equal((await verdict).kind, "deny");
  written.resolve();
  assert.deepEqual(await check(), { kind: "allow" });
  assert.deepEqual(replies, [[{ kind: "always" }, ["say"]]]);
});

const ANSWERS: readonly Answer[] = [{ kind: "once" }, { kind: "session" }, { kind: "deny" }, { kind: "deny", reason: "no" }];

test("exactly one of two answers and an abort, in any order, counts, and observers are notified of it once", async () => {
  const act = fc.constantFrom("asked", "elsewhere", "elsewhere again", "abort", "let others run");
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...ANSWERS], { minLength: 3, maxLength: 3 }),
      fc.array(act, { maxLength: 8 }),
      async (answers, acts) => {
        const asked = Promise.withResolvers<Answer>();
        const aborter = new AbortController();
        let ofAsk: AbortSignal | undefined;
        const questions: Question[] = [];
        const { asking, check, replies } = gateWithQueue((question, signal) => {
          questions.push(question);
          ofAsk = signal;
          return asked.promise;
        });
        const verdict = check(SAY, aborter.signal);
        const open = await opened(asking);
        const deliveries: string[] = [];
        for (const one of acts) {
          if (one === "asked") asked.resolve(answers[0] ?? { kind: "once" });
          else if (one === "elsewhere") deliveries.push(open.answer(answers[1] ?? { kind: "once" }));
          else if (one === "elsewhere again") deliveries.push(open.answer(answers[2] ?? { kind: "once" }));
          else if (one === "abort") aborter.abort();
          else await settled();
        }
        const late = open.answer({ kind: "once" });
        const { kind } = await verdict;
        await settled();

        assert.equal(questions.length, 1);
        assert.equal(replies.length, 1);
        const counted = replies[0]?.[0];
        assert.ok([...deliveries, late].filter((one) => one === "answered").length <= 1);
        const fromElsewhere = [...deliveries, late].includes("answered");
        assert.equal(ofAsk?.aborted, fromElsewhere || counted?.kind === "withdrawn");
        if (!aborter.signal.aborted) assert.equal(kind === "allow", counted?.kind === "once" || counted?.kind === "session");
        if (counted?.kind === "withdrawn") assert.ok(!fromElsewhere && kind === "deny");
        assert.deepEqual(asking.open, []);
      },
    ),
    { numRuns: 300 },
  );
});

test("observers are notified when a question is asked, and once when it ends, with its reply and answerer", async () => {
  const observed: unknown[] = [];
  const asking = new QuestionQueue({
    observer: {
      asked: ({ id }) => void observed.push(["asked", id, asking.open.length]),
      ended: ({ id }, { kind }, by) => void observed.push(["ended", id, kind, by, asking.open.length]),
    },
  });
  const aborting = new AbortController();
  const put = (ask: Ask, signal = NEVER): Promise<Verdict> =>
    policyGate({ asker: ASKER, policy: readingInside(), ask, questions: asking }).check(CALL, [SAY], signal);
  await put(async () => ({ kind: "once" }));
  const elsewhere = put(silent);
  const open = await opened(asking);
  open.answer({ kind: "deny" }, "a screen");
  open.answer({ kind: "once" }, "too late");
  await elsewhere;
  const withdrawn = put(silent, aborting.signal);
  await opened(asking);
  aborting.abort();
  await withdrawn;
  assert.deepEqual(observed, [
    ["asked", "1", 1],
    ["ended", "1", "once", undefined, 0],
    ["asked", "2", 1],
    ["ended", "2", "deny", "a screen", 0],
    ["asked", "3", 1],
    ["ended", "3", "withdrawn", undefined, 0],
  ]);
});

test("observers are not notified of a question that no user can answer", async () => {
  const course = { asked: () => assert.fail("asked"), ended: () => assert.fail("ended") };
  const gate = policyGate({
    asker: ASKER,
    policy: readingInside(),
    ask: denyAll(() => "Allow it."),
    questions: new QuestionQueue({ observer: course }),
  });
  assert.equal((await gate.check(CALL, [SAY], NEVER)).kind, "deny");
});
