import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import { SettingsError } from "./errors.ts";
import { readPrivateJson, writePrivateJson } from "./private-json.ts";

const posix = { skip: process.platform === "win32" };

const place = (t: TestContext): string => {
  const root = mkdtempSync(join(tmpdir(), "cox-private-"));
  t.after(() => rmSync(root, { recursive: true }));
  return join(root, "data", "keys.json");
};

const mode = (path: string): number => statSync(path).mode & 0o777;

test("a written file can be read back, and leaves no temporary file", (t) => {
  const path = place(t);
  assert.equal(readPrivateJson(path), undefined);
  writePrivateJson(path, { one: 1 });
  writePrivateJson(path, { two: [2] });
  assert.deepEqual(readPrivateJson(path), { two: [2] });
  assert.deepEqual(readdirSync(dirname(path)), ["keys.json"]);
});

test("L23: the file has mode 0600 and its folder 0700 under any umask", posix, (t) => {
  const module = JSON.stringify(pathToFileURL(join(import.meta.dirname, "private-json.ts")).href);
  for (const umask of ["0", "077", "0777"]) {
    const path = place(t);
    // With umask 0777, only root could enter a new folder.
    if (umask === "0777") mkdirSync(dirname(path), { mode: 0o700 });
    execFileSync(process.execPath, [
      "--conditions=coxswain-source",
      "--input-type=module",
      "--eval",
      `import { writePrivateJson } from ${module};
       process.umask(0o${umask});
       writePrivateJson(${JSON.stringify(path)}, {});`,
    ]);
    assert.equal(mode(path), 0o600, umask);
    assert.equal(mode(dirname(path)), 0o700, umask);
  }
});

test("L23: rejects a file that is accessible to other users, and a new file gets a narrower mode than the old one", posix, (t) => {
  const path = place(t);
  writePrivateJson(path, {});
  for (const open of [0o644, 0o640, 0o660, 0o602]) {
    chmodSync(path, open);
    assert.throws(
      () => readPrivateJson(path),
      new SettingsError(`${path} is accessible to other users (mode ${open.toString(8)}). Check its content, then run chmod 600 on it.`),
    );
  }
  chmodSync(path, 0o400);
  assert.deepEqual(readPrivateJson(path), {});
});

test("L23: rejects a link and never writes through it", posix, (t) => {
  const path = place(t);
  const target = join(dirname(dirname(path)), "target.json");
  mkdirSync(dirname(path));
  writeFileSync(target, "{}", { mode: 0o600 });
  symlinkSync(target, path);
  assert.throws(() => readPrivateJson(path), new SettingsError(`${path} is a symbolic link. Replace it with a regular file.`));
  writePrivateJson(path, { own: true });
  assert.equal(readFileSync(target, "utf8"), "{}");
  assert.deepEqual(readPrivateJson(path), { own: true });
});

test("L23: rejects another user's file", { skip: process.getuid?.() !== 0 && "only root can make one" }, (t) => {
  const path = place(t);
  writePrivateJson(path, {});
  chownSync(path, 65_534, 65_534);
  assert.throws(() => readPrivateJson(path), new SettingsError(`${path} belongs to another user (65534). Delete it, or change its owner.`));
});

test("rejects a path that is not a regular file without blocking", posix, (t) => {
  const path = place(t);
  mkdirSync(dirname(path));
  assert.equal(spawnSync("mkfifo", ["-m", "600", path]).status, 0);
  assert.throws(() => readPrivateJson(path), new SettingsError(`${path} is not a regular file.`));
});

test("L24: rejects invalid JSON without showing its content", (t) => {
  const path = place(t);
  mkdirSync(dirname(path));
  writeFileSync(path, '{ "anthropic": sk-canary-4711 }', { mode: 0o600 });
  assert.throws(() => readPrivateJson(path), new SettingsError(`${path} is not valid JSON. Fix it, or delete it to start over.`));
});

test("L12: a failed write is one clear error, and the file is unchanged", (t) => {
  const path = place(t);
  mkdirSync(dirname(dirname(path)), { recursive: true });
  writeFileSync(dirname(path), "a file where the folder would be");
  assert.throws(
    () => writePrivateJson(path, {}),
    (error) => error instanceof SettingsError && error.message.startsWith(`${path} cannot be written: `),
  );
  assert.deepEqual(readdirSync(dirname(dirname(path))), ["data"]);
});
