import assert from "node:assert/strict";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type { LoopbackRequest } from "coxswain/testing";
import { ACTIVE, type CoxScene, jsonLines, messagesOf, openCox } from "./cox-scene.ts";

const SKILL = "---\nname: pdf\ndescription: Reads PDF files.\n---\nRun scripts/a.py.\n";

/** Writes a file in the user's home. */
const own = async (cox: CoxScene, name: string, text: string): Promise<string> => {
  const path = join(cox.env["HOME"] ?? "", name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
};

const lastRequest = ({ server }: CoxScene): string =>
  messagesOf(server.requests.at(-1))
    .at(-1)
    ?.content.map((part) => part["text"])
    .join("|") ?? "";

/** Returns the tool results that the provider received. */
const toolResults = (request: LoopbackRequest | undefined): readonly string[] =>
  messagesOf(request)
    .flatMap(({ content }) => content)
    .filter(({ type }) => type === "tool_result")
    .map((part) => JSON.stringify(part["content"]));

test("S0-61: starts a task with a user's skill, and the session shows the typed text", async () => {
  await using cox = await openCox(() => "ok");
  const path = await own(cox, ".agents/skills/pdf/SKILL.md", SKILL);
  const { code, stderr } = await cox.run(["/skill:pdf", "report.pdf"]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.equal(lastRequest(cox), `<skill name="pdf" path="${path}">\nRun scripts/a.py.\n</skill>\n\nreport.pdf`);
  const [{ id } = { id: "" }] = jsonLines((await cox.run(["sessions", "--json"])).stdout);
  const shown = await cox.run(["sessions", "show", String(id)]);
  assert.match(shown.stdout, /\] \/skill:pdf report\.pdf\n/);
  assert.doesNotMatch(shown.stdout, /scripts/);
});

test("S0-62: expands a prompt template, followed by the files it mentions and the piped text", async () => {
  await using cox = await openCox(() => "ok");
  await own(cox, ".claude/commands/git/review.md", "---\nargument-hint: [path]\n---\nReview ${1:-all} with care.");
  await cox.write("a.ts", "const a = '$1';\n");
  await cox.run(["/git:review"]);
  assert.equal(lastRequest(cox), "Review all with care.");
  await cox.run(["/git:review @a.ts"], { stdin: "piped $1" });
  const files = `<file path="a.ts">\nconst a = '$1';\n</file>\n\n<stdin>\npiped $1\n</stdin>`;
  assert.equal(lastRequest(cox), `Review @a.ts with care.|\n\n${files}`);
  await cox.run(["/etc/hosts is odd"]);
  assert.equal(lastRequest(cox), "/etc/hosts is odd");
});

test("rejects a missing skill before any request and saves no session", async () => {
  await using cox = await openCox();
  await own(cox, ".agents/skills/pdf/SKILL.md", SKILL);
  const { code, stderr } = await cox.run(["/skill:pfd", "x"]);
  assert.deepEqual([code, stderr], [2, `cox: unknown command: /skill:pfd; did you mean /skill:pdf? ${AS_TEXT}`]);
  assert.deepEqual([cox.server.requests.length, await cox.sessionFiles()], [0, []]);
});

test("rejects a task that begins with an unknown command, and names the nearest ones", async () => {
  await using cox = await openCox(() => "ok");
  await own(cox, ".agents/skills/pdf/SKILL.md", SKILL);
  await own(cox, ".claude/commands/review.md", "Review it.");
  for (const [args, hint] of [
    [["/revew src"], "did you mean /review?"],
    [["/rev"], "did you mean /review?"],
    [["/pdf a.pdf"], "did you mean /skill:pdf?"],
    [["-c", "/compcat"], "did you mean /compact or /uncompact?"],
    [["/frobnicate"], "cox skills and cox extensions list the commands."],
  ] as const) {
    const { code, stderr } = await cox.run(args);
    const name = args.at(-1)?.split(" ")[0];
    assert.deepEqual([code, stderr], [2, `cox: unknown command: ${name}; ${hint} ${AS_TEXT}`]);
  }
  const piped = await cox.run([], { stdin: "/frobnicate it" });
  assert.equal(piped.code, 2);
  assert.deepEqual([cox.server.requests.length, await cox.sessionFiles()], [0, []]);
  for (const task of [" /frobnicate it", "/tmp is full", "/etc/hosts is odd", "/ is full"]) {
    assert.equal((await cox.run([task])).code, 0);
    assert.equal(lastRequest(cox), task);
  }
});

const AS_TEXT = "To send it as text, begin the task with a space\n";

test("reads no file of an untrusted project and reports it in one line; --trust changes that", async () => {
  await using cox = await openCox(() => "ok");
  await cox.write(".agents/skills/pdf/SKILL.md", SKILL);
  await cox.write(".claude/commands/hello.md", "Say hello.");
  await cox.write(".coxswain/SYSTEM.md", "You are the project's.");
  const line =
    "cox: ignored .agents/skills, .claude/commands, .coxswain/SYSTEM.md: this project is not trusted. Review and trust it with `cox trust`.\n";
  const untrusted = await cox.run(["hello"]);
  assert.deepEqual([untrusted.code, untrusted.stderr, lastRequest(cox)], [0, line, "hello"]);
  assert.equal((await cox.run(["/hello"])).code, 2);
  assert.doesNotMatch(JSON.stringify(cox.server.requests.at(-1)?.body), /Reads PDF/);
  const trusted = await cox.run(["--trust", "/hello"]);
  assert.deepEqual([trusted.code, trusted.stderr, lastRequest(cox)], [0, "", "Say hello."]);
  assert.match(JSON.stringify(cox.server.requests.at(-1)?.body), /- pdf: Reads PDF files\./);
});

test("lets the model load a skill and read the files beside it without a question", async () => {
  let folder = "";
  await using cox = await openCox((request) => {
    const results = toolResults(request);
    if (results.length === 0) return { calls: [{ name: "skill", input: { name: "pdf" } }] };
    return results.length === 1 ? { calls: [{ name: "read", input: { path: join(folder, "notes.md") } }] } : "ok";
  });
  folder = dirname(await own(cox, ".agents/skills/pdf/SKILL.md", SKILL));
  await own(cox, ".agents/skills/pdf/notes.md", "Notes.");
  const { code, stderr } = await cox.run(["go"]);
  assert.equal(code, 0, stderr);
  assert.match(toolResults(cox.server.requests.at(-1)).join("\n"), /Files in it:\\nnotes\.md[^]*Notes\./);
});

test("cox skills lists skills and warnings", async () => {
  await using cox = await openCox();
  const empty = await cox.run(["skills"]);
  assert.deepEqual([empty.code, empty.stdout], [0, ""]);
  assert.match(empty.stderr, /^No skills or prompt templates found\. /);
  const path = await own(cox, ".agents/skills/pdf/SKILL.md", SKILL);
  await own(cox, ".agents/skills/deploy/SKILL.md", "---\nname: deploy\ndescription: Deploys.\ndisable-model-invocation: true\n---\n");
  await own(cox, ".claude/commands/review.md", "---\nargument-hint: FILE\ndescription: Reviews.\n---\nReview $1.");
  await own(cox, ".claude/commands/compact.md", "x");
  await cox.write(".agents/skills/x/SKILL.md", SKILL);
  const { code, stdout, stderr } = await cox.run(["skills"]);
  assert.equal(code, 0);
  assert.equal(
    stdout,
    "/skill:deploy  user  (hidden from the model) Deploys.\n/skill:pdf     user  Reads PDF files.\n/review FILE   user  Reviews.\n",
  );
  assert.equal(stderr.split("\n").length, 3, stderr);
  assert.match(stderr, /compact\.md was skipped: \/compact is a built-in command\.\nIgnored \.agents\/skills: /);
  const listed = jsonLines((await cox.run(["skills", "--json"])).stdout);
  assert.deepEqual(listed[1], {
    kind: "skill",
    name: "pdf",
    description: "Reads PDF files.",
    path,
    folder: dirname(path),
    origin: "user",
    hidden: false,
  });
});

test("T9: escapes a skill's description, and follows no project link to a user's file", async () => {
  await using cox = await openCox(() => "ok");
  const secret = await own(cox, "secret.md", "---\ndescription: a secret\n---\nsecret");
  await cox.write(".agents/skills/a/SKILL.md", "---\nname: a\ndescription: |\n  \u001b]0;title\u0007\u202e\n  second line\n---\n\u001b[2J");
  await mkdir(join(cox.project, ".agents/skills/evil"), { recursive: true });
  await symlink(secret, join(cox.project, ".agents/skills/evil/SKILL.md"));
  await mkdir(join(cox.project, ".agents/skills/\u001b[31mred"), { recursive: true });
  await cox.write(".agents/skills/\u001b[31mred/SKILL.md", "nothing");
  await cox.run(["--trust", "hello"]);
  const { stdout, stderr } = await cox.run(["skills"]);
  assert.doesNotMatch(stdout.replaceAll("\n", ""), ACTIVE);
  assert.doesNotMatch(stderr.replaceAll("\n", ""), ACTIVE);
  assert.equal(stdout.split("\n").length, 2, stdout);
  assert.match(stderr, /evil\/SKILL\.md is a link to a file outside the project/);
  assert.doesNotMatch(stdout, /secret/);
});
