import assert from "node:assert/strict";
import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { ACTIVE, jsonLines, openCox } from "./cox-scene.ts";

test("trust shows a project's files, and without a terminal trusts only with --yes", async () => {
  await using cox = await openCox();
  await cox.write(".coxswain/settings.json", '{ "model": "project/model" }');
  await cox.write(".agents/skills/pdf/SKILL.md", "---\nname: pdf\n---\n");
  await cox.write(".claude/commands/hello.md", "Say hello.");
  const looked = await cox.run(["trust"]);
  assert.equal(looked.code, 1);
  assert.equal(
    looked.stdout,
    `${cox.project}\n  skills: .agents/skills\n    pdf\n  prompt templates: .claude/commands\n    hello.md\n` +
      '  settings: .coxswain/settings.json\n    { "model": "project/model" }\n',
  );
  assert.match(looked.stderr, /^cox: not trusted: .*--yes\n$/);
  assert.equal((await cox.run(["trust", "list"])).stdout, "");

  assert.equal((await cox.run(["trust", "--yes"])).code, 0);
  assert.deepEqual(jsonLines((await cox.run(["trust", "list", "--json"])).stdout), [{ folder: cox.project, there: true }]);
  const again = await cox.run(["trust"]);
  assert.deepEqual([again.code, again.stderr], [0, "Already trusted.\n"]);
});

test("trust revokes trust, also of a removed folder, and reports a folder that was not trusted", async () => {
  await using cox = await openCox();
  const other = join(dirname(cox.project), "other");
  await mkdir(other);
  for (const folder of [cox.project, other]) await cox.run(["trust", folder, "--yes"]);
  await rm(other, { recursive: true });
  assert.match((await cox.run(["trust", "list"])).stdout, /other {2}\(no longer exists\)\n/);
  assert.equal((await cox.run(["trust", "revoke", other])).code, 0);
  assert.equal((await cox.run(["trust", "revoke"])).code, 0);
  const again = await cox.run(["trust", "revoke"]);
  assert.deepEqual([again.code, again.stderr], [1, `cox: not a trusted project: ${cox.project}\n`]);
});

test("revokes and names the project when run in one of its folders", async () => {
  await using cox = await openCox();
  await cox.write(".git/HEAD", "ref: refs/heads/main\n");
  await cox.write("packages/hull/README.md", "");
  await cox.run(["trust", "--yes"]);
  const { code, stderr } = await cox.run(["trust", "revoke"], { cwd: join(cox.project, "packages", "hull") });
  assert.deepEqual([code, stderr], [0, `No longer trusted: ${cox.project}\n`]);
});

test("does not trust a moved folder or a link that replaced a trusted one", async () => {
  await using cox = await openCox();
  const [moved, evil] = ["moved", "evil"].map((name) => join(dirname(cox.project), name)) as [string, string];
  await cox.write(".coxswain/settings.json", "{}");
  await cox.run(["trust", "--yes"]);
  await rename(cox.project, moved);
  assert.match((await cox.run(["doctor"], { cwd: moved })).stdout, /moved \(not trusted: its settings are ignored/);
  await mkdir(join(evil, ".coxswain"), { recursive: true });
  await writeFile(join(evil, ".coxswain/settings.json"), "{}");
  await symlink(evil, cox.project);
  assert.match((await cox.run(["doctor"])).stdout, /evil \(not trusted: its settings are ignored/);
});

test("T9: escapes a project's file names and contents for the terminal, and follows no link out of it", async () => {
  await using cox = await openCox();
  const secret = join(dirname(cox.project), "secret");
  await writeFile(secret, "the secret");
  await cox.write(".coxswain/settings.json", '{ "model": "\u001b]0;title\u0007\u202e" }\n'.repeat(50));
  await cox.write(".agents/skills/\u001b[31mred/SKILL.md", "");
  await cox.write(".claude/agents/x", "");
  await symlink(secret, join(cox.project, ".claude/settings.json"));
  const { stdout } = await cox.run(["trust"]);
  assert.doesNotMatch(stdout.replaceAll("\n", ""), ACTIVE);
  assert.match(stdout, /hooks \(the rest is ignored\): \.claude\/settings\.json\n {4}a link to a place outside the project\n/);
  assert.match(stdout, /… and more: see \.coxswain\/settings\.json\n/);
  assert.doesNotMatch(stdout, /the secret/);
});

test("shows that a long file continues after many spaces", async () => {
  await using cox = await openCox();
  await cox.write(".coxswain/settings.json", `{ "thinking": "low",${" ".repeat(70_000)}"hooks": [] }`);
  assert.match((await cox.run(["trust"])).stdout, /"low",\n {4}… and more: see \.coxswain\/settings\.json\n/);
});

test("shows the project around a linked folder's target, not around the link", async () => {
  await using cox = await openCox();
  await cox.write(".git/HEAD", "");
  await cox.write("sub/.agents/skills/pdf/SKILL.md", "");
  const around = join(dirname(cox.project), "around");
  await mkdir(join(around, ".agents/skills/foreign"), { recursive: true });
  await symlink(join(cox.project, "sub"), join(around, "link"));
  const { stdout } = await cox.run(["trust", join(around, "link")]);
  assert.equal(stdout, `${cox.project}\n  skills: sub/.agents/skills\n    pdf\n`);
});
