import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { temporaryFolder } from "../../workspace.fixture.ts";
import type { SpawnOptions } from "../../process.ts";
import type { Workspace } from "../../workspace.ts";
import { confinedProcesses } from "../prepared.fixture.ts";
import { confinedWorkspace } from "../sandbox.fixture.ts";
import { BubblewrapSandbox } from "./bubblewrap-sandbox.ts";

const mark = async () => ({ env: {}, ended: () => {} });
const TIMERS = { now: () => 0, after: () => () => {} };

const without = (t: TestContext, mode: "auto" | "required", found?: string) => {
  const sandbox = new BubblewrapSandbox({
    options: { mode },
    root: temporaryFolder(t),
    env: {},
    isSecret: () => false,
    seen: [],
    timers: TIMERS,
    mark,
    find: async () => found,
  });
  t.after(() => sandbox.close());
  return sandbox;
};

test("without bubblewrap a required sandbox runs no command, and an optional one runs it and reports the remedy", async (t) => {
  const required = without(t, "required");
  await assert.rejects(required.enter("/"), {
    name: "ProcessError",
    message:
      /^The command was not run because a sandbox is required and not available: bubblewrap is not installed\. Install it with apt install/,
  });
  const auto = without(t, "auto");
  assert.equal(await auto.enter("/"), undefined);
  const confinement = await auto.confinement();
  assert.match(confinement.kind === "none" ? confinement.reason : "", /^bubblewrap is not installed/);
});

test("a project cannot provide the bubblewrap that confines it", async (t) => {
  const [root, elsewhere] = [temporaryFolder(t), temporaryFolder(t)];
  symlinkSync(root, join(elsewhere, "bin"));
  const looked: string[] = [];
  const find = async (_: string, path: string): Promise<undefined> => void looked.push(...path.split(":"));
  const PATH = [join(root, "bin"), join(elsewhere, "bin"), "/repo/node_modules/.bin", "/opt/bin"].join(":");
  const sandbox = new BubblewrapSandbox({
    options: { mode: "auto" },
    root,
    env: { PATH },
    isSecret: () => false,
    seen: [],
    timers: TIMERS,
    mark,
    find,
  });
  t.after(() => sandbox.close());
  await sandbox.confinement();
  assert.ok(looked.includes("/opt/bin"));
  assert.deepEqual(
    looked.filter((folder) => folder.startsWith(root) || folder.startsWith(elsewhere) || folder.includes("node_modules")),
    [],
  );
});

test("a bubblewrap that does not work counts as missing", async (t) => {
  const auto = without(t, "auto", "/bin/false");
  assert.equal((await auto.confinement()).kind, "none");
});

test("A12: a trial without a definite result never lets a command run unconfined, and the next one tries again", async (t) => {
  const folder = temporaryFolder(t);
  const bwrap = join(folder, "bwrap");
  writeFileSync(bwrap, "#!/bin/sh\necho 'bwrap: Creating new namespace failed: Resource temporarily unavailable' >&2\nexit 1\n", {
    mode: 0o755,
  });
  const auto = without(t, "auto", bwrap);
  for (const _ of [1, 2]) {
    await assert.rejects(auto.enter("/"), {
      name: "ProcessError",
      message:
        /^The command was not run because its sandbox could not be tested: bubblewrap could not be tried \(Resource temporarily unavailable\): try again/,
    });
    const confinement = await auto.confinement();
    assert.equal(confinement.kind === "none" && confinement.untested, true);
  }
  const required = without(t, "required", bwrap);
  assert.ok(!("untested" in (await required.confinement())), "no answer lets its commands run");
  writeFileSync(bwrap, "#!/bin/sh\nexit 1\n");
  assert.equal(await auto.enter("/"), undefined);
  assert.ok(!("untested" in (await auto.confinement())));
});

/** Scripts of a bubblewrap that fails for a reason that need not last. */
const INDEFINITE = {
  "it is killed": "kill -9 $$",
  "its command is killed": "exit 137",
  "no namespace is free": "echo 'bwrap: Creating new namespace failed: No space left on device' >&2; exit 1",
  "no memory is free": "echo 'bwrap: Cannot allocate memory' >&2; exit 1",
  "the shell cannot fork": "echo 'sh: 0: Cannot fork' >&2; exit 2",
} as const;

for (const [name, script] of Object.entries(INDEFINITE)) {
  test(`A12: no command runs unconfined if ${name} during the trial`, async (t) => {
    const bwrap = join(temporaryFolder(t), "bwrap");
    writeFileSync(bwrap, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    await assert.rejects(without(t, "auto", bwrap).enter("/"), { message: /its sandbox could not be tested/ });
  });
}

test("A3: a system that does not run filters of system calls is reported as a missing part", async (t) => {
  const made = await confinedWorkspace(t);
  if (made === undefined) return;
  assert.ok(!("missing" in (await made.workspace.confinement())));
  const bwrap = join(temporaryFolder(t), "bwrap");
  const refuse = "echo 'bwrap: prctl(PR_SET_SECCOMP): Invalid argument' >&2; exit 1";
  writeFileSync(bwrap, `#!/bin/sh\nfor word; do [ "$word" != --seccomp ] || { ${refuse}; }; done\nexec bwrap "$@"\n`, { mode: 0o755 });
  const confinement = await without(t, "required", bwrap).confinement();
  assert.match(confinement.kind === "bubblewrap" ? (confinement.missing?.join() ?? "") : "", /no filter for system calls/);
});

test("confinement that stops working fails the command with the reason, and never runs it unconfined", async (t) => {
  const made = await confinedWorkspace(t);
  if (made === undefined) return;
  const { workspace, at } = made;
  const mounted = (await workspace.spawn("grep ' /tmp ' /proc/self/mountinfo")).output.head;
  rmSync(join(tmpdir(), /cox-sandbox-\w+/.exec(mounted)?.[0] ?? ""), { recursive: true });
  await assert.rejects(workspace.spawn("touch ran"), {
    name: "ProcessError",
    message: /^The command was not run because it could not be sandboxed: bwrap: Can't find source path/,
  });
  assert.equal(existsSync(at("ran")), false);
  assert.equal((await workspace.spawn("touch ran", { outside: true })).end.kind, "exit");
  assert.equal(existsSync(at("ran")), true);
});

/** Number of sandboxes around each other for a command, which prints the path of its folder. */
const layersOf = async (workspace: Workspace, options: SpawnOptions = {}): Promise<number> => {
  const running = Promise.withResolvers<number>();
  const stop = new AbortController();
  const ending = workspace.spawn("touch made && echo up; sleep 100", {
    ...options,
    signal: stop.signal,
    onOutput: (text) => (text === "up\n" ? running.resolve(0) : running.reject(new Error(text))),
  });
  await running.promise;
  const [pid] = confinedProcesses();
  const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  stop.abort();
  await ending;
  return words.filter((word) => word.endsWith("/bwrap")).length;
};

test("commands share one shield, except those that write in other folders than the first", async (t) => {
  const later = join(temporaryFolder(t), "later");
  const made = await confinedWorkspace(t, { sandbox: { mode: "auto", writable: [later] } });
  if (made === undefined) return;
  const { workspace, at, root } = made;
  assert.deepEqual([await layersOf(workspace), await layersOf(workspace)], [1, 1]);
  mkdirSync(at("in"));
  assert.equal(await layersOf(workspace, { cwd: "in" }), 1);
  assert.equal(await layersOf(workspace, { cwd: temporaryFolder(t) }), 2);
  mkdirSync(later);
  assert.equal(await layersOf(workspace), 2);
  assert.equal((await workspace.spawn(`touch ${later}/made; ls ${later}`)).output.head, "made\n");
  rmSync(later, { recursive: true });
  assert.equal(await layersOf(workspace), 1);
  renameSync(root, `${root}-old`);
  t.after(() => rmSync(`${root}-old`, { recursive: true, force: true }));
  mkdirSync(root);
  assert.equal(await layersOf(workspace), 2);
  assert.ok(existsSync(at("made")), "it writes in the new folder");
});

test("with a proxy, whose bridge stays in the shared network, commands have a shield each", async (t) => {
  const made = await confinedWorkspace(t, { sandbox: { mode: "auto", network: ["a.test"] } });
  if (made === undefined) return;
  assert.equal(await layersOf(made.workspace), 2);
});

test("a command reaches the allowed hosts and no others", async (t) => {
  const server = createServer((_, response) => response.end("from outside\n"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const made = await confinedWorkspace(t, { sandbox: { mode: "auto", network: [`127.0.0.1:${port}`] } });
  if (made === undefined) return;
  assert.deepEqual(await made.workspace.confinement(), { kind: "bubblewrap", network: [`127.0.0.1:${port}`] });
  writeFileSync(
    join(made.root, "get.mjs"),
    `import { get } from "node:http";
     const proxy = new URL(process.env.HTTP_PROXY);
     const to = (url) => new Promise((done) => get({ host: proxy.hostname, port: proxy.port, path: url, headers: { host: new URL(url).host } }, (answer) => answer.on("data", (text) => process.stdout.write(text)).on("end", done)).on("error", (error) => done(console.log(error.code))));
     await to("http://127.0.0.1:${port}/");
     await to("http://127.0.0.1:1/");
     await new Promise((done) => get("http://127.0.0.1:${port}/", { agent: false }).on("error", (error) => done(console.log(error.code))));`,
  );
  const { output } = await made.workspace.spawn(`NODE_USE_ENV_PROXY= ${process.execPath} get.mjs`);
  assert.match(output.head, /^from outside\nThe sandbox does not allow 127\.0\.0\.1:1\.[^]*ECONNREFUSED\n$/);
});
