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

test("what was written is read back, and nothing is left beside it", (t) => {
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
    // A folder that a umask of 0777 makes cannot be entered by its owner either, unless he is root.
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

test("L23: a file that is open to others is refused, and a new one takes a narrower mode than the one before", posix, (t) => {
  const path = place(t);
  writePrivateJson(path, {});
  for (const open of [0o644, 0o640, 0o660, 0o602]) {
    chmodSync(path, open);
    assert.throws(
      () => readPrivateJson(path),
      new SettingsError(
        `${path} is open to others (mode ${open.toString(8)}): look whether it is still as you left it, then run chmod 600 on it.`,
      ),
    );
  }
  chmodSync(path, 0o400);
  assert.deepEqual(readPrivateJson(path), {});
});

test("L23: a link is refused and never written through", posix, (t) => {
  const path = place(t);
  const target = join(dirname(dirname(path)), "target.json");
  mkdirSync(dirname(path));
  writeFileSync(target, "{}", { mode: 0o600 });
  symlinkSync(target, path);
  assert.throws(() => readPrivateJson(path), new SettingsError(`${path} is a link: put the file itself in its place.`));
  writePrivateJson(path, { own: true });
  assert.equal(readFileSync(target, "utf8"), "{}");
  assert.deepEqual(readPrivateJson(path), { own: true });
});

test("L23: another user's file is refused", { skip: process.getuid?.() !== 0 && "only root can make one" }, (t) => {
  const path = place(t);
  writePrivateJson(path, {});
  chownSync(path, 65_534, 65_534);
  assert.throws(() => readPrivateJson(path), new SettingsError(`${path} belongs to another user (65534): remove it, or make it yours.`));
});

test("what is no regular file is refused at once", posix, (t) => {
  const path = place(t);
  mkdirSync(dirname(path));
  assert.equal(spawnSync("mkfifo", ["-m", "600", path]).status, 0);
  assert.throws(() => readPrivateJson(path), new SettingsError(`${path} has to be a file.`));
});

test("L24: what is no JSON is refused without showing any of it", (t) => {
  const path = place(t);
  mkdirSync(dirname(path));
  writeFileSync(path, '{ "anthropic": sk-canary-4711 }', { mode: 0o600 });
  assert.throws(() => readPrivateJson(path), new SettingsError(`${path} is not JSON: mend it, or remove it to begin anew.`));
});

test("L12: a place that cannot be written is one clear error, and the file stays as it was", (t) => {
  const path = place(t);
  mkdirSync(dirname(dirname(path)), { recursive: true });
  writeFileSync(dirname(path), "a file where the folder would be");
  assert.throws(
    () => writePrivateJson(path, {}),
    (error) => error instanceof SettingsError && error.message.startsWith(`${path} cannot be written: `),
  );
  assert.deepEqual(readdirSync(dirname(dirname(path))), ["data"]);
});
