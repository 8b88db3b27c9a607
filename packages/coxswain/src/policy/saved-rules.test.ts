import assert from "node:assert/strict";
import { test } from "node:test";
import type { PermissionRequest } from "../loop/index.ts";
import { commandReader } from "./shell/index.ts";
import { judge, type Policy, strictest } from "./policy.ts";
import { readingInside } from "./grants.ts";
import { rulesPolicy } from "./rules/index.ts";
import { withSavedRules } from "./saved-rules.ts";

const reader = await commandReader();
const command = (subject: string): PermissionRequest => ({
  tool: "bash",
  effect: "execute",
  subject,
  shell: "bash",
  effects: reader(subject),
});
const verdict = (policy: Policy, request: PermissionRequest): string => judge([request], policy).verdict;
const withSaved = (policy: Policy, ...rules: readonly string[]): Policy => withSavedRules(policy, () => rules, { folder: "/work" });

test("a line is allowed if rules allow one part and answers the other, and a third part is asked about", () => {
  const policy = withSaved(
    strictest(readingInside(), rulesPolicy({ allow: ["bash(git status)"] })),
    "bash(npm test $)",
    "write(/work/log)",
  );
  assert.equal(verdict(policy, command("git status && npm test")), "allow");
  assert.equal(verdict(policy, command("git status && npm test > /work/log")), "allow");
  const { verdict: found, reasons } = judge([command("git status && npm test && npm run x")], policy);
  assert.deepEqual([found, reasons], ["ask", ['nothing allows "npm run x"']]);
});

test("answers do not override rules that deny or ask, in any part of a line", () => {
  const policy = withSaved(
    rulesPolicy({ allow: ["bash(git)"], ask: ["bash(git push)"], deny: ["bash(rm)"] }),
    "bash",
    "bash(git push $)",
    "bash(rm a $)",
    "bash(ls $)",
  );
  assert.equal(verdict(policy, command("ls; git push")), "ask");
  assert.equal(verdict(policy, command("git status; rm a")), "deny");
  assert.equal(verdict(policy, command("ls; git status")), "allow");
});

test("answers apply together with a policy that is not made of rules", () => {
  const policy = withSaved(() => undefined, "say");
  assert.equal(verdict(policy, { tool: "say", effect: "execute", subject: "ahoy" }), "allow");
  assert.equal(verdict(policy, { tool: "shout", effect: "execute", subject: "ahoy" }), "ask");
});

test("answers, alone or with rules, do not allow a command to leave the sandbox", () => {
  const policy = withSaved(rulesPolicy({ allow: ["bash(git status)"] }), "bash", "bash(npm test $)");
  assert.equal(verdict(policy, { ...command("git status; npm test"), confined: false }), "ask");
});

test("an invalid rule allows nothing, and the others apply", () => {
  const policy = withSaved(() => undefined, "bash(", "", "say");
  assert.equal(verdict(policy, command("ls")), "ask");
  assert.equal(verdict(policy, { tool: "say", effect: "execute", subject: "ahoy" }), "allow");
});

test("saved rules are loaded once, and only if the policy leaves something open", () => {
  let loads = 0;
  const rules = (): readonly string[] => {
    loads += 1;
    return ["say"];
  };
  const policy = withSavedRules(strictest(readingInside(), rulesPolicy({ deny: ["shout"] })), rules, {});
  judge([{ tool: "read", effect: "read", subject: "/work/a", inside: true }], policy);
  judge([{ tool: "shout", effect: "execute", subject: "ahoy" }], policy);
  assert.equal(loads, 0);
  const say: PermissionRequest = { tool: "say", effect: "execute", subject: "ahoy" };
  assert.equal(judge([say, say], policy).verdict, "allow");
  assert.equal(loads, 1);
});
