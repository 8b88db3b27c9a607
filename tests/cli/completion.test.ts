import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { COX, type CoxScene, openCox } from "./cox-scene.ts";

const isThere = (shell: string): boolean => spawnSync(shell, ["-c", "exit"]).status === 0;
const without = (shell: string) => ({ skip: isThere(shell) ? false : `${shell} is not installed` });

/** The environment of a shell with `cox` on its PATH, and the file of its completion script. */
const shellScene = async (cox: CoxScene, shell: string) => {
  const bin = join(dirname(cox.project), "bin");
  await mkdir(bin, { recursive: true });
  const words = [process.execPath, ...COX].map((word) => `'${word}'`).join(" ");
  await writeFile(join(bin, "cox"), `#!/bin/sh\nexec ${words} "$@"\n`);
  await chmod(join(bin, "cox"), 0o755);
  const script = join(bin, `cox.${shell}`);
  await writeFile(script, (await cox.run(["completion", shell])).stdout);
  return { script, env: { ...cox.env, PATH: `${bin}:${cox.env["PATH"]}` } };
};

/** Runs a shell with the completion script loaded and returns its output. */
const inShell = async (cox: CoxScene, shell: string, after: string, before = ""): Promise<string> => {
  const { script, env } = await shellScene(cox, shell);
  // Use a file: piped input is a socket here, which fish cannot read.
  const lines = `${script}.lines`;
  await writeFile(lines, `${before}\nsource '${script}'\n${after}\n`);
  const { stdout, stderr, status } = spawnSync(shell, shell === "bash" ? ["--norc", "--noprofile", lines] : [lines], {
    cwd: cox.project,
    env,
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  return stdout;
};

/** Returns bash's completions of each line by calling the completion function. */
const offered = async (cox: CoxScene, ...lines: readonly string[]): Promise<readonly (readonly string[])[]> => {
  const calls = lines.map((line) => `COMP_LINE='${line}' COMP_POINT=${line.length} _cox; printf '%s\\n' "\${COMPREPLY[@]}"; echo ---`);
  const output = await inShell(cox, "bash", calls.join("\n"));
  return output
    .split("---\n")
    .slice(0, -1)
    .map((part) => part.split("\n").filter((line) => line !== ""));
};

test("bash completes commands, actions, options, fixed values and models", without("bash"), async () => {
  await using cox = await openCox();
  const [commands, actions, options, values, inline, models] = await offered(
    cox,
    "cox sess",
    "cox auth ",
    "cox models --a",
    "cox --output-format ",
    "cox --output-format=stream",
    "cox -m anthropic/claude-opus-4-5",
  );
  assert.deepEqual(commands, ["sessions"]);
  assert.deepEqual(actions, ["list", "set", "remove", "check"]);
  assert.deepEqual(options, ["--all"]);
  assert.deepEqual(values, ["text", "json", "stream-json"]);
  assert.deepEqual(inline, ["stream-json"]);
  assert.ok(models?.includes("anthropic/claude-opus-4-5"), models?.join(" "));
});

test("bash completes session ids, setting names, and files and folders with its own completion", without("bash"), async () => {
  await using cox = await openCox(() => "ok");
  await cox.run(["hello"]);
  const [file = ""] = await cox.sessionFiles();
  await cox.write("a file.json", "");
  await mkdir(join(cox.project, "a folder"));
  const [ids, keys, files, folders] = await offered(cox, "cox sessions show ", "cox config get budget.u", "cox --debug a", "cox --cwd a");
  assert.equal(ids?.length, 1);
  assert.ok(file.includes(ids?.[0] ?? "none"), file);
  assert.deepEqual(keys, ["budget.usd"]);
  assert.deepEqual(files?.toSorted(), ["a file.json", "a folder"]);
  assert.deepEqual(folders, ["a folder"]);
});

test("inserts the only candidate on Tab at a terminal", { skip: process.platform === "linux" ? false : "`script` differs" }, async () => {
  await using cox = await openCox();
  const { script, env } = await shellScene(cox, "bash");
  const { stdout } = spawnSync("script", ["-qec", "bash --norc --noprofile -i", "/dev/null"], {
    cwd: cox.project,
    env: { ...env, TERM: "dumb" },
    input: `source '${script}'\ncox docto\t--hel\t\nexit\n`,
    encoding: "utf8",
  });
  assert.match(stdout, /^Usage: cox doctor\r?$/m, stdout);
});

/**
 * Returns zsh's completions of a line's words in the format of `_describe`: a colon precedes the description, if any.
 */
const describes = (words: string): string => `words=(${words}); CURRENT=\${#words}; _cox`;
const DESCRIBE = `compdef() { :; }; _describe() { print -rl -- "\${(@P)3}"; }; _files() { print -r -- "files $*"; }`;

test("zsh loads its script and completes commands, values, files and folders", without("zsh"), async () => {
  await using cox = await openCox();
  const lines = ["cox auth ''", "cox --output-format ''", "cox --debug ''", "cox --cwd ''"].map(describes);
  const output = await inShell(cox, "zsh", lines.join("; echo ---; "), DESCRIBE);
  const [actions = "", values, files, folders] = output.split("---\n");
  assert.match(actions, /^set:Save a key/m);
  assert.deepEqual([values, files, folders], ["text\njson\nstream-json\n", "files \n", "files -/\n"]);
});

test("fish loads its script and completes commands, values, files and folders", without("fish"), async () => {
  await using cox = await openCox();
  await cox.write("afile.json", "");
  await mkdir(join(cox.project, "afolder"));
  const output = await inShell(
    cox,
    "fish",
    ["auth ", "--output-format ", "--debug af", "--cwd af"].map((line) => `complete -C 'cox ${line}'`).join("; echo ---; "),
  );
  const [actions = "", values, files = "", folders = ""] = output.split("---\n");
  assert.match(actions, /^set\tSave a key/m);
  assert.deepEqual(values?.trim().split(/\s+/).toSorted(), ["json", "stream-json", "text"]);
  assert.match(files, /^afile\.json/m);
  assert.match(folders, /^afolder\//);
  assert.doesNotMatch(folders, /afile/);
});

test("each shell's script calls cox from the PATH and passes the words unchanged", async () => {
  await using cox = await openCox();
  for (const shell of ["bash", "zsh", "fish"]) {
    const { code, stdout } = await cox.run(["completion", shell]);
    assert.equal(code, 0);
    assert.match(stdout, /command cox completion candidates -- /, shell);
    assert.doesNotMatch(stdout, /\beval\b(?! "\$\(cox)|\\\$/, shell);
  }
  const unknown = await cox.run(["completion", "tcsh"]);
  assert.deepEqual([unknown.code, unknown.stderr], [2, "cox: unknown shell: tcsh; see cox completion --help\n"]);
});

test("keeps each candidate on one line for any session title", async () => {
  await using cox = await openCox(() => "ok");
  await cox.run(["--", "one\ntwo\tthree\u001b[31m"]);
  const { stdout } = await cox.run(["completion", "candidates", "--", "sessions", "show", ""]);
  assert.match(stdout, /^[\w-]+\tone two three\\x1b\[31m\n$/);
});
