import assert from "node:assert/strict";
import { test } from "node:test";
import { ruleFault } from "./rule-fault.ts";

const TOOLS = ["bash", "edit", "webfetch"];

test("a rule for a tool of the session, or for a part of its use, has no fault", () => {
  for (const rule of ["bash", "bash(npm test)", "bash(npm test $)", "edit(src/**)", "fetch(example.org)", "mcp(github/*)"])
    assert.equal(ruleFault(rule, TOOLS), undefined);
});

test("a rule for no tool names the nearest one and the forms of a rule", () => {
  assert.match(ruleFault("bahs", TOOLS) ?? "", /^no tool bahs; did you mean bash\? A rule is a tool, or .*bash\(npm test\)/);
  assert.match(ruleFault("foo", TOOLS) ?? "", /^no tool foo\. A rule is/);
});

test("an invalid rule names its fault and the forms of a rule", () => {
  assert.match(ruleFault("npm test", TOOLS) ?? "", /^the rule "npm test" is invalid: .*\. A rule is/);
});
