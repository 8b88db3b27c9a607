import assert from "node:assert/strict";
import { appendFile, mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { answerStore } from "coxswain/settings";
import { jsonLines, openCox } from "./cox-scene.ts";

const bash = (command: string) => ({ calls: [{ name: "bash", input: { command } }] });
const WRITE = { calls: [{ name: "write", input: { path: "new.txt", content: "hello\n" } }] };

test("plan mode runs calls that read and denies calls that change something, whatever is allowed", async () => {
  await using cox = await openCox([bash("ls && cat a.txt"), WRITE, bash("touch made.txt"), "A plan."]);
  await cox.write("a.txt", "inside\n");
  const { code } = await cox.run(["plan it", "--mode", "plan", "--allow", "write", "--allow", "bash"]);
  assert.equal(code, 0);
  const lastRequest = JSON.stringify(cox.server.requests.at(-1)?.body);
  assert.match(lastRequest, /inside/);
  assert.equal(lastRequest.match(/Denied: plan mode allows only reading/g)?.length, 2);
  for (const name of ["new.txt", "made.txt"]) await assert.rejects(cox.read(name));
});

test("auto-edit mode writes files of the folder without a question, and no others", async () => {
  const outside = { calls: [{ name: "write", input: { path: "/tmp/cox-is-never-written.txt", content: "x" } }] };
  await using cox = await openCox([WRITE, outside, "Done."]);
  await cox.run(["go", "--mode", "auto-edit"]);
  assert.equal(await cox.read("new.txt"), "hello\n");
  assert.match(JSON.stringify(cox.server.requests.at(-1)?.body), /outside the session's folder/);
});

test("names the mode in the stream's first line with Claude Code's names, from the command line or settings", async () => {
  await using cox = await openCox(["1", "2", "3", "4", "5"]);
  const modeWith = async (...flags: readonly string[]): Promise<unknown> => {
    const { stdout } = await cox.run(["go", "--output-format", "stream-json", ...flags]);
    return jsonLines(stdout)[0]?.["permissionMode"];
  };
  assert.equal(await modeWith(), "default");
  assert.equal(await modeWith("--mode", "plan"), "plan");
  assert.equal(await modeWith("--yes"), "bypassPermissions");
  await cox.set({ permissions: { mode: "auto-edit" } });
  assert.equal(await modeWith(), "acceptEdits");
  assert.equal(await modeWith("--mode", "ask"), "default");
});

test("--yes equals --mode yolo and no other mode", async () => {
  await using cox = await openCox();
  const { code, stderr } = await cox.run(["go", "--yes", "--mode", "plan"]);
  assert.deepEqual({ code, stderr }, { code: 2, stderr: "cox: --yes means --mode yolo and cannot be combined with --mode plan\n" });
});

test("permissions explain applies a mode, also from a settings file", async () => {
  await using cox = await openCox();
  const verdict = async (...words: readonly string[]): Promise<string> =>
    (await cox.run(["permissions", "explain", ...words])).stdout.split("\n")[0] ?? "";
  assert.equal(await verdict("touch x"), "ask");
  assert.equal(await verdict("--mode", "plan", "touch x"), "deny");
  assert.equal(await verdict("--mode", "plan", "ls"), "allow");
  assert.equal(await verdict("--mode", "yolo", "touch x"), "allow");
  await cox.write("plan.json", '{ "permissions": { "mode": "plan" } }');
  assert.equal(await verdict("--settings", "plan.json", "touch x"), "deny");
});

test("lists, applies and forgets answers for the project and for always; other projects use only the latter", async () => {
  await using cox = await openCox([bash("touch saved"), "Done."]);
  const file = join(cox.home, "data", "answers.jsonl");
  const here = answerStore(file).of(
    () => ({ folder: cox.project }),
    (line) => assert.fail(line),
  );
  await here.save("project", ["bash(touch saved $)"]);
  await here.save("always", ["fetch(example.org)"]);
  assert.equal((await stat(file)).mode & 0o777, 0o600);

  const listed = async (cwd: string): Promise<readonly unknown[]> =>
    jsonLines((await cox.run(["permissions", "--json"], { cwd })).stdout)
      .slice(1)
      .map(({ rule, scope, holds }) => [rule, scope, holds]);
  const other = join(cox.project, "..", "other");
  await mkdir(other);
  assert.deepEqual(await listed(cox.project), [
    ["bash(touch saved $)", "project", true],
    ["fetch(example.org)", "always", true],
  ]);
  assert.deepEqual(await listed(other), [
    ["bash(touch saved $)", "project", false],
    ["fetch(example.org)", "always", true],
  ]);
  assert.match((await cox.run(["permissions"])).stdout, /allow +bash\(touch saved \$\) +answer: this project/);

  const { stderr } = await cox.run(["go"]);
  assert.doesNotMatch(stderr, /denied/);
  assert.match((await cox.run(["permissions", "explain", "touch saved"])).stdout, /^allow\n/);
  assert.match((await cox.run(["permissions", "explain", "touch saved more"])).stdout, /^ask\n/);

  const forgotten = await cox.run(["permissions", "forget", "bash(touch saved $)"]);
  assert.deepEqual([forgotten.code, forgotten.stdout], [0, "Removed bash(touch saved $) (answer: this project)\n"]);
  assert.equal((await cox.run(["permissions", "forget", "--project", "fetch(example.org)"])).code, 1);
  assert.equal((await cox.run(["permissions", "forget", "--always", "fetch(example.org)"])).code, 0);
  assert.deepEqual(await listed(cox.project), []);
});

test("reports a damaged answers file in one line and allows nothing", async () => {
  await using cox = await openCox([bash("touch saved"), "Done."]);
  const file = join(cox.home, "data", "answers.jsonl");
  await answerStore(file)
    .of(
      () => ({ folder: cox.project }),
      () => {},
    )
    .save("always", ["bash"]);
  await appendFile(file, "{");
  const { code, stderr } = await cox.run(["go"]);
  assert.equal(code, 0);
  assert.match(
    stderr,
    /cox: \S+answers\.jsonl is invalid at line 2\. Fix that line, or delete the file and answer the questions again\.\n/,
  );
  assert.match(JSON.stringify(cox.server.requests.at(-1)?.body), /Denied: nothing allows/);
  const list = await cox.run(["permissions"]);
  assert.equal(list.code, 0);
  assert.match(list.stderr, /is invalid at line 2/);
  assert.match(await readFile(file, "utf8"), /\{$/);
});
