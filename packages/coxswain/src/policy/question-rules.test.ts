import assert from "node:assert/strict";
import { test } from "node:test";
import type { CommandEffects, PermissionRequest } from "../loop/index.ts";
import { ASKER } from "./asker.fixture.ts";
import { type Policy, strictest } from "./policy.ts";
import { policyGate } from "./policy-gate.ts";
import { QuestionQueue } from "./question-queue.ts";
import type { Ask } from "./question.ts";
import { rulesPolicy } from "./rules/index.ts";

const NEVER = new AbortController().signal;
const CALL = { type: "tool_call", id: "call-1", name: "bash", input: {} } as const;
const silent: Ask = () => new Promise(() => {});

/** A command of known words. */
const command = (...lines: readonly string[]): PermissionRequest => {
  const commands = lines.map((line) => ({
    words: line.split(" ").map((text) => ({ kind: "known", text }) as const),
    unresolved: [],
    inside: [],
  }));
  const effects = { commands, paths: [], hosts: [], unresolved: [] } as unknown as CommandEffects;
  return { tool: "bash", effect: "execute", shell: "bash", subject: lines.join(" && "), effects };
};

const asked = async (request: PermissionRequest, policy: Policy = () => undefined, reason?: string) => {
  const questions = new QuestionQueue();
  const saved: (readonly string[])[] = [];
  const gate = policyGate({
    asker: ASKER,
    policy: strictest(rulesPolicy({}), policy),
    ask: silent,
    questions,
    onReply: (_, __, rules) => saved.push(rules),
  });
  const verdict = gate.check(CALL, [request], NEVER, reason);
  await new Promise((resolve) => void setImmediate(resolve));
  const [open] = questions.open;
  assert.ok(open !== undefined);
  return { gate, verdict, open, saved };
};

test("an edited rule that allows the call is saved, and allows the next such call", async () => {
  const { gate, verdict, open, saved } = await asked(command("cargo test --release"));
  assert.deepEqual(open.question.offers, ["bash(cargo test --release $)"]);
  assert.equal(open.ruleFault(["bash(cargo test)"]), undefined);
  open.answer({ kind: "session", rules: ["bash(cargo test)"] });
  assert.deepEqual(await verdict, { kind: "allow" });
  assert.deepEqual(saved, [["bash(cargo test)"]]);
  assert.deepEqual(await gate.check(CALL, [command("cargo test --lib")], NEVER), { kind: "allow" });
});

test("an edited rule with a fault is not saved, and its fault is one clause", async () => {
  const { verdict, open, saved } = await asked(command("cargo test"));
  const faults = [["bash(npm test)"], ["bash(cargo *)"], ["bash"], [], ["bash(cargo test $)", "bash(rm)"]].map((rules) =>
    open.ruleFault(rules),
  );
  assert.deepEqual(faults, [
    "the rule bash(npm test) does not allow this call",
    'the rule "bash(cargo *)" is invalid: "*" has no meaning in a rule for commands; a rule applies to all commands that begin with its words anyway',
    "the rule bash would allow everything that the tool does; add it to permissions.allow in the settings instead",
    "there is no rule",
    "this call does not need the rule bash(rm)",
  ]);
  open.answer({ kind: "session", rules: ["bash"] });
  assert.deepEqual(await verdict, { kind: "allow" });
  assert.deepEqual(saved, [[]]);
});

test("all parts of a command need a rule, edited or not", async () => {
  const { verdict, open, saved } = await asked(command("cargo build", "cargo test"));
  assert.equal(open.ruleFault(["bash(cargo build)"]), "the rule bash(cargo build) does not allow this call");
  assert.equal(open.ruleFault(["bash(cargo)"]), undefined);
  open.answer({ kind: "session", rules: ["bash(cargo build $)", "bash(cargo test)"] });
  await verdict;
  assert.deepEqual(saved, [["bash(cargo build $)", "bash(cargo test)"]]);
});

test("no rule can be saved for a call that a policy or a hook asks about each time", async () => {
  const asks: Policy = () => ({ verdict: "ask", reason: "it is protected" });
  for (const [policy, reason] of [[asks, undefined] as const, [undefined, "a hook wants to know"] as const]) {
    const { verdict, open, saved } = await asked(command("cargo test"), policy, reason);
    assert.equal(open.ruleFault(["bash(cargo)"]), "this call is asked about each time, so no rule can allow it");
    open.answer({ kind: "always", rules: ["bash(cargo)"] });
    await verdict;
    assert.deepEqual(saved, [[]]);
  }
});
