import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { SettingsError } from "./errors.ts";
import { trustStore } from "./trust.ts";

const place = (t: TestContext) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "cox-trust-")));
  t.after(() => rmSync(root, { recursive: true }));
  const project = join(root, "project");
  mkdirSync(join(project, "nested"), { recursive: true });
  const file = join(root, "data", "trust.json");
  return { root, project, file, store: trustStore(file) };
};

test("no folder is trusted by default", (t) => {
  const { store, project } = place(t);
  assert.equal(store.isTrusted(project), false);
  store.trust(project);
  assert.equal(store.isTrusted(project), true);
});

test("another process's store of the same file sees trusted folders", (t) => {
  const { store, project, file } = place(t);
  store.trust(project);
  assert.equal(trustStore(file).isTrusted(project), true);
  assert.deepEqual(trustStore(file).folders(), [project]);
});

test("trust applies to the exact folder, not to its content, its parents, or longer names with its prefix", (t) => {
  const { store, project, root } = place(t);
  mkdirSync(`${project}-evil`);
  store.trust(project);
  for (const other of [join(project, "nested"), root, `${project}-evil`]) assert.equal(store.isTrusted(other), false, other);
});

test("a folder is trusted by its real path, whatever name is used", (t) => {
  const { store, project, root } = place(t);
  const link = join(root, "link");
  symlinkSync(project, link);
  store.trust(link);
  assert.equal(store.isTrusted(project), true);
  assert.equal(store.isTrusted(`${project}/nested/../`), true);

  rmSync(link);
  symlinkSync(join(project, "nested"), link);
  assert.equal(store.isTrusted(link), false);
});

test("a moved folder is not trusted in its new location, nor is a link that replaces it", (t) => {
  const { store, project, root } = place(t);
  store.trust(project);
  renameSync(project, join(root, "moved"));
  assert.equal(store.isTrusted(join(root, "moved")), false);
  mkdirSync(join(root, "evil"));
  symlinkSync(join(root, "evil"), project);
  assert.equal(store.isTrusted(project), false);
});

test("a folder whose parent becomes a link to another location is not trusted there", (t) => {
  const { store, root } = place(t);
  const inner = join(root, "outer", "inner");
  mkdirSync(inner, { recursive: true });
  store.trust(inner);
  renameSync(join(root, "outer"), join(root, "old"));
  mkdirSync(join(root, "evil", "inner"), { recursive: true });
  symlinkSync(join(root, "evil"), join(root, "outer"));
  assert.equal(store.isTrusted(inner), false);
});

test("trust can be revoked, also for a folder that no longer exists", (t) => {
  const { store, project, root } = place(t);
  const other = join(root, "other");
  mkdirSync(other);
  store.trust(project);
  store.trust(other);
  assert.equal(store.distrust(project), true);
  assert.equal(store.distrust(project), false);
  assert.equal(store.isTrusted(project), false);
  assert.equal(store.isTrusted(other), true);

  rmSync(other, { recursive: true });
  assert.equal(store.isTrusted(other), false);
  assert.equal(store.distrust(other), true);
});

test("a missing folder cannot be trusted", (t) => {
  const { store, root } = place(t);
  const gone = join(root, "gone");
  assert.throws(() => store.trust(gone), new SettingsError(`${gone} does not exist, so it cannot be trusted.`));
});

test("a damaged file trusts no folder, is reported, and is not replaced", (t) => {
  const { store, project, file } = place(t);
  store.trust(project);
  for (const text of ["{", "[]", "null", '{"folders":"/"}', '{"folders":[1]}']) {
    writeFileSync(file, text);
    assert.throws(() => store.isTrusted(project), SettingsError, text);
    assert.throws(() => store.trust(project), SettingsError, text);
    assert.throws(() => store.distrust(project), SettingsError, text);
    assert.equal(readFileSync(file, "utf8"), text);
  }
});
