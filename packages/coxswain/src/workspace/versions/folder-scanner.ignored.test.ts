import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { type TestContext, test } from "node:test";
import type { ContentStore } from "../../base/index.ts";
import { temporaryFolder } from "../workspace.fixture.ts";
import type { PathVersion } from "./file-version.ts";
import { folderScanners } from "./folder-scanners.ts";
import { MANY_IGNORED } from "./scan-differences.ts";
import { git, memoryContents, repositoryWith, sh, writeAll } from "./scan.fixture.ts";

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** Names a version, with the first digits of its hash; `?`: not known. */
const named = (version: PathVersion | undefined): string => {
  if (version === undefined) return "nothing";
  if (version.kind === "folder") return version.digest === undefined ? "folder ?" : "folder";
  const about = version.omitted ?? "stored";
  return version.kind === "link" ? `-> ${version.target} ${about}` : `${version.content?.slice(7, 15) ?? "?"} ${about}`;
};

/** Scans a folder before and after each command. Returns the changes of each by path: before and after. Ignored content is never stored. */
const changesBy = async (root: string, ...commands: readonly (string | (() => void))[]) => {
  const stored: string[] = [];
  const contents: ContentStore = {
    async put(bytes) {
      const text = Buffer.from(bytes).toString("latin1");
      stored.push(text);
      return `sha256-${createHash("sha256").update(bytes).digest("hex")}`;
    },
    get: () => Promise.resolve(undefined),
  };
  const scanner = folderScanners({ limits: { ignoredEntries: 150 } })(root, contents);
  assert.ok(scanner !== undefined);
  const found: Readonly<Record<string, readonly string[]>>[] = [];
  let before = await scanner.scan();
  for (const command of commands) {
    if (typeof command === "string") sh(root, command);
    else command();
    const after = await scanner.scan(before);
    const changes = await scanner.differences(before, after);
    found.push(Object.fromEntries(changes.map((one) => [one.path.slice(root.length + 1), [named(one.before), named(one.after)]])));
    before = after;
  }
  assert.deepEqual(
    stored.filter((text) => text.includes("mine")),
    [],
  );
  return found;
};

const IGNORE = { ".gitignore": "build/\ndata/\nsecrets/\n*.log\n", "src/a": "a" };

const HEAVY = { "node_modules/a/index.js": "a", "node_modules/a/lib/deep.js": "a", "node_modules/b/index.js": "b" };

const ignoredFolders = (t: TestContext, files: Readonly<Record<string, string>>): string => {
  const root = repositoryWith(t, IGNORE);
  writeAll(root, files);
  return root;
};

test("S2-35: files and links in ignored folders are compared one by one, and recorded by name and hash without their content", async (t) => {
  const root = ignoredFolders(t, {
    "build/settings.local.json": "mine 1",
    "build/sub/same": "mine",
    "data/db": "mine",
    "secrets/key": "mine",
  });
  sh(root, "ln -s v1 build/current");
  const command =
    "echo -n mine2 > build/settings.local.json; rm -r data secrets; echo -n new > build/new; ln -sfn v2 build/current; echo x > src/a";
  const [first, second] = await changesBy(root, command, "rm build/settings.local.json build/current");
  assert.deepEqual(first, {
    "build/settings.local.json": ["? ignored", `${hashOf("mine2")} ignored`],
    "data/db": ["? ignored", "nothing"],
    "secrets/key": ["? ignored", "nothing"],
    "build/new": ["nothing", `${hashOf("new")} ignored`],
    "build/current": ["-> v1 ignored", "-> v2 ignored"],
    "src/a": [`${hashOf("a")} stored`, `${hashOf("x\n")} stored`],
  });
  assert.deepEqual(second, {
    "build/settings.local.json": [`${hashOf("mine2")} ignored`, "nothing"],
    "build/current": ["-> v2 ignored", "nothing"],
  });
});

test("S2-35: unchanged files in ignored and heavy folders are not reported", async (t) => {
  const root = ignoredFolders(t, { ...HEAVY, "build/a": "1", "logs/x.log": "1", "build/node_modules/a": "1" });
  assert.deepEqual(await changesBy(root, "cat build/a", "true"), [{}, {}]);
});

/** Commands that change packages, with the change of their folder. */
const PACKAGES: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  "are installed again": ["rm -rf node_modules; mkdir -p node_modules/a; echo 1 > node_modules/a/index.js", ["folder", "folder"]],
  "get another one": ["mkdir node_modules/c", ["folder", "folder"]],
  "are deleted": ["rm -rf node_modules", ["folder", "nothing"]],
  "have a changed file": ["echo changed >> node_modules/a/lib/deep.js", ["folder", "folder"]],
};

for (const repository of [true, false])
  for (const [change, [command, expected]] of Object.entries(PACKAGES)) {
    test(`S2-35: in ${repository ? "a repository" : "a plain folder"}, packages that ${change} are one change of their folder`, async (t) => {
      const root = repository ? repositoryWith(t, IGNORE) : temporaryFolder(t);
      writeAll(root, HEAVY);
      assert.deepEqual(await changesBy(root, command, "true"), [{ "node_modules/": expected }, {}]);
    });
  }

test("S2-35: packages that are installed for the first time are one change of their folder", async (t) => {
  const root = repositoryWith(t, IGNORE);
  assert.deepEqual(await changesBy(root, () => writeAll(root, HEAVY)), [{ "node_modules/": ["nothing", "folder"] }]);
});

test("S2-35: packages in an ignored folder and tracked files among packages are known as elsewhere", async (t) => {
  const root = ignoredFolders(t, { "build/pkg/node_modules/a": "1", "node_modules/tracked/a": "1", "node_modules/other/b": "1" });
  git(root, "add", "-f", "node_modules/tracked");
  const command = "echo 2 > build/pkg/node_modules/a; echo 2 > node_modules/tracked/a; echo 2 > node_modules/other/b";
  assert.deepEqual(await changesBy(root, command), [
    {
      "build/pkg/node_modules/": ["folder", "folder"],
      "node_modules/tracked/a": [`${hashOf("1")} stored`, `${hashOf("2\n")} stored`],
      "node_modules/other/": ["folder", "folder"],
    },
  ]);
});

const many = (folder: string, count: number): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/${Math.floor(at / 100)}/${at}`, "0"]));

test("S2-35: an ignored folder with more files than the limit is one change, and remains so", async (t) => {
  const root = ignoredFolders(t, { ...many("build", 151), "data/x": "0" });
  assert.deepEqual(await changesBy(root, "echo 1 > build/new; echo 1 > data/x", "rm -r build/*; echo 1 > build/one", "rm -r build"), [
    { "build/": ["folder", "folder"], "data/x": ["? ignored", `${hashOf("1\n")} ignored`] },
    { "build/": ["folder", "folder"] },
    { "build/": ["folder", "nothing"] },
  ]);
});

test("S2-35: a folder that grows beyond the limit becomes one change, and changes nothing for the others", async (t) => {
  const root = ignoredFolders(t, { "build/x": "0", ...many("data", 80), "secrets/x": "0" });
  const grow = (): void => writeAll(root, { ...many("build", 80), "build/x": "mine too" });
  const command = "echo 1 > secrets/x; echo 1 > data/0/0; echo 1 > build/0/0";
  const [grown, each, last] = await changesBy(root, grow, command, "echo 1 > data/new");
  assert.deepEqual(grown, { "build/": ["folder ?", "folder"] });
  assert.deepEqual(Object.keys(each ?? {}).toSorted(), ["build/", "data/0/0", "secrets/x"]);
  assert.deepEqual(Object.keys(last ?? {}), ["data/new"]);
});

test("S2-35: a large folder that git lists in parts, or no longer ignores, is not reported as deleted or created", async (t) => {
  const root = ignoredFolders(t, { ...many("build", 300), "build/keep": "1" });
  const [added, ...later] = await changesBy(root, "git add -f build/keep", "true", "true", "echo 1 > build/0/0");
  assert.deepEqual(Object.keys(added ?? {}), ["build/keep"]);
  assert.deepEqual(later.slice(0, 2), [{}, {}]);
  const [shown] = await changesBy(root, "echo > .gitignore");
  assert.ok(!Object.keys(shown ?? {}).some((path) => path.endsWith("/")));
});

test("S2-35: changed ignored files have no hash over the limit of bytes that are read", async (t) => {
  const root = ignoredFolders(t, { "build/a": "1", "build/b": "1" });
  const scanner = folderScanners({ limits: { ignoredBytes: 3 } })(root, memoryContents());
  assert.ok(scanner !== undefined);
  const before = await scanner.scan();
  sh(root, "echo 12345 > build/a; echo 12 > build/b");
  const changes = await scanner.differences(before, await scanner.scan(before));
  assert.deepEqual(changes.map(({ after }) => named(after)).toSorted(), ["? ignored", `${hashOf("12\n")} ignored`]);
});

test("S2-35: smaller ignored folders are listed before larger ones", async (t) => {
  const root = ignoredFolders(t, { ...many("build", 140), ...many("data", 100), "secrets/key": "0" });
  const [changes] = await changesBy(root, "echo 1 > build/0/0; echo 1 > data/0/0; echo 1 > secrets/key");
  assert.deepEqual(Object.keys(changes ?? {}).toSorted(), ["build/", "data/0/0", "secrets/key"]);
});

test("S2-35: many changes in one ignored folder are one change, and few of them are not", async (t) => {
  const root = ignoredFolders(t, { ...many("build", MANY_IGNORED + 1), "data/x": "0" });
  const [all, one, none] = await changesBy(
    root,
    "for f in build/*/*; do echo 1 > $f; done; echo 1 > data/x",
    "rm build/0/7",
    "rm -r build",
  );
  assert.deepEqual(all, { "build/": ["folder ?", "folder ?"], "data/x": ["? ignored", `${hashOf("1\n")} ignored`] });
  assert.deepEqual(one, { "build/0/7": [`${hashOf("1\n")} ignored`, "nothing"] });
  assert.deepEqual(Object.keys(none ?? {}).length, MANY_IGNORED);
});

test("S2-35: a folder that git begins or ceases to ignore is not reported, and its files are if they change", async (t) => {
  const root = ignoredFolders(t, { "new/a": "1", "build/a": "1", ...HEAVY });
  const [ignored, listed, changed] = await changesBy(
    root,
    "echo new/ >> .gitignore",
    "echo > .gitignore",
    "echo 2 > build/a; echo 2 > new/a",
  );
  assert.deepEqual([Object.keys(ignored ?? {}), Object.keys(listed ?? {})], [[".gitignore"], [".gitignore"]]);
  assert.deepEqual(changed, {
    "build/a": [`${hashOf("1")} stored`, `${hashOf("2\n")} stored`],
    "new/a": [`${hashOf("1")} stored`, `${hashOf("2\n")} stored`],
  });
});

test("S2-35: an ignored repository is compared like an ignored folder, without the files of git", async (t) => {
  const root = ignoredFolders(t, { "build/nested/a": "1" });
  sh(root, "git init -q build/nested");
  const command = "echo 2 > build/nested/a; git -C build/nested add a";
  assert.deepEqual(await changesBy(root, command), [{ "build/nested/a": ["? ignored", `${hashOf("2\n")} ignored`] }]);
});

test("S2-35: a link to a folder outside is not followed in an ignored folder", async (t) => {
  const other = temporaryFolder(t);
  writeAll(other, { x: "1" });
  const root = ignoredFolders(t, { "build/a": "1" });
  sh(root, `ln -s ${other} build/out; mkdir node_modules; ln -s ${other} node_modules/out`);
  assert.deepEqual(await changesBy(root, `echo 2 > ${other}/x; echo 2 > build/out/y`), [{}]);
});
