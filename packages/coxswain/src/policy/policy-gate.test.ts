import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import type { Effect, PermissionRequest, Verdict } from "../loop/index.ts";
import { ASKER } from "./asker.fixture.ts";
import { allowAll, readingInside } from "./grants.ts";
import { type Policy, strictest } from "./policy.ts";
import type { Reply } from "./question-queue.ts";
import { policyGate } from "./policy-gate.ts";
import type { Answer, Ask, Question } from "./question.ts";

const NEVER = new AbortController().signal;
const callOf = (name: string, id = "call-1") => ({ type: "tool_call", id, name, input: {} }) as const;
const request = (tool: string, effect: Effect = "execute"): PermissionRequest => ({ tool, effect, subject: `${tool} it` });

/** Queues the questions until the test answers them, oldest first. */
const desk = () => {
  const open: { readonly question: Question; readonly answer: (answer: Answer) => void }[] = [];
  const arrivals = new EventTarget();
  const ask: Ask = (question) =>
    new Promise((answer) => {
      open.push({ question, answer });
      arrivals.dispatchEvent(new Event("question"));
    });
  const next = async () => {
    if (open.length === 0) await once(arrivals, "question");
    const first = open.shift();
    assert.ok(first);
    return first;
  };
  return { ask, next, waiting: () => open.length };
};

const answering =
  (answer: Answer): Ask =>
  async () =>
    answer;

const asked = (ask: Ask) => policyGate({ asker: ASKER, policy: readingInside(), ask });

test("a call that the policy allows or denies is never asked about", async () => {
  const ask: Ask = async () => assert.fail("asked");
  const noShell: Policy = ({ tool }) => (tool === "bash" ? { verdict: "deny", reason: "no shell here" } : undefined);
  const gate = policyGate({ asker: ASKER, policy: strictest(allowAll(), noShell), ask });

  assert.deepEqual(await gate.check(callOf("edit"), [request("edit", "write")], NEVER), { kind: "allow" });
  assert.deepEqual(await gate.check(callOf("bash"), [request("bash")], NEVER), { kind: "deny", reason: "no shell here." });
});

test("a question has the call and only the open requests", async () => {
  const { ask, next } = desk();
  const inside = { tool: "copy", effect: "read", subject: "/work/a", inside: true } as const;
  const outside = { tool: "copy", effect: "write", subject: "/tmp/a", inside: false } as const;
  const verdict = asked(ask).check(callOf("copy", "call-7"), [inside, outside], NEVER);
  const { question, answer } = await next();

  assert.deepEqual(question, {
    id: "1",
    sessionId: "s",
    root: "s",
    tool: "copy",
    callId: "call-7",
    input: {},
    requests: [outside],
    reasons: ["nothing allows copy to change files outside the session's folder"],
    offers: ["write(/tmp/a)"],
  });
  answer({ kind: "once" });
  assert.deepEqual(await verdict, { kind: "allow" });
});

test("S4-06: a second question waits for the answer to the first one", async () => {
  const { ask, next, waiting } = desk();
  const gate = asked(ask);
  const first = gate.check(callOf("bash", "call-1"), [request("bash")], NEVER);
  const second = gate.check(callOf("edit", "call-2"), [request("edit", "write")], NEVER);

  const one = await next();
  assert.equal(one.question.callId, "call-1");
  assert.equal(waiting(), 0);
  one.answer({ kind: "once" });
  assert.deepEqual(await first, { kind: "allow" });

  const two = await next();
  assert.equal(two.question.callId, "call-2");
  two.answer({ kind: "deny" });
  assert.equal((await second).kind, "deny");
});

test("one session's question does not block another session's", async () => {
  const busy = desk();
  void asked(busy.ask).check(callOf("bash"), [request("bash")], NEVER);
  await busy.next();
  const other = asked(answering({ kind: "once" }));
  assert.deepEqual(await other.check(callOf("bash"), [request("bash")], NEVER), { kind: "allow" });
});

test("the answer once allows one call, and the next one is asked again", async () => {
  const { ask, next } = desk();
  const gate = asked(ask);
  for (const id of ["call-1", "call-2"]) {
    const verdict = gate.check(callOf("bash", id), [request("bash")], NEVER);
    const { question, answer } = await next();
    assert.equal(question.callId, id);
    answer({ kind: "once" });
    assert.deepEqual(await verdict, { kind: "allow" });
  }
});

test("an answer for the session allows equal calls, later ones and waiting ones, and nothing else", async () => {
  const { ask, next } = desk();
  const gate = asked(ask);
  const first = gate.check(callOf("say", "call-1"), [request("say")], NEVER);
  const waits = gate.check(callOf("say", "call-2"), [request("say")], NEVER);
  (await next()).answer({ kind: "session" });

  assert.deepEqual(await first, { kind: "allow" });
  assert.deepEqual(await waits, { kind: "allow" });
  assert.deepEqual(await gate.check(callOf("say", "call-3"), [request("say")], NEVER), { kind: "allow" });

  const other = gate.check(callOf("edit"), [request("edit", "write")], NEVER);
  const { question, answer } = await next();
  assert.equal(question.tool, "edit");
  answer({ kind: "once" });
  await other;
});

test("a saved answer overrides neither a denial nor a question of the policy", async () => {
  const asks: string[] = [];
  const stricter: Policy = ({ subject }) =>
    subject === "shout"
      ? { verdict: "deny", reason: "no shouting" }
      : subject === "sing"
        ? { verdict: "ask", reason: "it is late" }
        : undefined;
  const ask: Ask = async ({ requests, offers }) => {
    asks.push(`${requests[0]?.subject ?? ""}: ${offers.join()}`);
    return { kind: "session" };
  };
  const gate = policyGate({ asker: ASKER, policy: stricter, ask });
  const say = (subject: string): Promise<Verdict> => gate.check(callOf("say"), [{ tool: "say", effect: "execute", subject }], NEVER);
  assert.deepEqual(await say("whisper"), { kind: "allow" });
  assert.deepEqual(await say("shout"), { kind: "deny", reason: "no shouting." });
  assert.deepEqual(await say("sing"), { kind: "allow" });
  assert.deepEqual(await say("sing"), { kind: "allow" });
  assert.deepEqual(asks, ["whisper: say", "sing: ", "sing: "]);
});

test("a denial with a reason passes it to the model and stops the calls after it; one without a reason does not stop them", async () => {
  const check = (answer: Answer): Promise<Verdict> => asked(answering(answer)).check(callOf("bash"), [request("bash")], NEVER);
  assert.deepEqual(await check({ kind: "deny", reason: "use pnpm" }), {
    kind: "deny",
    reason: "The user did not allow it: use pnpm",
    stop: true,
  });
  assert.deepEqual(await check({ kind: "deny" }), { kind: "deny", reason: "The user did not allow it." });
  assert.deepEqual(await check({ kind: "unanswered", reason: "No user is available." }), { kind: "deny", reason: "No user is available." });
});

test("an abort withdraws the question at once, and a later answer no longer counts", async () => {
  const { ask, next } = desk();
  const replies: Reply[] = [];
  const gate = policyGate({ asker: ASKER, policy: readingInside(), ask, onReply: (_, reply) => replies.push(reply) });
  const aborter = new AbortController();
  const verdict = gate.check(callOf("bash"), [request("bash")], aborter.signal);
  const { answer } = await next();
  aborter.abort();

  assert.equal((await verdict).kind, "deny");
  answer({ kind: "session" });
  const again = gate.check(callOf("bash", "call-2"), [request("bash")], NEVER);
  const second = await next();
  assert.deepEqual(replies, [{ kind: "withdrawn" }]);
  second.answer({ kind: "once" });
  assert.deepEqual(await again, { kind: "allow" });
});

test("an abort settles a waiting call without asking about it", async () => {
  const { ask, next, waiting } = desk();
  const gate = asked(ask);
  const first = gate.check(callOf("bash", "call-1"), [request("bash")], NEVER);
  const { answer } = await next();
  const aborter = new AbortController();
  const second = gate.check(callOf("bash", "call-2"), [request("bash")], aborter.signal);
  aborter.abort();
  assert.equal((await second).kind, "deny");

  answer({ kind: "once" });
  await first;
  const third = gate.check(callOf("bash", "call-3"), [request("bash")], NEVER);
  const { question, answer: last } = await next();
  assert.equal(question.callId, "call-3");
  assert.equal(waiting(), 0);
  last({ kind: "once" });
  await third;
});

test("a run that was aborted already asks nothing", async () => {
  const gate = asked(async () => assert.fail("asked"));
  assert.equal((await gate.check(callOf("bash"), [request("bash")], AbortSignal.abort())).kind, "deny");
});

test("an Ask that fails denies, and the next question is still put", async () => {
  let broken = true;
  const gate = asked(async () => {
    if (broken) throw new Error("the terminal was closed");
    return { kind: "once" };
  });
  assert.deepEqual(await gate.check(callOf("bash"), [request("bash")], NEVER), {
    kind: "deny",
    reason: "The question failed: the terminal was closed",
  });
  broken = false;
  assert.deepEqual(await gate.check(callOf("bash"), [request("bash")], NEVER), { kind: "allow" });
});

test("every onAsk is followed by its onReply", async () => {
  const events: string[] = [];
  const gate = policyGate({
    asker: ASKER,
    policy: readingInside(),
    ask: answering({ kind: "once" }),
    onAsk: ({ callId }) => events.push(`ask ${callId}`),
    onReply: ({ callId }, { kind }) => events.push(`${kind} ${callId}`),
  });
  await Promise.all(["a", "b"].map((id) => gate.check(callOf("bash", id), [request("bash")], NEVER)));
  assert.deepEqual(events, ["ask a", "once a", "ask b", "once b"]);
});
