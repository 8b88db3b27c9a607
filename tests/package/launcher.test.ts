import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";

const bin = join(import.meta.dirname, "..", "..", "packages", "cli", "bin", "cox.js");

/** Copies the launcher to a new folder, with or without a built program that greets. */
const installLauncher = (t: TestContext, { built }: { readonly built: boolean }): string => {
  const folder = mkdtempSync(join(tmpdir(), "launcher-"));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of ["bin", "dist", "home"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  copyFileSync(bin, join(folder, "bin", "cox.js"));
  if (built) writeFileSync(join(folder, "dist", "main.js"), `export const greet = () => console.log("Ahoy", process.argv[2]);\ngreet();\n`);
  return folder;
};

const launch = (folder: string, environment: NodeJS.ProcessEnv, { node = process.execPath, cwd = folder } = {}) => {
  const { stdout, stderr, status } = spawnSync(node, [join(folder, "bin", "cox.js"), "there"], {
    encoding: "utf8",
    cwd,
    env: environment,
    timeout: 20_000,
  });
  return { stdout, stderr, status };
};

test("runs the built program with its arguments, and caches compiled code in the user's folder", (t) => {
  const folder = installLauncher(t, { built: true });
  assert.deepEqual(launch(folder, { COX_HOME: join(folder, "home") }), { stdout: "Ahoy there\n", stderr: "", status: 0 });
  assert.deepEqual(readdirSync(join(folder, "home", "cache")), ["compile"]);
});

test("writes nothing without a home directory", (t) => {
  const folder = installLauncher(t, { built: true });
  assert.equal(launch(folder, { TMPDIR: join(folder, "home") }).status, 0);
  assert.deepEqual(readdirSync(join(folder, "home")), []);
});

test("neither writes nor loads compiled code in the working directory if the home is not an absolute path", (t) => {
  const folder = installLauncher(t, { built: true });
  const cwd = join(folder, "home");
  assert.equal(launch(folder, { COX_HOME: "own", XDG_CACHE_HOME: "cache", TMPDIR: cwd }, { cwd }).status, 0);
  assert.equal(launch(folder, { XDG_CACHE_HOME: "cache", TMPDIR: cwd }, { cwd }).status, 0);
  assert.deepEqual(readdirSync(cwd), []);
});

test("starts with a home in which no folder can be created", { skip: process.platform !== "linux" }, (t) => {
  assert.equal(launch(installLauncher(t, { built: true }), { COX_HOME: "/proc/home" }).stdout, "Ahoy there\n");
});

test(
  "with the checkout's programs in PATH, cox runs in any folder with the checkout's Node",
  { skip: process.platform !== "linux" },
  (t) => {
    const cwd = join(installLauncher(t, { built: true }), "home");
    const env = { COX_HOME: cwd, PATH: `${join(import.meta.dirname, "..", "..", "node_modules", ".bin")}:/usr/bin:/bin` };
    const { stdout, stderr } = spawnSync("cox", ["doctor"], { encoding: "utf8", cwd, env: { ...env, OLLAMA_HOST: "127.0.0.1:1" } });
    assert.match(stdout, /^ok {2}Node\.js +24\./m, stderr);
    assert.ok(stdout.includes(`project         ${cwd} `), stdout);
  },
);

test("without a build, prints one line with the command to run", (t) => {
  const folder = installLauncher(t, { built: false });
  const stderr = `cox: cox is not built: run "npm run build" first\n`;
  assert.deepEqual(launch(folder, { COX_HOME: join(folder, "home") }), { stdout: "", stderr, status: 1 });
});

const systemNode = "/usr/bin/node";
const version = existsSync(systemNode) ? spawnSync(systemNode, ["--version"], { encoding: "utf8" }).stdout.trim() : "none";
const skip = /^v(1\d|20|21)\./.test(version) ? false : `the system's Node is not an old one: ${version}`;

test("an old Node prints one line with the required version", { skip }, (t) => {
  const { stdout, stderr, status } = launch(installLauncher(t, { built: true }), {}, { node: systemNode });
  assert.deepEqual({ stdout, status }, { stdout: "", status: 1 });
  assert.match(stderr, /^cox: Node\.js 22\.19 or newer is required, this is \d+\.\d+\.\d+\. Install .*\n$/);
});
