import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonLines, openCox } from "./cox-scene.ts";

const WRITE = { calls: [{ name: "write", input: { path: "new.txt", content: "hello\n" } }] };
const BASH = { calls: [{ name: "bash", input: { command: "echo ran > ran.txt" } }] };
const READ_OUTSIDE = { calls: [{ name: "read", input: { path: "/etc/hostname" } }] };

/** Returns the text of the tool results in the last request. */
const results = (body: unknown): string => JSON.stringify(body);

test("reports a headless denial to the model, shows the user at the end how to allow it, and finishes the run", async () => {
  await using cox = await openCox([WRITE, BASH, "I could do neither."]);
  const { code, stdout, stderr } = await cox.run(["write a file"]);
  assert.equal(code, 0);
  assert.equal(stdout, "I could do neither.\n");
  assert.match(results(cox.server.requests.at(-1)?.body), /no user can be asked.*To allow: --allow 'write\(.*\/\*\*\)'\./);
  assert.match(stderr, /! write denied: /);
  assert.match(
    stderr.trim().split("\n").at(-1) ?? "",
    /^cox: not allowed: write, bash\. To allow: --allow 'write\(.*\/\*\*\)' --allow 'bash\(echo ran \$\)'\.$/,
  );
  await assert.rejects(cox.read("new.txt"));
  await assert.rejects(cox.read("ran.txt"));
});

test("--allow allows one tool and no other", async () => {
  await using cox = await openCox([WRITE, BASH, "Half done."]);
  const { code, stderr } = await cox.run(["go", "--allow", "write"]);
  assert.equal(code, 0);
  assert.equal(await cox.read("new.txt"), "hello\n");
  await assert.rejects(cox.read("ran.txt"));
  assert.match(stderr, /not allowed: bash\. To allow: --allow 'bash\(echo ran \$\)' --allow 'write\(.*\)'\.\n/);
});

test("--allow can be repeated, and --yes allows all", async () => {
  await using cox = await openCox([WRITE, BASH, "Done.", WRITE, BASH, READ_OUTSIDE, "Done."]);
  const both = await cox.run(["go", "--allow", "write", "--allow=bash"]);
  assert.equal(await cox.read("ran.txt"), "ran\n");
  assert.doesNotMatch(both.stderr, /Not allowed/);
  const yes = await cox.run(["go", "--yes"]);
  assert.equal(yes.code, 0);
  assert.doesNotMatch(yes.stderr, /denied|Not allowed/);
});

test("runs reads inside the folder, and denies reads outside of it and secrets, even with --yes for secrets", async () => {
  const secret = { calls: [{ name: "read", input: { path: ".env" } }] };
  const search = { calls: [{ name: "grep", input: { pattern: "hunter|inside" } }] };
  await using cox = await openCox([
    { calls: [{ name: "read", input: { path: "a.txt" } }] },
    READ_OUTSIDE,
    search,
    secret,
    "ok",
    secret,
    search,
    "ok",
  ]);
  await cox.write("a.txt", "inside\n");
  await cox.write(".env", "PASSWORD=hunter2hunter2\n");
  const first = await cox.run(["look"]);
  assert.match(first.stderr, /not allowed: read\. To allow: --allow 'read\(\/etc\/hostname\)'/);
  await cox.run(["look", "--yes"]);
  const sent = cox.server.requests.map(({ text }) => text).join("");
  assert.match(sent, /inside/);
  assert.match(sent, /outside the session's folder/);
  assert.match(sent, /contains secrets/);
  assert.doesNotMatch(sent, /hunter2/);
});

test("json lists the denied calls", async () => {
  await using cox = await openCox([WRITE, "No."]);
  const { stdout } = await cox.run(["go", "--output-format", "stream-json"]);
  const denied = jsonLines(stdout).at(-1)?.["permission_denials"] as readonly Record<string, unknown>[];
  assert.deepEqual(
    denied.map(({ tool_name, tool_input }) => [tool_name, tool_input]),
    [["write", { path: "new.txt", content: "hello\n" }]],
  );
});

test("suggests the nearest tool for an unknown --allow, and accepts the task tools", async () => {
  await using cox = await openCox(["done"]);
  const { code, stderr } = await cox.run(["go", "--allow", "wirte"]);
  assert.deepEqual({ code, stderr }, { code: 2, stderr: "cox: unknown tool: wirte; did you mean write?\n" });
  const accepted = await cox.run(["--allow", "task_stop", "go"]);
  assert.equal(accepted.code, 0, accepted.stderr);
});

/** Denied calls, and the advice about them. */
const ADVISED: readonly (readonly [name: string, calls: readonly object[], advice: RegExp])[] = [
  ["a command", [{ name: "bash", input: { command: "touch year" } }], /^--allow 'bash\(touch year \$\)'$/],
  [
    "an edit and a command",
    [
      { name: "write", input: { path: "src/a.txt", content: "a" } },
      { name: "bash", input: { command: "touch year | tail -1" } },
    ],
    /^--allow 'write\(.*\/src\/\*\*\)' --allow 'bash\(touch year \$\)'$/,
  ],
  ["a loop", [{ name: "bash", input: { command: "for i in 1 2; do echo $i; done" } }], /^--allow 'bash\(echo\)'$/],
  ["many commands", "abcdef".split("").map((name) => ({ name: "bash", input: { command: `mkdir ${name}` } })), /^--allow 'bash\(mkdir\)'$/],
  [
    "a command that is not read completely",
    [{ name: "bash", input: { command: "$(echo echo) one" } }],
    /^--mode auto-edit$|^--allow bash$|^--yes$/,
  ],
  ["a file outside", [{ name: "read", input: { path: "/etc/hostname" } }], /^--allow 'read\(\/etc\/hostname\)'$/],
];

test("names the smallest option that allows all denied calls, and with it none is denied", async () => {
  await using cox = await openCox(({ body }) => {
    const messages = body["messages"] as readonly unknown[];
    const [, calls = []] = ADVISED.find(([name]) => JSON.stringify(messages[0]).includes(`"${name}"`)) ?? [];
    return messages.length === 1 ? { calls: calls as never } : "Done.";
  });
  for (const [name, , expected] of ADVISED) {
    const { stderr } = await cox.run(["-p", name]);
    const [, advice = ""] = /^cox: not allowed: .*\. To allow: (.*)\.$/m.exec(stderr) ?? [];
    assert.match(advice, expected, stderr);
    const flags = [...advice.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");
    const again = await cox.run(["-p", name, ...flags]);
    assert.doesNotMatch(again.stderr, /not allowed|denied/i, advice);
  }
});

test("names the mode that allows everything that plan mode denied", async () => {
  const calls = [
    { name: "write", input: { path: "a.txt", content: "a" } },
    { name: "bash", input: { command: "rm -f a.txt" } },
    { name: "write", input: { path: "b.txt", content: "b" } },
  ];
  await using cox = await openCox([{ calls }, "Done.", { calls }, "Done."]);
  const { stderr } = await cox.run(["-p", "go", "--mode", "plan"]);
  const [, flag = "", value = ""] = /^cox: denied: .*To allow: (--\S+)(?: (\S+))?\.$/m.exec(stderr) ?? [];
  assert.notEqual(flag, "", stderr);
  const again = await cox.run(["-p", "go", ...(value === "" ? [flag] : [flag, value])]);
  assert.doesNotMatch(again.stderr, /denied|not allowed/i);
});

test("names a rule that denies, and a protected place, which no option overrides", async () => {
  await using cox = await openCox([
    {
      calls: [
        { name: "bash", input: { command: "git push" } },
        { name: "write", input: { path: ".git/hooks/pre-commit", content: "x" } },
        { name: "bash", input: { command: "touch year" } },
      ],
    },
    "Done.",
  ]);
  const { code, stderr } = await cox.run(["-p", "go", "--deny", "bash(git push)"]);
  assert.equal(code, 0, stderr);
  const [line = ""] = stderr.match(/^cox: not allowed: .*$/m) ?? [];
  assert.match(line, /^cox: not allowed: write, bash\. To allow bash: --allow 'bash\(touch year \$\)'\. No option allows write \(/);
  assert.match(line, /pre-commit is .*, which runs code when .*\): run cox at a terminal, without -p, and answer the question\./);
  assert.match(line, / Denied: bash \(the rule bash\(git push\) denies it\)\. Remove the rule to allow it;/);
});

test("separates the denied calls that a mode allows from those that a rule or a place denies, in plan mode too", async () => {
  const calls = [
    { name: "write", input: { path: "a.txt", content: "a" } },
    { name: "read", input: { path: ".env" } },
    { name: "bash", input: { command: "git push" } },
    { name: "write", input: { path: ".git/hooks/pre-commit", content: "x" } },
  ];
  await using cox = await openCox([{ calls }, "Done."]);
  await cox.write(".env", "KEY=1");
  const { stderr } = await cox.run(["-p", "go", "--mode", "plan", "--deny", "bash(git push)"]);
  const [line = ""] = stderr.match(/^cox: denied: .*$/m) ?? [];
  const [mode = "", asked = "", byRule = "", secret = ""] = line.split(" Denied: ");
  assert.equal(mode, "cox: denied: write (plan mode allows only reading). To allow: --mode auto-edit.");
  assert.match(asked, /^write \(.*pre-commit is .*\)\. No option allows it: run cox at a terminal, with --mode ask and without -p, /);
  assert.match(byRule, /^bash \(the rule bash\(git push\) denies it\)\. Remove the rule to allow it;/);
  assert.match(secret, /^read \(.*\.env contains secrets and is never read\)\. No option allows it\.$/);
});
