import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";
import { type LoadedFile, loadNamed } from "./resource-files.ts";
import { resourceScene } from "./resource-files.fixture.ts";

const rule = {
  kind: "note",
  matches: (name: string) => name.endsWith(".md"),
  make: ({ path, body }: LoadedFile) => ({ name: basename(path, ".md"), path, body }),
};

const load = async ({ root, reading }: ReturnType<typeof resourceScene>, ...folders: readonly string[]) =>
  (
    await loadNamed(
      folders.map((name) => ({ path: `${root}/${name}`, origin: "user" as const })),
      rule,
      reading,
    )
  ).map(({ name, body }) => `${name}: ${body}`);

test("the first of two with the same name is used, with a warning about the hidden one", async (t) => {
  const scene = resourceScene(t, { "one/a.md": "first", "two/a.md": "second", "two/b.md": "other" });
  assert.deepEqual(await load(scene, "one", "two"), ["a: first", "b: other"]);
  assert.deepEqual(scene.warnings, ["The note a of /one/a.md hides that of /two/a.md."]);
});

test("a file found twice, and a copy of one, cause no warning", async (t) => {
  const scene = resourceScene(t, { "one/a.md": "first", "copy/a.md": "first" });
  symlinkSync("one", scene.at("link"));
  assert.deepEqual(await load(scene, "one", "link", "copy"), ["a: first"]);
  assert.deepEqual(scene.warnings, []);
});

test("skips files that are too large, binary, secret or not files, with a warning", async (t) => {
  const scene = resourceScene(t, { "in/.env": "KEY=1", "in/fine.md": "fine" });
  writeFileSync(scene.at("in/huge.md"), "");
  truncateSync(scene.at("in/huge.md"), 50 * 1024 * 1024);
  writeFileSync(scene.at("in/latin.md"), Buffer.from("caf\xe9", "latin1"));
  writeFileSync(scene.at("in/nul.md"), "a\0b");
  symlinkSync(".env", scene.at("in/secret.md"));
  symlinkSync("gone", scene.at("in/broken.md"));
  execFileSync("mkfifo", [scene.at("in/fifo.md")]);
  assert.deepEqual(await load(scene, "in"), ["fine: fine"]);
  assert.deepEqual(
    scene.warnings.map((warning) => warning.slice(0, 8)),
    ["/in/brok", "/in/fifo", "/in/huge", "/in/lati", "/in/nul.", "/in/secr"],
  );
});

test("skips the files beyond 16 MiB in total, with a warning", async (t) => {
  const files = Array.from({ length: 70 }, (_, at) => [`in/${at + 10}.md`, `${at}${"x".repeat(255 * 1024)}`] as const);
  const scene = resourceScene(t, Object.fromEntries(files));
  assert.equal((await load(scene, "in")).length, 64);
  assert.deepEqual(scene.warnings, ["/in/74.md and the files after it were not read: their total size exceeds 16 MiB."]);
});

test("removes hidden characters, with a warning", async (t) => {
  const scene = resourceScene(t, { "in/a.md": "Be\u{e0050}\u{e0075} brief." });
  assert.deepEqual(await load(scene, "in"), ["a: Be brief."]);
  assert.deepEqual(scene.warnings, ["/in/a.md contains invisible characters. They were removed."]);
});
