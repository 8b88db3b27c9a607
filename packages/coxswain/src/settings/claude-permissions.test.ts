import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { commandReader, judge, rulesPolicy, strictest, allowAll } from "../policy/index.ts";
import { claudePermissions } from "./claude-permissions.ts";

const convert = (permissions: unknown, project = "/work/boat") =>
  claudePermissions(JSON.stringify({ permissions }), { source: "settings.json", project });
/** The rules for one that allows and for one that denies; undefined with a warning. */
const both = (rule: string) => {
  const { permissions, warnings } = convert({ allow: [rule], deny: [rule] });
  return { allow: permissions.allow ?? [], deny: permissions.deny ?? [], warnings: warnings.length };
};

const EXACT: Readonly<Record<string, readonly string[]>> = {
  Bash: ["bash"],
  "Bash(*)": ["bash"],
  "Bash(npm run lint)": ["bash(npm run lint $)"],
  "Bash(npm run test:*)": ["bash(npm run test)"],
  "Bash(git diff *)": ["bash(git diff)"],
  "Bash(git commit -m 'a b')": ["bash(git commit -m 'a b' $)"],
  "Read(./secrets/**)": ["read(secrets/**)"],
  "Read(config/keys.json)": ["read(config/keys.json)", "read(config/keys.json/**)"],
  "Read(.env)": ["read(**/.env)", "read(**/.env/**)"],
  "Read(./.env.*)": ["read(.env.*)", "read(.env.*/**)"],
  "Read(~/.zshrc)": ["read(~/.zshrc)", "read(~/.zshrc/**)"],
  "Read(//etc/hosts)": ["read(/etc/hosts)", "read(/etc/hosts/**)"],
  "Edit(/src/**)": ["write(/work/boat/src/**)"],
  "Edit(docs/)": ["write(**/docs)", "write(**/docs/**)"],
  "Write(src/**)": ["write(src/**)"],
  WebFetch: ["fetch", "download"],
  "WebFetch(domain:example.com)": ["fetch(example.com)"],
  "WebFetch(domain:*.example.com)": ["fetch(*.example.com)"],
  WebSearch: ["web_search"],
  mcp__github: ["mcp(github)"],
  "mcp__github__*": ["mcp(github/*)"],
  mcp__github__create_issue: ["mcp(github/create_issue)"],
  Task: ["task"],
};

test("rules of Claude Code become the rules for the same requests", () => {
  for (const [rule, rules] of Object.entries(EXACT))
    assert.deepEqual([rule, both(rule)], [rule, { allow: rules, deny: rules, warnings: 0 }]);
  const { permissions } = convert({ allow: ["Read", "Edit"], ask: ["Bash(git push:*)"], deny: ["Read", "Edit"] });
  assert.deepEqual(permissions, {
    allow: ["read", "glob", "grep", "ls", "edit", "write"],
    ask: ["bash(git push)"],
    deny: ["read", "read(/**)", "edit", "write", "write(/**)"],
  });
});

const INEXACT: Readonly<Record<string, readonly string[]>> = {
  "Bash(npm*)": ["bash"],
  "Bash(git * main)": ["bash(git)"],
  "Bash(* --force)": ["bash"],
  "Bash(git push --force*)": ["bash(git push)"],
  "Bash(npm test && npm run build)": ["bash(npm test)"],
  "Bash(FOO=1 rm x)": ["bash(rm x)"],
  "Bash($X)": ["bash"],
  "Read(a{b}c)": ["read(**/a?b?c)", "read(**/a?b?c/**)"],
  "Read(!x)": ["read(**/x)", "read(**/x/**)"],
  "WebFetch(https://example.com)": ["fetch", "download"],
  "mcp__github__get_*": ["mcp(github)"],
  "mcp__*": ["mcp"],
  "Task(Explore)": ["task"],
};

test("a rule without an equal allows nothing, and denies more than it names, with a warning each", () => {
  for (const [rule, rules] of Object.entries(INEXACT))
    assert.deepEqual([rule, both(rule)], [rule, { allow: [], deny: rules, warnings: 2 }]);
  assert.deepEqual(convert({ allow: ["Bash(npm*)"], deny: ["Bash(git * main)"] }).warnings, [
    'settings.json: "permissions.allow" "Bash(npm*)" was ignored: no rule allows exactly that.',
    'settings.json: "permissions.deny" "Bash(git * main)" applies to more than it names: bash(git).',
  ]);
});

test("rules for unknown tools, entries that are not rules, and files that are not JSON are reported", () => {
  assert.deepEqual(convert({ deny: ["Unheard", 1] }), {
    permissions: {},
    warnings: [
      'settings.json: "permissions.deny" "Unheard" was ignored: it names no tool that exists here.',
      'settings.json: "permissions.deny" an entry that is not a string was ignored: it names no tool that exists here.',
    ],
  });
  assert.deepEqual(claudePermissions("{", { source: "s", project: "/" }).warnings, [
    "s: its permission rules were skipped: it is not valid JSON.",
  ]);
  for (const permissions of [undefined, null, 1, [], { allow: {} }])
    assert.deepEqual(convert(permissions), { permissions: {}, warnings: [] });
});

test("a folder with special characters in its name matches more, and so allows nothing", () => {
  assert.deepEqual(convert({ allow: ["Edit(/a)"], deny: ["Edit(/a)"] }, "/work/[x]").permissions, {
    deny: ["write(/work/?x?/a)", "write(/work/?x?/a/**)"],
  });
});

test("converted rules judge commands as the original ones", async () => {
  const read = await commandReader();
  const { permissions } = convert({ allow: ["Bash(npm run test:*)", "Bash(npm run lint)"], deny: ["Bash(curl *)", "Read(./secrets/**)"] });
  const verdict = (command: string, all = false): string => {
    const request = { tool: "bash", effect: "execute", subject: command, shell: "bash", effects: read(command) } as const;
    const policy = rulesPolicy(permissions, { home: "/home/ada", folder: "/work/boat" });
    return judge([request], all ? strictest(policy, allowAll()) : policy).verdict;
  };
  assert.deepEqual(
    ["npm run test --watch", "npm run lint", "npm run lint --fix", "npm run build"].map((command) => verdict(command)),
    ["allow", "allow", "ask", "ask"],
  );
  assert.deepEqual(
    ["curl x.org", "cat secrets/key", "cat README.md"].map((command) => verdict(command, true)),
    ["deny", "deny", "allow"],
  );
});

test("any string converts to valid rules", () => {
  const rule = fc.oneof(
    fc.string(),
    fc
      .tuple(fc.constantFrom("Bash", "Read", "Edit", "WebFetch", "mcp__a", "Task"), fc.string())
      .map(([tool, inner]) => `${tool}(${inner})`),
  );
  fc.assert(
    fc.property(fc.array(rule), (rules) => {
      const { permissions } = convert({ allow: rules, ask: rules, deny: rules });
      assert.ok(rulesPolicy(permissions, { folder: "/work" }));
    }),
  );
});
