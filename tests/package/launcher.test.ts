import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test, type TestContext } from "node:test";
import { Script } from "node:vm";

const bin = join(import.meta.dirname, "..", "..", "packages", "cli", "bin");
const greeting = (word: string): string => `console.log(${JSON.stringify(word)}, process.argv[2]);\n`;

/** Copies the launcher to a new folder, with or without a built program that greets. */
const installLauncher = (t: TestContext, { built }: { readonly built: boolean }): string => {
  const folder = mkdtempSync(join(tmpdir(), "launcher-"));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of ["bin", "dist", "home"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  for (const name of ["cox.js", "package.json"]) copyFileSync(join(bin, name), join(folder, "bin", name));
  if (built) build(folder, "first", "Ahoy");
  return folder;
};

/** Writes the main file of a program that greets. */
const build = (folder: string, hash: string, word: string): void =>
  writeFileSync(join(folder, "dist", "main.cjs"), `//${hash}\n${greeting(word)}`);

/** The folder of the compiled code of a build. */
const codeFolder = (folder: string, hash: string): string =>
  join(folder, "home", "cache", "code", `${hash}-${process.version}-${process.arch}`);

const launch = (folder: string, environment: NodeJS.ProcessEnv, { node = process.execPath, cwd = folder } = {}) => {
  const { stdout, stderr, status } = spawnSync(node, [join(folder, "bin", "cox.js"), "there"], {
    encoding: "utf8",
    cwd,
    env: environment,
    timeout: 20_000,
  });
  return { stdout, stderr, status };
};

/** Runs the program with the home of its folder, and returns what it prints. */
const greet = (folder: string): string => {
  const { stdout, stderr, status } = launch(folder, { COX_HOME: join(folder, "home") });
  assert.deepEqual({ stderr, status }, { stderr: "", status: 0 });
  return stdout;
};

test("runs the built program with its arguments, and saves compiled code in the user's folder", (t) => {
  const folder = installLauncher(t, { built: true });
  assert.equal(greet(folder), "Ahoy there\n");
  assert.deepEqual(readdirSync(codeFolder(folder, "first")), ["main.cjs"]);
  if (process.platform !== "win32") assert.equal(statSync(codeFolder(folder, "first")).mode & 0o777, 0o700);
});

/** The saved code of another program of the same length, which V8 accepts for the first one. */
const foreignCode = (folder: string): Buffer => {
  const other = installedCode(folder).replace("Ahoy", "Evil");
  const code = new Script(other).createCachedData();
  return Buffer.concat([code, code]);
};

/** The source that the launcher compiles. */
const installedCode = (folder: string): string =>
  `(function (exports, require, module, __filename, __dirname, importModule) { ${readFileSync(join(folder, "dist", "main.cjs"), "latin1")}\n})`;

test("runs the saved code", (t) => {
  const folder = installLauncher(t, { built: true });
  greet(folder);
  writeFileSync(join(codeFolder(folder, "first"), "main.cjs"), foreignCode(folder));
  assert.equal(greet(folder), "Evil there\n");
});

test("does not run saved code in a folder that others can write", { skip: process.platform === "win32" }, (t) => {
  const folder = installLauncher(t, { built: true });
  greet(folder);
  writeFileSync(join(codeFolder(folder, "first"), "main.cjs"), foreignCode(folder));
  chmodSync(codeFolder(folder, "first"), 0o722);
  assert.equal(greet(folder), "Ahoy there\n");
});

test("does not run saved code in a folder of another user", { skip: process.getuid?.() !== 0 }, (t) => {
  const folder = installLauncher(t, { built: true });
  greet(folder);
  writeFileSync(join(codeFolder(folder, "first"), "main.cjs"), foreignCode(folder));
  chownSync(codeFolder(folder, "first"), 65_534, 65_534);
  assert.equal(greet(folder), "Ahoy there\n");
});

test("ignores and replaces saved code that is damaged at any place", (t) => {
  const folder = installLauncher(t, { built: true });
  greet(folder);
  const file = join(codeFolder(folder, "first"), "main.cjs");
  const saved = readFileSync(file);
  const damaged = [0, 9, 64, saved.length / 2 - 1, saved.length / 2 + 40].map((at) => {
    const bytes = Buffer.from(saved);
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    return bytes;
  });
  for (const bytes of [...damaged, saved.subarray(0, -1), saved.subarray(0, 100), Buffer.alloc(saved.length), Buffer.alloc(0)]) {
    writeFileSync(file, bytes);
    assert.equal(greet(folder), "Ahoy there\n");
    const now = readFileSync(file);
    assert.ok(now.subarray(0, now.length / 2).equals(now.subarray(now.length / 2)));
  }
});

test("a new build of the same length runs its own code, and code of builds unused for 30 days is removed", (t) => {
  const folder = installLauncher(t, { built: true });
  greet(folder);
  build(folder, "other", "Ohoy");
  assert.equal(greet(folder), "Ohoy there\n");
  assert.ok(existsSync(codeFolder(folder, "first")));
  const old = Date.now() / 1000 - 31 * 86_400;
  utimesSync(codeFolder(folder, "first"), old, old);
  build(folder, "third", "Ehoy");
  assert.equal(greet(folder), "Ehoy there\n");
  assert.deepEqual(
    ["first", "other", "third"].map((hash) => existsSync(codeFolder(folder, hash))),
    [false, true, true],
  );
});

test("a later run adds the functions that an earlier one did not call, and a complete one writes nothing", (t) => {
  const folder = installLauncher(t, { built: true });
  const chunk = `exports.word = () => "Ahoy " + [1, 2, 3].map((one) => one * 2).join();\n`;
  writeFileSync(join(folder, "dist", "word.cjs"), chunk);
  writeFileSync(
    join(folder, "dist", "main.cjs"),
    `//lazy\nconst late = () => require("./word.cjs").word();\nconsole.log(process.env.LATE ? late() : "early");\n`,
  );
  const run = (late: string) => launch(folder, { COX_HOME: join(folder, "home"), LATE: late }).stdout;
  const main = join(codeFolder(folder, "lazy"), "main.cjs");
  assert.equal(run(""), "early\n");
  const early = statSync(main).size;
  assert.equal(run("1"), "Ahoy 2,4,6\n");
  const { size, mtimeMs } = statSync(main);
  assert.ok(size > early, `${early} ${size}`);
  assert.equal(run("1"), "Ahoy 2,4,6\n");
  assert.equal(statSync(main).mtimeMs, mtimeMs);
});

test("a chunk imports other modules, without a warning of Node's", (t) => {
  const folder = installLauncher(t, { built: true });
  writeFileSync(join(folder, "extension.mjs"), `export const word = "Ahoy";\n`);
  writeFileSync(
    join(folder, "dist", "main.cjs"),
    `//imports\nimportModule(${JSON.stringify(pathToFileURL(join(folder, "extension.mjs")).href)}).then(({ word }) => console.log(word));\n`,
  );
  assert.equal(greet(folder), "Ahoy\n");
});

test("NODE_DISABLE_COMPILE_CACHE=1 saves nothing", (t) => {
  const folder = installLauncher(t, { built: true });
  assert.equal(launch(folder, { COX_HOME: join(folder, "home"), NODE_DISABLE_COMPILE_CACHE: "1" }).stdout, "Ahoy there\n");
  assert.deepEqual(readdirSync(join(folder, "home")), []);
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
