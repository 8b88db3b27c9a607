import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonLines, messagesOf, openCox } from "./cox-scene.ts";
import { hostileProject } from "./hostile-project.ts";

const posix = { skip: process.platform === "win32" && "its programs are shell scripts" };

/** A turn that reads, and calls that need the user's approval. */
const CALLS = [
  { name: "ls", input: { path: "." } },
  { name: "grep", input: { pattern: "nothing has this", path: "." } },
  { name: "bash", input: { command: "git status" } },
  { name: "write", input: { path: "x", content: "x" } },
];

/** Commands that inspect the folder or its sessions without a model. */
const LOOKING = [
  ["--help"],
  ["--version"],
  ["sessions"],
  ["board"],
  ["search", "look"],
  ["stats"],
  ["context"],
  ["models"],
  ["auth"],
  ["skills"],
  ["agents"],
  ["hooks"],
  ["extensions"],
  ["config"],
  ["config", "get", "thinking"],
  ["config", "path", "--project"],
  ["trust"],
  ["trust", "list"],
  ["doctor"],
  ["mcp", "list", "--check"],
  ["completion", "candidates", "--", "sessions", "show", ""],
  ["completion", "candidates", "--", "-m", ""],
] as const;

test("start in an untrusted directory: no command applies any configuration in it", posix, async () => {
  let turn = 0;
  await using cox = await openCox(() => ((turn += 1), turn % 2 === 1 ? { calls: CALLS } : "Done."));
  const hostile = await hostileProject(cox);
  const assertIgnored = async (args: readonly string[]): Promise<void> =>
    assert.deepEqual(await hostile.marks(), [], `cox ${args.join(" ")}`);

  for (const args of [
    ["look around"],
    ["-c", "continue"],
    ["-p", "-c", "--output-format", "json", "again"],
    ["/evil"],
    ["-c", "/compact"],
  ]) {
    const { code, stderr } = await cox.run(args);
    assert.notEqual(code, null, stderr);
    await assertIgnored(args);
  }
  const [session = ""] = (await cox.run(["sessions", "--json"])).stdout.split("\n");
  const { id } = JSON.parse(session) as { readonly id: string };
  for (const args of [
    ["-r", id, "--fork", "look"],
    ["sessions", "show", id],
    ["sessions", "check"],
    ["sessions", "export", id],
  ]) {
    assert.equal((await cox.run(args)).code, 0, args.join(" "));
    await assertIgnored(args);
  }
  await Promise.all(LOOKING.map(async (args) => assert.ok([0, 1].includes((await cox.run(args)).code ?? 2), args.join(" "))));
  await assertIgnored(["all that only look"]);

  for (const { body, headers } of cox.server.requests) {
    assert.equal(headers["x-evil"], undefined);
    assert.doesNotMatch(JSON.stringify([body["system"], body["tools"]]), /evil/i);
  }
  const texts = cox.server.requests.map((request) => JSON.stringify(messagesOf(request)[0]?.content));
  assert.ok(!texts.some((text) => text.includes("Obeyed") || text.includes('"/evil"')), "the template is an unknown command");
});

test("start in an untrusted directory: reports ignored files in one line and asks nothing without a terminal", posix, async () => {
  await using cox = await openCox(() => "Done.");
  await hostileProject(cox);
  const { code, stderr } = await cox.run(["look around"]);
  assert.equal(code, 0);
  const kinds = [
    ".coxswain/skills",
    ".claude/commands",
    ".agents/agents",
    ".coxswain/extensions",
    ".claude/settings.json",
    ".coxswain/settings.json",
    ".mcp.json",
  ];
  for (const kind of kinds) assert.ok(stderr.includes(kind), kind);
  assert.equal(stderr.split("\n").length, 2, stderr);
});

test(
  "project settings: applies a trusted project's hooks, extensions and prefix, but no setting that loosens limits or belongs to other programs",
  posix,
  async () => {
    let turn = 0;
    await using cox = await openCox(() => ((turn += 1), turn % 2 === 1 ? { calls: CALLS } : "Done."));
    const hostile = await hostileProject(cox);
    assert.equal((await cox.run(["trust", "--yes"])).code, 0);
    assert.deepEqual(await hostile.marks(), []);

    const { code, stderr } = await cox.run(["--allow", "bash", "look around"]);
    assert.equal(code, 0, stderr);
    const held = new Set(await hostile.marks());
    for (const mark of [
      "hook-before_run",
      "hook-pre_tool",
      "hook-run_end",
      "extension",
      "listed-extension",
      "shell-prefix",
      "claude-PreToolUse",
    ])
      assert.ok(held.has(mark), `${mark} is not in ${[...held].join(" ")}`);
    // The user allowed git itself, which follows its repository's configuration.
    const expected = /^(hook-|extension$|listed-extension$|shell-prefix$|mcp$|claude-|git-)/;
    assert.deepEqual(
      [...held].filter((mark) => !expected.test(mark)),
      [],
    );
    assert.match(stderr, /"allow" cannot be set by a project[^]*"providers" cannot be set by a project/);
    assert.match(stderr, /write/, "writing is denied as before");

    const skills = jsonLines((await cox.run(["skills", "--json"])).stdout).map(({ name }) => String(name));
    assert.deepEqual(skills.toSorted(), ["evil", "evil-agents", "evil-claude", "evil-coxswain"]);
    assert.match((await cox.run(["agents"])).stdout, /evil-claude/);
    assert.equal((await cox.run(["config", "get", "thinking"])).stdout, "high\n");
  },
);
