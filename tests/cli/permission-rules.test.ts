import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonLines, openCox } from "./cox-scene.ts";

const bash = (command: string) => ({ calls: [{ name: "bash", input: { command } }] });

test("--allow accepts a rule for one command, and --deny overrides --yes", async () => {
  await using cox = await openCox([bash("echo a; echo b"), bash("echo a > x"), "Done.", bash("rm -f -r x"), bash("echo c"), "Done."]);
  const allowed = await cox.run(["go", "--allow", "bash(echo)"]);
  const [, first, second] = cox.server.requests.map(({ body }) => JSON.stringify(body));
  assert.match(first ?? "", /a\\nb/);
  assert.doesNotMatch(first ?? "", /Denied/);
  assert.match(JSON.stringify(cox.server.requests[2]?.body), /Denied: nothing allows it to write/);
  assert.equal(allowed.code, 0);
  assert.ok(second);
  const { code } = await cox.run(["go", "--yes", "--deny", "bash(rm -rf)"]);
  assert.equal(code, 0);
  assert.match(JSON.stringify(cox.server.requests.at(-1)?.body), /Denied: the rule bash\(rm -rf\) denies it/);
});

test("rejects an invalid rule in one line, on the command line and in settings", async () => {
  await using cox = await openCox();
  const flag = await cox.run(["go", "--allow", "bash(git *)"]);
  assert.equal(flag.code, 2);
  assert.match(flag.stderr, /the rule "bash\(git \*\)" is invalid: "\*" has no meaning/);
  await cox.write("wrong.json", '{ "permissions": { "deny": ["rm -rf"] } }');
  const file = await cox.run(["permissions", "--settings", "wrong.json"]);
  assert.equal(file.code, 1);
  assert.match(file.stderr, /wrong\.json:1:\d+: the rule "rm -rf" is invalid: expected the name of a tool, or tool\(specifier\)/);
});

test("permissions explain prints one verdict per call in order, and asks for invalid calls", async () => {
  await using cox = await openCox();
  await cox.write(
    "rules.json",
    '{ "permissions": { "allow": ["bash(git status)"], "ask": ["fetch(*.example.org)"], "deny": ["bash(rm -rf)", "mcp(db/drop)"] } }',
  );
  const calls = [
    '{"tool":"bash","command":"git status"}',
    '{"tool":"bash","command":"git status; rm -fr /"}',
    "nonsense",
    '{"tool":"bash","command":"cat .env"}',
    '{"tool":"read","path":"a.txt"}',
    '{"tool":"fetch","url":"https://www.example.org/"}',
    '{"tool":"mcp","name":"db/drop"}',
    '{"tool":"bash"}',
  ];
  const { code, stdout } = await cox.run(["permissions", "explain", "--settings", "rules.json", "--json"], { stdin: calls.join("\n") });
  assert.equal(code, 0);
  const answers = jsonLines(stdout);
  assert.deepEqual(
    answers.map(({ verdict }) => verdict),
    ["allow", "deny", "ask", "deny", "allow", "ask", "deny", "ask"],
  );
  for (const answer of answers) {
    assert.deepEqual(Object.keys(answer), ["verdict", "reasons"]);
    assert.ok(Array.isArray(answer["reasons"]) && answer["reasons"].length > 0);
  }
});

test("permissions explain accepts line formats of other systems, and asks for incomplete calls", async () => {
  await using cox = await openCox();
  await cox.write("rules.json", '{ "permissions": { "allow": ["bash(git status)"] } }');
  const rows = ['{"tool":"bash","command":"git status"}', "", "  ", '{"tool":"unheard-of"}', "null", '{"tool":"read"}', '{"tool":"fetch"}'];
  const stdin = `\uFEFF${[...rows, '{"tool":"bash","command":"git status"}'].join("\r\n")}`;
  const { code, stdout, stderr } = await cox.run(["permissions", "explain", "--settings", "rules.json", "--json"], { stdin });
  assert.deepEqual([code, stderr], [0, ""]);
  const verdicts = jsonLines(stdout).map(({ verdict }) => verdict);
  assert.deepEqual(verdicts, ["allow", "ask", "ask", "ask", "ask", "allow"]);
});

test("permissions explain rejects a missing or invalid settings file in one line, without a verdict", async () => {
  await using cox = await openCox();
  await cox.write("broken.json", "{");
  for (const file of ["missing.json", "broken.json", "."]) {
    const { code, stdout, stderr } = await cox.run(["permissions", "explain", "--settings", file, "--json"], { stdin: '{"tool":"say"}' });
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /^cox: [^\n]+\n$/);
  }
});

test("permissions explain judges a command as without a sandbox on every machine, and adds the sandboxed verdict", async () => {
  await using cox = await openCox();
  const output = async (...words: readonly string[]): Promise<string> => (await cox.run(["permissions", "explain", ...words])).stdout;
  assert.equal(await output("touch x"), 'ask\n  nothing allows "touch x"\n');
  assert.equal(await output("--mode", "auto-edit", "touch x"), 'ask\n  nothing allows "touch x"\n  allowed in a sandbox\n');
});

test("permissions explain allows reading commands, and names the program that keeps git from being one", async () => {
  await using cox = await openCox();
  const output = async (...words: readonly string[]): Promise<string> => (await cox.run(["permissions", "explain", ...words])).stdout;
  const reading = ["git status", "git log --oneline | head -5", "grep -rn x src", "rg x", "wc -l a"];
  const stdin = reading.map((command) => JSON.stringify({ tool: "bash", command })).join("\n");
  const { stdout } = await cox.run(["permissions", "explain", "--json"], { stdin });
  assert.deepEqual(
    jsonLines(stdout).map(({ verdict }) => verdict),
    reading.map(() => "allow"),
  );
  await cox.write(".git/config", "[core]\n\trepositoryformatversion = 0\n\tfsmonitor = ./x\n");
  await cox.write(".git/HEAD", "ref: refs/heads/main\n");
  await cox.write(".git/objects/x", "");
  await cox.write(".git/refs/x", "");
  for (const mode of ["plan", "ask"])
    assert.equal(await output("--mode", mode, "git status"), "ask\n  git may run other programs here: .git/config sets core.fsmonitor\n");
});

test("permissions lists the rules with their sources; a project can only add to ask and deny", async () => {
  await using cox = await openCox();
  await cox.set({ allow: ["edit"], permissions: { allow: ["bash(npm test)"] } });
  await cox.write(
    ".coxswain/settings.json",
    '{ "permissions": { "allow": ["bash(curl)"], "ask": ["bash(git push)"], "deny": ["bash(rm)"] } }',
  );
  await cox.run(["trust", "--yes"]);
  const { stdout, stderr } = await cox.run(["permissions", "--json", "--deny", "read(~/.ssh/**)"]);
  const [mode, ...rules] = jsonLines(stdout);
  assert.deepEqual(mode, { mode: "ask", source: "default" });
  assert.deepEqual(
    rules.map(({ verdict, rule }) => [verdict, rule]),
    [
      ["deny", "bash(rm)"],
      ["deny", "read(~/.ssh/**)"],
      ["ask", "bash(git push)"],
      ["allow", "edit"],
      ["allow", "bash(npm test)"],
    ],
  );
  assert.match(stderr, /"permissions\.allow" was ignored: a project can only make it stricter/);
  const { stdout: output } = await cox.run(["permissions", "explain", "npm test && git push"]);
  assert.equal(output, "ask\n  the rule bash(git push) asks about it\n");
});

test("a trusted project's Claude Code settings allow and deny, and those that do not convert are reported", async () => {
  await using cox = await openCox();
  await cox.write(
    ".claude/settings.json",
    '{ "permissions": { "allow": ["Bash(npm run test:*)", "Bash(make*)"], "deny": ["Bash(npm run test:live)"] } }',
  );
  const stdin = ["npm run test -- --watch", "npm run test:live", "make all"]
    .map((command) => JSON.stringify({ tool: "bash", command }))
    .join("\n");
  const verdicts = async (): Promise<readonly unknown[]> =>
    jsonLines((await cox.run(["permissions", "explain", "--json"], { stdin })).stdout).map(({ verdict }) => verdict);
  assert.deepEqual(await verdicts(), ["ask", "ask", "ask"]);
  await cox.run(["trust", "--yes"]);
  assert.deepEqual(await verdicts(), ["allow", "deny", "ask"]);
  const { stdout, stderr } = await cox.run(["permissions"]);
  assert.match(stdout, /allow +bash\(npm run test\) +\S+\.claude\/settings\.json/);
  assert.match(stderr, /"permissions\.allow" "Bash\(make\*\)" was ignored: no rule allows exactly that\./);
  assert.match((await cox.run(["doctor"])).stdout, /Bash\(make\*\)/);
});
