import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRule } from "./rule.ts";
import { rulesPolicy } from "./rules-policy.ts";

const fault = (text: string): string | undefined => {
  const rule = parseRule(text);
  return "fault" in rule ? rule.fault : undefined;
};

test("a rule is the name of a tool, or a tool with a specifier", () => {
  assert.deepEqual(parseRule("edit"), { text: "edit", about: "tool", tool: "edit" });
  assert.deepEqual(parseRule("bash(git status)"), { text: "bash(git status)", about: "command", words: ["git", "status"] });
  assert.deepEqual(parseRule("read(~/.ssh/**)"), { text: "read(~/.ssh/**)", about: "path", use: "read", pattern: "~/.ssh/**" });
  assert.deepEqual(parseRule("fetch(*.Example.org)"), { text: "fetch(*.Example.org)", about: "host", host: "*.example.org" });
  assert.deepEqual(parseRule("fetch(HTTP://a.org:080)"), {
    text: "fetch(HTTP://a.org:080)",
    about: "host",
    host: "a.org",
    scheme: "http",
    port: 80,
  });
  assert.deepEqual(parseRule("mcp(github/create_issue)"), {
    text: "mcp(github/create_issue)",
    about: "mcp",
    server: "github",
    tool: "create_issue",
  });
  assert.deepEqual(parseRule("mcp(github/list@0a1b)"), {
    text: "mcp(github/list@0a1b)",
    about: "mcp",
    server: "github",
    tool: "list",
    version: "0a1b",
  });
  assert.deepEqual(parseRule("mcp(github)"), { text: "mcp(github)", about: "mcp", server: "github", tool: "*" });
});

test("the words of a command may be quoted", () => {
  const rule = parseRule(`bash(git commit -m "a b" 'c*')`);
  assert.deepEqual("about" in rule && rule.about === "command" && rule.words, ["git", "commit", "-m", "a b", "c*"]);
});

test("a rule that ends with $ is for exactly that command", () => {
  assert.deepEqual(parseRule("bash(npm test $)"), { text: "bash(npm test $)", about: "command", words: ["npm", "test"], exact: true });
  assert.match(fault("bash(npm $ test)") ?? "", /"\$" has no meaning/);
  assert.match(fault("bash($)") ?? "", /"\$" has no meaning/);
  assert.deepEqual(parseRule("bash(echo '$')"), { text: "bash(echo '$')", about: "command", words: ["echo", "$"] });
});

test("the fault of a rule is one line, with the expected form", () => {
  assert.match(fault("") ?? "", /expected the name of a tool, or tool\(specifier\)/);
  assert.match(fault("rm -rf") ?? "", /expected the name of a tool/);
  assert.match(fault("bash()") ?? "", /its parentheses are empty/);
  assert.match(
    fault("bash(git *)") ?? "",
    /"\*" has no meaning in a rule for commands; a rule applies to all commands that begin with its words anyway/,
  );
  assert.match(fault("bash(npm run:*)") ?? "", /a rule applies to all commands that begin with its words anyway/);
  assert.match(fault("bash(a; b)") ?? "", /";" has no meaning/);
  assert.match(fault("bash('a)") ?? "", /a quote is not closed/);
  for (const odd of ["https://a.org/x", "ftp://a.org", "a.org:0", "a.org:65536", "a.org:", "a.org:x", "//a.org", "*"])
    assert.match(fault(`fetch(${odd})`) ?? "", /expected a host in its parentheses/, odd);
  assert.match(fault("mcp(a/b/c)") ?? "", /expected a server and its tool/);
  assert.match(fault("grep(x)") ?? "", /only bash, read, write, edit, fetch and mcp take a specifier/);
});

test("a policy with an invalid rule throws RuleError", () => {
  assert.throws(() => rulesPolicy({ deny: ["bash(a;b)"] }), {
    name: "RuleError",
    code: "rule",
    message: /^the rule "bash\(a;b\)" is invalid: [^\n]*\.$/,
  });
});
