import assert from "node:assert/strict";
import { test } from "node:test";
import type { PermissionRequest } from "../../loop/index.ts";
import { allowAll } from "../grants.ts";
import { commandReader } from "../shell/index.ts";
import { judge, type Policy, strictest } from "../policy.ts";
import { type RuleLists, rulesPolicy } from "./rules-policy.ts";

const PLACES = { home: "/home/ada", folder: "/work" };
const verdict = (rules: RuleLists, request: PermissionRequest, ...beside: readonly Policy[]): string =>
  judge([request], strictest(rulesPolicy(rules, PLACES), ...beside)).verdict;
const file = (effect: "read" | "write", subject: string, tool: string = effect): PermissionRequest => ({ tool, effect, subject });
const command = async (subject: string): Promise<PermissionRequest> => {
  const read = await commandReader();
  return { tool: "bash", effect: "execute", subject, shell: "bash", effects: read(subject) };
};

test("deny beats ask beats allow, and a request without a matching rule is left open", async () => {
  const request = await command("git push --force");
  const all = { allow: ["bash(git push)"], ask: ["bash(git)"], deny: ["bash(git push -f)"] };
  assert.equal(verdict(all, request), "deny");
  assert.equal(verdict({ ...all, deny: [] }, request), "ask");
  assert.equal(verdict({ allow: all.allow }, request), "allow");
  assert.equal(rulesPolicy({}, PLACES)(request)?.verdict, "open");
  assert.equal(verdict({}, request, allowAll()), "allow");
});

test("no other policy allows a request to which a rule that denies or asks applies, or may apply", async () => {
  assert.equal(verdict({ deny: ["bash(rm -rf)"] }, await command("rm -rf x"), allowAll()), "deny");
  assert.equal(verdict({ deny: ["bash(rm -rf)"] }, await command("$X"), allowAll()), "ask");
  assert.equal(verdict({ deny: ["bash(rm -rf)"] }, await command("if"), allowAll()), "ask");
  assert.equal(verdict({ deny: ["bash(rm -rf)"] }, { tool: "bash", effect: "execute", subject: "ls" }, allowAll()), "ask");
});

test("a rule with only a tool's name applies to everything that the tool does", async () => {
  assert.equal(verdict({ allow: ["bash"] }, await command("$X > y")), "allow");
  assert.equal(verdict({ deny: ["edit"] }, file("write", "/work/a", "edit"), allowAll()), "deny");
  assert.equal(verdict({ allow: ["edit"] }, file("write", "/work/a")), "ask");
});

test("a rule for edit also applies to apply_patch", () => {
  const patch = (effect: "read" | "write") => file(effect, "/work/src/a.ts", "apply_patch");
  for (const effect of ["read", "write"] as const) {
    assert.equal(verdict({ allow: ["edit"] }, patch(effect)), "allow");
    assert.equal(verdict({ allow: ["edit(src/**)"] }, patch(effect)), "allow");
    assert.equal(verdict({ allow: ["edit(lib/**)"] }, patch(effect)), "ask");
    assert.equal(verdict({ deny: ["edit"] }, patch(effect), allowAll()), "deny");
  }
  assert.equal(verdict({ allow: ["apply_patch"] }, file("write", "/work/a", "edit")), "ask");
});

test("rules for paths apply to tools, arguments and redirections", async () => {
  const deny = ["read(~/.ssh/**)", "write(src/**)"];
  for (const path of ["/home/ada/.ssh", "/home/ada/.ssh/id_rsa", "/home/ada/.ssh/a/b"])
    assert.equal(verdict({ deny }, file("read", path)), "deny");
  assert.equal(verdict({ allow: ["read"], deny }, file("read", "/home/ada/.sshrc")), "allow");
  assert.equal(verdict({ deny }, file("write", "/work/src/a.ts", "edit")), "deny");
  assert.equal(verdict({ deny }, await command("echo x > src/a.ts"), allowAll()), "deny");
  assert.equal(verdict({ deny }, await command("tee src/a.ts"), allowAll()), "deny");
  assert.equal(verdict({ deny }, await command("cp x src/a.ts"), allowAll()), "deny");
  assert.equal(verdict({ deny }, await command("cat src/a.ts"), allowAll()), "allow");
  assert.equal(verdict({ deny }, await command("python x.py src/a.ts"), allowAll()), "ask");
});

test("a redirection needs a rule for its file in addition to the rules for the commands", async () => {
  const request = await command("echo x > out/log.txt");
  assert.equal(verdict({ allow: ["bash(echo)"] }, request), "ask");
  assert.equal(verdict({ allow: ["bash(echo)", "write(out/**)"] }, request), "allow");
  assert.equal(verdict({ allow: ["bash(echo)", "edit(out/**)"] }, request), "ask");
});

test("hosts are compared exactly, regardless of the rest of the URL", async () => {
  const fetching = (subject: string): PermissionRequest => ({ tool: "fetch", effect: "network", subject });
  const allow = ["fetch(example.org)", "fetch(*.example.com)"];
  for (const url of ["https://example.org/x", "HTTPS://EXAMPLE.org:443", "https://a.example.com:/", "https://example.org."])
    assert.equal(verdict({ allow }, fetching(url)), "allow");
  for (const url of [
    "https://example.org.evil.net",
    "https://example.org@evil.net",
    "https://evil.net\\@example.org",
    "https://evil.net\t/@example.org",
    "https://a@example.org@evil.net",
    "https://notexample.org",
    "https://example.com",
    "example.org",
    "https://example.org:x443/",
    "https://example.org:443:8443/",
  ])
    assert.equal(verdict({ allow }, fetching(url)), "ask", url);
  assert.equal(verdict({ deny: ["fetch(evil.net)"] }, await command("curl -s https://evil.net"), allowAll()), "deny");
});

test("A13: a rule that allows a host means https on port 443, unless it names another scheme or port", () => {
  const fetching = (allowed: string, subject: string) =>
    verdict({ allow: [`fetch(${allowed})`] }, { tool: "fetch", effect: "network", subject });
  const allowed = [
    ["docs.python.org", "https://docs.python.org/"],
    ["docs.python.org:443", "https://docs.python.org/"],
    ["https://docs.python.org", "https://docs.python.org/"],
    ["docs.python.org:8443", "https://docs.python.org:8443/"],
    ["http://docs.python.org", "http://docs.python.org/"],
    ["http://*.python.org:8080", "http://docs.python.org:8080/x"],
    ["http://[::1]:3000", "http://[::1]:3000/"],
  ] as const;
  const others = [
    ["docs.python.org", "https://docs.python.org:8443/"],
    ["docs.python.org", "http://docs.python.org/"],
    ["*.python.org", "http://docs.python.org/"],
    ["docs.python.org", "http://docs.python.org:443/"],
    ["docs.python.org", "ftp://docs.python.org/"],
    ["docs.python.org:8443", "https://docs.python.org/"],
    ["docs.python.org:8443", "http://docs.python.org:8443/"],
    ["http://docs.python.org", "https://docs.python.org/"],
    ["http://docs.python.org", "http://docs.python.org:8080/"],
  ] as const;
  for (const [rule, url] of allowed) assert.equal(fetching(rule, url), "allow", `${url} under ${rule}`);
  for (const [rule, url] of others) assert.equal(fetching(rule, url), "ask", `${url} under ${rule}`);
});

test("A13: a rule that denies a host means every scheme and port, unless it names one", async () => {
  const fetching = (denied: string, subject: string) =>
    verdict({ deny: [`fetch(${denied})`] }, { tool: "fetch", effect: "network", subject }, allowAll());
  for (const url of ["https://evil.net/", "http://evil.net/", "https://evil.net:8443/"])
    assert.equal(fetching("evil.net", url), "deny", url);
  assert.equal(fetching("http://evil.net", "http://evil.net:8080/"), "deny");
  assert.equal(fetching("http://evil.net", "https://evil.net/"), "allow");
  assert.equal(fetching("evil.net:8443", "http://evil.net:8443/"), "deny");
  assert.equal(fetching("evil.net:8443", "https://evil.net/"), "allow");
  assert.equal(verdict({ deny: ["fetch(evil.net:8443)"] }, await command("curl -s https://evil.net"), allowAll()), "ask");
});

test("a rule for a server applies to one of its tools, or to all", () => {
  const call = (subject: string): PermissionRequest => ({ tool: "mcp", effect: "execute", subject });
  assert.equal(verdict({ allow: ["mcp(github/list)"] }, call("github/list")), "allow");
  assert.equal(verdict({ allow: ["mcp(github/list)"] }, call("github/list_all")), "ask");
  assert.equal(verdict({ allow: ["mcp(github)"], deny: ["mcp(github/drop)"] }, call("github/drop")), "deny");
  assert.equal(verdict({ allow: ["mcp(github)"] }, { tool: "mcp_github_list", effect: "execute", subject: "{}" }), "allow");
});

test("a rule with the version of a server's tool allows this version alone, and forbids every version", () => {
  const call = (version: string): PermissionRequest => ({ tool: "mcp", effect: "execute", subject: "github/list", version });
  const allow = ["mcp(github/list@0a1b)"];
  assert.equal(verdict({ allow }, call("0a1b")), "allow");
  assert.deepEqual(rulesPolicy({ allow })(call("ffff")), { verdict: "open", reason: "github/list has changed since it was allowed" });
  assert.equal(verdict({ allow: [...allow, "mcp(github/list@ffff)"] }, call("ffff")), "allow");
  assert.equal(verdict({ allow: ["mcp(github/list)"] }, call("ffff")), "allow");
  assert.equal(verdict({ deny: allow }, call("ffff"), allowAll()), "deny");
});

test("the names that models have for servers' tools are rules too", () => {
  const call: PermissionRequest = { tool: "mcp", effect: "execute", subject: "github/drop", version: "0a1b" };
  assert.equal(verdict({ deny: ["mcp__github__drop"] }, call, allowAll()), "deny");
  assert.equal(verdict({ deny: ["mcp__github"] }, call, allowAll()), "deny");
  assert.equal(verdict({ deny: ["mcp__github__list"] }, call, allowAll()), "allow");
  assert.equal(verdict({ allow: ["mcp__own__say"] }, { tool: "mcp__own__say", effect: "execute", subject: "{}" }), "allow");
});

test("a rule for a command does not allow it to leave the sandbox; a rule for the tool does", async () => {
  const outside = { ...(await command("npm test")), confined: false };
  const inside = { ...outside, confined: true };
  assert.equal(verdict({ allow: ["bash(npm test)"] }, inside), "allow");
  assert.equal(verdict({ allow: ["bash(npm test)"] }, outside), "ask");
  assert.equal(verdict({ allow: ["bash"] }, outside), "allow");
  assert.equal(verdict({ allow: ["bash"], deny: ["bash(npm)"] }, outside), "deny");
});

test("a rule that names a wrapper with its command, or a risky option, allows exactly that", async () => {
  assert.equal(verdict({ allow: ["bash(sudo apt update)"] }, await command("sudo apt update")), "allow");
  assert.equal(verdict({ allow: ["bash(sudo)"] }, await command("sudo apt update")), "ask");
  assert.equal(verdict({ allow: ["bash(python)"] }, await command("python -c x")), "ask");
  assert.equal(verdict({ allow: ["bash(python -c)"] }, await command("python -c x")), "allow");
});

test("a rule for an exact command does not allow a longer one, and denies longer ones too", async () => {
  const allow = ["bash(rm build $)"];
  assert.equal(verdict({ allow }, await command("rm build")), "allow");
  assert.equal(verdict({ allow }, await command("timeout 5 rm build")), "allow");
  for (const longer of ["rm build src", "rm build -rf /", "rm", "rm build; ls"])
    assert.equal(verdict({ allow }, await command(longer)), "ask", longer);
  assert.equal(verdict({ deny: ["bash(rm build $)"] }, await command("rm build src"), allowAll()), "deny");
});

test("A15: a rule for a command covers harmless variables before it, and eval, and no variable that changes what runs", async () => {
  const rules = { allow: ["bash(ls)"] };
  const lines = [
    "FOO=bar ls",
    "env FOO=bar ls",
    "eval ls",
    "eval 'ls -l'",
    "PATH=. ls",
    "LD_PRELOAD=./x ls",
    "eval 'PATH=. ls'",
    'eval "$X"',
    "eval 'ls; rm x'",
  ];
  const verdicts = await Promise.all(lines.map(async (line) => [line, verdict(rules, await command(line))]));
  assert.deepEqual(
    verdicts,
    lines.map((line, at) => [line, at < 4 ? "allow" : "ask"]),
  );
});
