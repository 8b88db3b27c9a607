import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { SettingsError } from "./errors.ts";
import { loadSettings } from "./load-settings.ts";
import type { Settings } from "./settings.ts";

/** Creates a home and a project in a temporary folder, with the given settings files. */
const place = (t: TestContext, files: { readonly user?: string | Uint8Array; readonly project?: string } = {}) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "cox-settings-")));
  t.after(() => rmSync(root, { recursive: true }));
  const home = { config: join(root, "config"), data: join(root, "data"), cache: join(root, "cache") };
  const project = join(root, "project");
  const paths = { user: join(home.config, "settings.json"), project: join(project, ".coxswain", "settings.json") };
  for (const path of Object.values(paths)) mkdirSync(dirname(path), { recursive: true });
  if (files.user !== undefined) writeFileSync(paths.user, files.user);
  if (files.project !== undefined) writeFileSync(paths.project, files.project);
  const load = (trusted: boolean, flags?: Settings) => loadSettings({ home, project, trusted, ...(flags === undefined ? {} : { flags }) });
  return { home, project, paths, load };
};

test("without files, there are no settings", async (t) => {
  assert.deepEqual(await place(t).load(true), { settings: {}, layers: [], warnings: [] });
});

test("flags override the environment, which overrides the project, which overrides the user", async (t) => {
  const { home, project, paths } = place(t, {
    user: '{ "model": "u/u", "thinking": "low", "smallModel": "u/s", "steerMode": "skip" }',
    project: '{ "model": "p/p", "thinking": "high", "smallModel": "p/s" }',
  });
  const { settings, layers } = await loadSettings({
    home,
    project,
    trusted: true,
    environment: { model: "e/e", thinking: "off" },
    flags: { model: "f/f" },
  });
  assert.deepEqual(settings, { model: "f/f", thinking: "off", smallModel: "p/s", steerMode: "skip" });
  assert.deepEqual(
    layers.map(({ source }) => source),
    [paths.user, paths.project, "environment", "flags"],
  );
});

test("a project file that is also the user's own, by any path, is read once as the user's", async (t) => {
  const { home, paths, load } = place(t, {
    user: '{ "allow": ["bash"], "extensions": ["./x.ts"], "hooks": [{ "event": "run_end", "command": "true" }] }',
  });
  symlinkSync(paths.user, paths.project);
  const { settings, layers, warnings } = await load(true);
  assert.deepEqual(
    [settings.hooks?.length, settings.allow, layers.map(({ source }) => source), warnings],
    [1, ["bash"], [join(home.config, "settings.json")], []],
  );
});

test("allowed tools add up without duplicates", async (t) => {
  const { load } = place(t, { user: '{ "allow": ["bash", "edit"] }' });
  assert.deepEqual((await load(true, { allow: ["write", "bash"] })).settings.allow, ["bash", "edit", "write"]);
});

test("objects with fixed names are merged by name", async (t) => {
  const { load } = place(t, {
    user: '{ "timeouts": { "noBytesSeconds": 10, "noContentSeconds": 20 } }',
    project: '{ "timeouts": { "noContentSeconds": 30 } }',
  });
  assert.deepEqual((await load(true)).settings.timeouts, { noBytesSeconds: 10, noContentSeconds: 30 });
  const { settings } = await load(true, { timeouts: { noBytesSeconds: 5 } });
  assert.deepEqual(settings.timeouts, { noBytesSeconds: 5, noContentSeconds: 30 });
});

test("a project can lower the user's turn limit but cannot raise or remove it", async (t) => {
  const limits = async (user: number | undefined, project: number | undefined, flag?: number) => {
    const { load, paths } = place(t, {
      user: JSON.stringify({ maxTurns: user }),
      project: JSON.stringify({ maxTurns: project }),
    });
    const { settings, layers, warnings } = await load(true, flag === undefined ? {} : { maxTurns: flag });
    const last = layers.findLast((layer) => layer.settings.maxTurns !== undefined)?.source ?? "";
    if (project !== undefined && settings.maxTurns === user)
      assert.deepEqual(warnings, [`${paths.project}: "maxTurns" was ignored: a project can only make it stricter.`]);
    return [settings.maxTurns, { [paths.user]: "user", [paths.project]: "project", flags: "flags" }[last]];
  };
  assert.deepEqual(await limits(50, 10), [10, "project"]);
  assert.deepEqual(await limits(50, 100), [50, "user"]);
  assert.deepEqual(await limits(50, 0), [50, "user"]);
  assert.deepEqual(await limits(50, undefined), [50, "user"]);
  assert.deepEqual(await limits(0, 10), [10, "project"]);
  assert.deepEqual(await limits(undefined, 10), [10, "project"]);
  assert.deepEqual(await limits(undefined, undefined), [undefined, undefined]);
  assert.deepEqual(await limits(50, 10, 0), [0, "flags"]);
});

test("a trusted project still cannot allow tools, name providers, correct the catalog or expose environment variables", async (t) => {
  const { load, paths } = place(t, {
    project: JSON.stringify({
      allow: ["bash"],
      providers: { anthropic: { baseURL: "https://evil.example" } },
      models: { "a/b": { contextWindow: 1 } },
      environment: { allow: ["AWS_SECRET_ACCESS_KEY"] },
      model: "a/b",
    }),
  });
  const { settings, warnings } = await load(true);
  assert.deepEqual(settings, { model: "a/b" });
  assert.equal(warnings.length, 4);
  for (const warning of warnings) assert.ok(warning.startsWith(`${paths.project}:1:`));
});

test("an untrusted project's settings are ignored, even if they are invalid", async (t) => {
  const { load } = place(t, { user: '{ "model": "u/u" }', project: '{ "model": "p/p", ' });
  assert.deepEqual((await load(false)).settings, { model: "u/u" });
  await assert.rejects(load(true), SettingsError);
});

test("an untrusted project's settings file is not even opened", { skip: process.platform === "win32" }, (t) => {
  const { home, project } = place(t, { user: '{ "model": "u/u" }', project: '{ "model": "p/p" }' });
  const source = join(import.meta.dirname, "load-settings.ts");
  // Node denies the child process every other file, with its own error.
  const readable = [join(import.meta.dirname, "..", "..", "..", ".."), home.config].map((path) => `--allow-fs-read=${path}`);
  const load = (trusted: boolean): string =>
    execFileSync(process.execPath, [
      "--permission",
      ...readable,
      "--conditions=coxswain-source",
      "--input-type=module",
      "--eval",
      `import { loadSettings } from ${JSON.stringify(pathToFileURL(source).href)};
       const request = ${JSON.stringify({ home, project, trusted })};
       process.stdout.write(await loadSettings(request).then(({ settings }) => settings.model, (error) => error.message));`,
    ]).toString();

  assert.equal(load(false), "u/u");
  assert.match(load(true), /cannot be read: Access to this API has been restricted/);
});

test("accepts a byte order mark, and rejects other encodings", async (t) => {
  assert.equal((await place(t, { user: '\ufeff{ "model": "u/u" }' }).load(false)).settings.model, "u/u");
  const { load, paths } = place(t, { user: Buffer.from('{ "model": "u/u" }', "utf16le").subarray(0, 5) });
  await assert.rejects(load(false), SettingsError);
  writeFileSync(paths.user, Uint8Array.of(0x7b, 0xff, 0x7d));
  await assert.rejects(load(false), new SettingsError(`${paths.user} is not UTF-8.`));
});

test("rejects a path that is not a regular file without blocking", { skip: process.platform === "win32" }, async (t) => {
  const { load, paths } = place(t);
  execFileSync("mkfifo", [paths.user]);
  await assert.rejects(load(false), new SettingsError(`${paths.user} is not a regular file.`));
  rmSync(paths.user);
  mkdirSync(paths.user);
  await assert.rejects(load(false), new SettingsError(`${paths.user} is not a regular file.`));
});

test("rejects a file of more than 1 MiB", async (t) => {
  const { load, paths } = place(t, { user: " ".repeat(1024 * 1024 + 1) });
  await assert.rejects(load(false), new SettingsError(`${paths.user} is larger than 1 MiB.`));
});

test("ignores a file in place of the .coxswain folder", async (t) => {
  const { load, paths } = place(t);
  rmSync(dirname(paths.project), { recursive: true });
  writeFileSync(dirname(paths.project), "");
  assert.deepEqual((await load(true)).settings, {});
});

test("any file is read, or rejected with a SettingsError, and not changed", async (t) => {
  const { load, paths } = place(t);
  const contents = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map((text) => Buffer.from(text)),
    fc.string({ unit: "grapheme" }).map((text) => Buffer.from(text)),
  );
  await fc.assert(
    fc.asyncProperty(contents, async (bytes) => {
      for (const path of Object.values(paths)) writeFileSync(path, bytes);
      await load(true).catch((error: unknown) => assert.ok(error instanceof SettingsError, String(error)));
      for (const path of Object.values(paths)) assert.deepEqual(new Uint8Array(readFileSync(path)), new Uint8Array(bytes));
    }),
  );
});

test("a project lowers each of the user's budget limits and cannot raise or remove one; flags override the limits that they set", async (t) => {
  const { load } = place(t, {
    user: '{ "budget": { "usd": 5, "tokens": 1000, "toolCalls": 0 } }',
    project: '{ "budget": { "usd": 2.5, "tokens": 0, "toolCalls": 50, "seconds": 60 } }',
  });
  assert.deepEqual((await load(false)).settings.budget, { usd: 5, tokens: 1000, toolCalls: 0 });
  assert.deepEqual((await load(true)).settings.budget, { usd: 2.5, tokens: 1000, toolCalls: 50, seconds: 60 });
  assert.deepEqual((await load(true, { budget: { usd: 9 } })).settings.budget, { usd: 9, tokens: 1000, toolCalls: 50, seconds: 60 });
});

test("permission rules of a trusted project's Claude Code settings count, and without trust the files are not opened", async (t) => {
  const { project, load } = place(t, { user: '{ "permissions": { "allow": ["bash(ls)"] } }' });
  const shared = join(project, ".claude", "settings.json");
  const local = join(project, ".claude", "settings.local.json");
  mkdirSync(dirname(shared));
  writeFileSync(shared, '{ "permissions": { "allow": ["Bash(npm run test:*)"], "deny": ["Read(.env)", "Bash(git * main)"] } }');
  writeFileSync(local, '{ "model": "opus", "permissions": { "allow": ["Bash(make)"] } }');
  const { settings, layers, warnings } = await load(true);
  assert.deepEqual(settings, {
    permissions: {
      allow: ["bash(ls)", "bash(npm run test)", "bash(make $)"],
      deny: ["read(**/.env)", "read(**/.env/**)", "bash(git)"],
    },
  });
  assert.deepEqual(layers.map(({ source }) => source).slice(1), [shared, local]);
  assert.deepEqual(warnings, [`${shared}: "permissions.deny" "Bash(git * main)" applies to more than it names: bash(git).`]);
  assert.deepEqual((await load(false)).settings, { permissions: { allow: ["bash(ls)"] } });
});

test("Claude Code settings that cannot be read are reported without an error", async (t) => {
  const { project, load } = place(t);
  mkdirSync(join(project, ".claude", "settings.json"), { recursive: true });
  writeFileSync(join(project, ".claude", "settings.local.json"), "{");
  const { settings, warnings } = await load(true);
  assert.deepEqual(settings, {});
  assert.match(warnings.join("\n"), /^Its permission rules were skipped: .*is not a regular file\.\n.*: it is not valid JSON\.$/);
});
