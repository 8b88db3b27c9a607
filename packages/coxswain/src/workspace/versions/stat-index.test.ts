import assert from "node:assert/strict";
import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { gitReader } from "../git/index.ts";
import { temporaryFolder } from "../workspace.fixture.ts";
import { GitFolder, type ObjectFormat } from "./git-folder.ts";
import { git, nextSecond, sh, writeAll } from "./scan.fixture.ts";
import { fileStats, isSettled } from "./scan.ts";
import { statIndex } from "./stat-index.ts";

const NAMES = [
  "a",
  "b.txt",
  "d/c",
  "d/e/f",
  "d-e",
  "d.e",
  "New\nline",
  "ü",
  "🎈b",
  "🎉/a",
  "🎈🎈",
  "\uE000",
  "\uE000a",
  "\uFFFD",
  "z".repeat(200),
  "empty",
  "it's",
  "-dash",
];

/** Acts on one file. Each changes what `lstat` reports, some of them only the time of the last change. */
const ACTS: Readonly<Record<string, (path: string) => void>> = {
  rewrite(path) {
    const { mtimeMs, atimeMs, size } = lstatSync(path);
    writeFileSync(path, "y".repeat(size));
    utimesSync(path, atimeMs / 1000, mtimeMs / 1000);
  },
  grow: (path) => writeFileSync(path, "longer than before"),
  chmod: (path) => chmodSync(path, 0o640),
  executable: (path) => chmodSync(path, 0o755),
  touch: (path) => utimesSync(path, 1, 1),
  replace(path) {
    writeFileSync(`${path}.new`, "x");
    renameSync(`${path}.new`, path);
  },
  delete: (path) => rmSync(path),
  link(path) {
    rmSync(path);
    symlinkSync("x", path);
  },
  folder(path) {
    rmSync(path);
    mkdirSync(path);
  },
};

/** Writes an index of files that were written in an earlier second, and returns the names that git reports. */
const indexed = async (t: TestContext, root: string, format: ObjectFormat) => {
  writeAll(root, Object.fromEntries(NAMES.map((name) => [name, name === "empty" ? "" : "x"])));
  await nextSecond(t);
  const at = Date.now() + 20;
  const files = NAMES.map((path) => {
    const stats = fileStats(lstatSync(join(root, path)), at);
    return { path, stats, isTrusted: isSettled(stats, at) };
  });
  const index = join(temporaryFolder(t), "index");
  writeFileSync(index, statIndex(files, format));
  const listed = (await gitReader(process.env)(root, ["ls-files", "-z"], { index })).toString().split("\0").slice(0, -1);
  const inGitOrder = NAMES.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  assert.deepEqual(listed, inGitOrder);
  const folder = GitFolder.find(gitReader(process.env), root);
  assert.ok(folder !== undefined);
  return async () => (await folder.unlike(index)).toSorted();
};

/** Settings and marks with which git hides changes of the files in its own index. */
const HIDING: Readonly<Record<string, string>> = {
  "no settings": "true",
  "times of changes that are not trusted": "git config core.trustCtime false; git config core.checkStat minimal",
  "modes that are not trusted": "git config core.fileMode false; git config core.ignoreStat true",
  "a monitor of files": "git config core.fsmonitor 'echo token; true'; git config core.untrackedCache true",
  "a sparse checkout": "git sparse-checkout init --cone --sparse-index",
  filters: "git config filter.x.clean 'touch ran; cat'; echo '* filter=x' > .gitattributes",
};

for (const [feature, command] of Object.entries(HIDING)) {
  test(`git reports exactly the files that differ from an index, with ${feature}`, async (t) => {
    const root = temporaryFolder(t);
    git(root, "init", "-q");
    sh(root, command);
    const reported = await indexed(t, root, "sha1");
    assert.deepEqual(await reported(), []);
    const change = fc.tuple(fc.constantFrom(...Object.keys(ACTS)), fc.constantFrom(...NAMES));
    const [acts = []] = fc.sample(fc.uniqueArray(change, { minLength: 3, selector: ([, name]) => name }), 1);
    for (const [act, name] of acts) ACTS[act]?.(join(root, name));
    assert.deepEqual(await reported(), acts.map(([, name]) => name).toSorted(), JSON.stringify(acts));
    assert.throws(() => lstatSync(join(root, "ran")));
  });
}

test("git reports every file that changed in the second in which it was scanned", async (t) => {
  const root = temporaryFolder(t);
  git(root, "init", "-q");
  await nextSecond(t);
  writeFileSync(join(root, "a"), "1");
  const stats = fileStats(lstatSync(join(root, "a")), Date.now());
  const index = join(temporaryFolder(t), "index");
  writeFileSync(index, statIndex([{ path: "a", stats, isTrusted: isSettled(stats, Date.now()) }], "sha1"));
  assert.deepEqual(await GitFolder.find(gitReader(process.env), root)?.unlike(index), ["a"]);
});

test("git reads an index for a repository with SHA-256", async (t) => {
  const root = temporaryFolder(t);
  git(root, "init", "-q", "--object-format=sha256");
  const reported = await indexed(t, root, "sha256");
  assert.deepEqual(await reported(), []);
  rmSync(join(root, "a"));
  assert.deepEqual(await reported(), ["a"]);
});
