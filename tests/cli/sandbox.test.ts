import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chownSync } from "node:fs";
import { test, type TestContext } from "node:test";
import { COX, type CoxScene, jsonLines, openCox } from "./cox-scene.ts";

const BASH = (command: string) => ({ calls: [{ name: "bash", input: { command } }] });

interface Init {
  readonly subtype: string;
  readonly cox_sandbox: { readonly kind: string; readonly reason?: string };
}

const initOf = (stdout: string): Init =>
  (jsonLines(stdout) as unknown as readonly Init[]).find(({ subtype }) => subtype === "init") as Init;

/**
 * A folder in which no sandbox works: another user owns it, and root writes to it with a capability that a sandbox
 * drops.
 */
const notToBeConfined = (t: TestContext, cox: CoxScene): boolean => {
  if (process.getuid?.() !== 0) {
    t.skip("only root writes in folders of others");
    return false;
  }
  chownSync(cox.project, 65534, 65534);
  return true;
};

test("runs commands in a sandbox without a notice, and names it in the stream", async (t) => {
  await using cox = await openCox([BASH("touch made; touch ~/outside; cat ~/.local/share/coxswain/* | wc -c"), "Done."]);
  const { code, stdout, stderr } = await cox.run(["go", "--yes", "--output-format", "stream-json"]);
  const { cox_sandbox: sandbox } = initOf(stdout);
  if (sandbox.kind === "none") return t.skip(sandbox.reason);
  assert.deepEqual([code, sandbox], [0, { kind: "bubblewrap", network: "off" }]);
  assert.doesNotMatch(stderr, /sandbox/);
  await cox.read("made");
  assert.match(JSON.stringify(cox.server.requests.at(-1)?.body), /outside.*Read-only file system/);
});

test("--sandbox off runs commands without a sandbox, and reports it in the stream", async () => {
  await using cox = await openCox([BASH("touch ~/outside && echo made"), "Done."]);
  const { stdout } = await cox.run(["go", "--yes", "--sandbox", "off", "--output-format", "stream-json"]);
  assert.deepEqual(initOf(stdout).cox_sandbox, { kind: "none", reason: "the sandbox is switched off" });
  assert.match(JSON.stringify(cox.server.requests.at(-1)?.body), /"made/);
});

const mayMount = spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;

/** Runs the program with its folder mounted read-only. */
const IN_READ_ONLY = `
  const mount = 'mount --bind "$PWD" "$PWD" && mount -o remount,ro,bind "$PWD" && cd "$PWD" && exec "$@"';
  const args = ["--mount", "bash", "-c", mount, "bash", process.execPath, ...${JSON.stringify(COX)}, ...process.argv.slice(1)];
  require("node:child_process").spawn("unshare", args, { stdio: "inherit" }).on("exit", (code) => process.exit(code));
`;

for (const [place, prepare] of [
  ["folder", []],
  ["repository", ["init", "--quiet"]],
] as const) {
  test(`in a read-only ${place} commands run, and write nothing`, { skip: mayMount ? false : "needs the right to mount" }, async () => {
    await using cox = await openCox([BASH("cat here; touch made"), "Done."]);
    await cox.write("here", "read all the same\n");
    if (prepare.length > 0) spawnSync("git", prepare, { cwd: cox.project });
    const { code, stderr } = await cox.start(["go", "--yes"], { program: ["-e", IN_READ_ONLY, "--"] }).ended;
    assert.equal(code, 0, stderr);
    assert.match(JSON.stringify(cox.server.requests.at(-1)?.body), /read all the same.*made.*Read-only file system/);
  });
}

/** Runs the program where starting bubblewrap always fails with EAGAIN. */
const WITHOUT_PROCESSES = `
  const fake = "#!/bin/sh\\necho 'bwrap: Creating new namespace failed: Resource temporarily unavailable' >&2; exit 1\\n";
  require("node:fs").writeFileSync(process.env.HOME + "/bwrap", fake, { mode: 0o755 });
  const mount = 'mount --bind "$HOME/bwrap" "$(command -v bwrap)" && exec "$@"';
  const args = ["--mount", "bash", "-c", mount, "bash", process.execPath, ...${JSON.stringify(COX)}, ...process.argv.slice(1)];
  require("node:child_process").spawn("unshare", args, { stdio: "inherit" }).on("exit", (code) => process.exit(code));
`;

const hasBubblewrap = spawnSync("bwrap", ["--version"]).status === 0;

test(
  "A12: if the sandbox cannot be tested, commands ask under auto, and nothing runs under required",
  { skip: mayMount && hasBubblewrap ? false : "needs bubblewrap and the right to mount" },
  async () => {
    await using cox = await openCox([BASH("echo ran > ran.txt"), "Done."]);
    await cox.set({ sandbox: { mode: "auto" } });
    const auto = await cox.start(["go", "--yes"], { program: ["-e", WITHOUT_PROCESSES, "--"] }).ended;
    assert.match(auto.stderr, /^cox: the sandbox could not be tested, so each command asks before it runs without one: bubblewrap could/m);
    assert.match(JSON.stringify(cox.server.requests.at(-1)?.body), /no user can be asked/);
    await cox.set({ sandbox: { mode: "required" } });
    const required = await cox.start(["go", "--yes"], { program: ["-e", WITHOUT_PROCESSES, "--"] }).ended;
    assert.match(
      required.stderr,
      /^cox: commands must run in a sandbox, and none is available: bubblewrap could not be tried \(Resource temporarily/m,
    );
    assert.equal(required.code, 1);
    await assert.rejects(cox.read("ran.txt"));
  },
);

test("runs commands without a sandbox if none is available, and reports it in one line", async (t) => {
  await using cox = await openCox([BASH("echo ran > ran.txt"), "Done."]);
  if (!notToBeConfined(t, cox)) return;
  await cox.set({ sandbox: { mode: "auto" } });
  const { code, stderr } = await cox.run(["go", "--yes"]);
  assert.equal(code, 0);
  assert.match(stderr, /^cox: commands run without a sandbox: (?:the folder belongs to another user|bubblewrap)/m);
  assert.equal(await cox.read("ran.txt"), "ran\n");
});

test("reports a missing sandbox when a watcher continues the session of an exited owner too", async (t) => {
  const asked = Promise.withResolvers<void>();
  await using cox = await openCox((_, turn) => {
    asked.resolve();
    if (turn === 0) return { before: new Promise(() => {}) };
    return turn === 1 ? BASH("echo ran > ran.txt") : "Done.";
  });
  if (!notToBeConfined(t, cox)) return;
  await cox.set({ sandbox: { mode: "auto" } });
  const first = cox.start(["first"]);
  await asked.promise;
  const second = cox.start(["-c", "second", "--yes"]);
  await second.seen("Queued in the running session");
  first.child.kill("SIGKILL");
  const { code, stderr } = await second.ended;
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^cox: commands run without a sandbox: /m);
  assert.equal(await cox.read("ran.txt"), "ran\n");
});

test("--sandbox required runs nothing without an available sandbox, and gives the reason in one line", async (t) => {
  await using cox = await openCox(["Done."]);
  if (!notToBeConfined(t, cox)) return;
  const { code, stderr, stdout } = await cox.run(["go", "--yes", "--sandbox", "required"]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^cox: commands must run in a sandbox, and none is available: [^\n]+\n$/);
  assert.equal(cox.server.requests.length, 0);
});

test("cox doctor names the sandbox of commands", async () => {
  await using cox = await openCox([]);
  assert.match((await cox.run(["doctor"])).stdout, /^(?:ok {2}sandbox +bubblewrap, no network|-- {2}sandbox +\S.*)$/m);
});
