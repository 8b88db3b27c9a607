import assert from "node:assert/strict";
import { test } from "node:test";
import type { AnyEntry } from "coxswain";
import type { ExplicitAnswer } from "coxswain/policy";
import { PERMISSION_QUESTIONS, WatchedQuestions } from "./watched-questions.ts";

let seq = 0;
const entry = (type: string, fields: object): AnyEntry => ({ seq: seq++, id: `e${seq}`, parent: null, at: 0, type, ...fields }) as AnyEntry;
const ask = (id: string): AnyEntry => entry("permission_ask", { id, tool: "bash", callId: "c", requests: [], reasons: [], offers: [] });
const reply = (question: string, fields: object = {}): AnyEntry =>
  entry("permission_reply", { question, allowed: true, answer: "once", ...fields });

/** A watcher that answers on demand and records its events in order. */
const watch = (entries: readonly AnyEntry[] = []) => {
  const calls: string[] = [];
  const answers: ((answer: ExplicitAnswer) => void)[] = [];
  const questions = new WatchedQuestions({
    kind: PERMISSION_QUESTIONS,
    watcher: {
      ask({ id }, signal) {
        calls.push(`asked ${id}`);
        return new Promise<ExplicitAnswer | undefined>((resolve) => {
          answers.push(resolve);
          signal.addEventListener("abort", () => {
            calls.push(`withdrawn ${id}`);
            resolve(undefined);
          });
        });
      },
      replied: ({ question, answer }) => void calls.push(`replied ${question} ${answer}`),
    },
    entries,
    async answer(question, { kind }) {
      calls.push(`given ${question} ${kind}`);
      return {
        id: "mine",
        async withdraw() {
          calls.push("taken back");
          return true;
        },
      };
    },
    warn: (line) => void calls.push(line),
  });
  const both = (fact: AnyEntry): void => {
    questions.read(fact);
    questions.reach(fact);
  };
  return { questions, told: calls, both, give: (answer: ExplicitAnswer) => answers.at(-1)?.(answer) };
};

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test("asks a question after all earlier events were shown, and withdraws it once its end is read", async () => {
  const { questions, told: calls } = watch();
  const [first, before, end] = [ask("q"), entry("job_end", {}), reply("q")];
  questions.read(first);
  assert.deepEqual(calls, []);
  questions.reach(first);
  questions.read(before);
  questions.read(end);
  assert.deepEqual(calls, ["asked q", "withdrawn q"]);
  questions.reach(end);
  assert.deepEqual(calls.at(-1), "replied q once");
  await questions.close();
});

test("never asks a question whose end was read before its turn", async () => {
  const { questions, told: calls } = watch();
  const facts = [ask("q"), reply("q")];
  for (const fact of facts) questions.read(fact);
  for (const fact of facts) questions.reach(fact);
  await questions.close();
  assert.deepEqual(calls, []);
});

test("asks a question that was open at the start once, and skips closed ones", async () => {
  const existing = [ask("old"), reply("old"), ask("open")];
  const last = existing.at(-1)?.seq ?? 0;
  const behind = watch(existing);
  behind.questions.begin(last);
  await behind.questions.close();
  assert.deepEqual(behind.told, ["asked open", "withdrawn open"]);
  const from = watch(existing);
  from.questions.begin(-1);
  for (const fact of existing) from.both(fact);
  await from.questions.close();
  assert.deepEqual(from.told, ["asked open", "withdrawn open"]);
});

test("sends an answer to the owner without a notice if it counted", async () => {
  const { questions, told: calls, both, give } = watch();
  both(ask("q"));
  give({ kind: "once" });
  await settled();
  both(reply("q", { by: "mine" }));
  await questions.close();
  assert.deepEqual(
    calls.filter((line) => !line.startsWith("withdrawn")),
    ["asked q", "given q once", "replied q once"],
  );
});

test("withdraws a late answer and reports the one that counted", async () => {
  const late: readonly [AnyEntry, string][] = [
    [reply("q", { by: "another" }), "too late: already allowed in another terminal"],
    [reply("q", { allowed: false, answer: "deny" }), "too late: already denied in another terminal"],
    [reply("q", { allowed: false, answer: "withdrawn" }), "too late: the question was withdrawn"],
    [ask("next"), "too late: the question was withdrawn"],
  ];
  for (const [end, line] of late) {
    const { questions, told: calls, both, give } = watch();
    both(ask("q"));
    give({ kind: "once" });
    await settled();
    both({ ...end, seq: seq++ });
    await settled();
    assert.ok(calls.includes("taken back") && calls.includes(line), calls.join("; "));
    await questions.close();
  }
});
