import assert from "node:assert/strict";
import { test } from "node:test";
import { allowAll } from "./grants.ts";
import { judge, type Policy, strictest } from "./policy.ts";
import { rulesPolicy } from "./rules/index.ts";
import { PLACES, allows, command, file, saving, savingAllowsTheSame, offers } from "./offers.fixture.ts";
import { withSavedRules } from "./saved-rules.ts";

test("a command's exact simple commands are offered, not commands that begin with the same words", () => {
  assert.deepEqual(offers(command("npm test")), ["bash(npm test $)"]);
  assert.deepEqual(offers(command("cd src && timeout 5 npm run 'a b' | tail -5")), [
    "bash(cd src $)",
    "bash(npm run 'a b' $)",
    "bash(tail -5 $)",
  ]);
  const offered = offers(command("rm build"));
  assert.ok(allows(offered, "rm build"));
  for (const more of [
    "rm build -rf ~",
    "rm -rf build",
    "rm build src",
    "rm build; npm test",
    "rm build $X",
    "rm build > x",
    "sudo rm build",
  ])
    assert.equal(allows(offered, more), false, more);
});

test("a part of a command that the policy allows is not offered if the rest is enough", () => {
  const policy = rulesPolicy({ allow: ["bash(git status)", "bash(cd)"] });
  assert.deepEqual(offers(command("cd src && git status && npm test | tail -5"), policy), ["bash(npm test $)", "bash(tail -5 $)"]);
  assert.equal(
    judge(
      [command("git status && npm test")],
      withSavedRules(policy, () => ["bash(npm test $)"], PLACES),
    ).verdict,
    "allow",
  );
  const gitPolicy: Policy = ({ effects }) =>
    effects?.commands.every(({ words }) => words[0]?.text === "git") === true ? { verdict: "allow", reason: "git is" } : undefined;
  assert.deepEqual(offers(command("git status && npm test"), gitPolicy), ["bash(git status $)", "bash(npm test $)"]);
});

test("the file of a redirection is offered too", () => {
  assert.deepEqual(offers(command("echo x > out/log")), ["bash(echo x $)", "write(out/log)"]);
});

test("nothing is offered for unknown or unresolved commands", () => {
  for (const subject of [
    "$X",
    "npm run $X",
    "ls *",
    "sudo ls",
    "python -c x",
    "git -c a.b=c status",
    "LD_PRELOAD=x ls",
    "ls | sh",
    "if",
    "eval $X",
    "A=1",
    "",
  ])
    assert.deepEqual(offers(command(subject)), [], subject);
  assert.deepEqual(offers({ tool: "bash", effect: "execute", subject: "ls", shell: "bash" }), [], "the command was not parsed");
});

test("nothing is offered for a command that asks to leave the sandbox, and no saved answer applies to it", () => {
  const outside = { ...command("npm test"), confined: false };
  assert.deepEqual(offers(outside), []);
  assert.equal(judge([outside], saving(["bash(npm test $)", "bash"])).verdict, "ask");
  assert.deepEqual(offers({ ...command("npm test"), confined: true }), ["bash(npm test $)"]);
});

test("for a file inside, its folder is offered; for any other file, only the file", () => {
  assert.deepEqual(offers(file("write", "/work/src/a.ts", true)), ["write(/work/src/**)"]);
  assert.deepEqual(offers(file("write", "/tmp/a.ts", false)), ["write(/tmp/a.ts)"]);
  assert.deepEqual(offers(file("read", "/etc/hosts", false)), ["read(/etc/hosts)"]);
  assert.deepEqual(offers(file("write", "/a", true)), ["write(/a)"]);
  for (const odd of ["/tmp/a*", "/tmp/[a]", "/tmp/{a,b}", "/tmp/a ", "/tmp/a\nb"])
    assert.deepEqual(offers(file("write", odd, false)), [], odd);
});

test("hosts are offered for the network, and otherwise the tool's name", () => {
  const fetching = (subject: string) => offers({ tool: "fetch", effect: "network", subject });
  assert.deepEqual(fetching("https://Example.org:443/x"), ["fetch(example.org)"]);
  assert.deepEqual(fetching("https://Example.org:8080/x"), ["fetch(example.org:8080)"]);
  assert.deepEqual(fetching("http://example.org/x"), ["fetch(http://example.org)"]);
  assert.deepEqual(fetching("http://[::1]:3000/x"), ["fetch(http://[::1]:3000)"]);
  assert.deepEqual(offers({ tool: "fetch", effect: "network", subject: "file:///etc/hosts" }), []);
  assert.deepEqual(offers({ tool: "web_search", effect: "network", subject: "how" }), ["web_search"]);
  assert.deepEqual(offers({ tool: "mcp", effect: "execute", subject: "github/list" }), ["mcp(github/list)"]);
  assert.deepEqual(offers({ tool: "mcp", effect: "execute", subject: "github/list", version: "0a1b" }), ["mcp(github/list@0a1b)"]);
  assert.deepEqual(offers({ tool: "say", effect: "execute", subject: "ahoy" }), ["say"]);
});

test("nothing is offered if the policy asks each time", () => {
  assert.deepEqual(offers(command("npm test"), rulesPolicy({ ask: ["bash(npm)"] })), []);
  assert.deepEqual(
    offers(
      command("npm test"),
      strictest(allowAll(), () => ({ verdict: "ask", reason: "it is late" })),
    ),
    [],
  );
});

test("saving the offered rules allows the same request and no command with more in it", () => savingAllowsTheSame(150));
