import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ContentStore } from "../../base/index.ts";
import type { PathVersion } from "./file-version.ts";
import { folderScanners } from "./folder-scanners.ts";
import { filesOf, memoryContents, nextSecond, repositoryWith, sh } from "./scan.fixture.ts";

const FOLDERS = ["d", "d/e", "n", "n/m", "k"];
const NAMES = ["a", "b", "c.txt", "ü", "🎈", "A"];
const path = fc.oneof(
  fc.constantFrom(...NAMES),
  fc.tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...NAMES)).map((parts) => parts.join("/")),
);
const folder = fc.constantFrom(...FOLDERS);

/** Commands that may fail: then they change nothing, or a part. */
const command = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(path, fc.nat(9)).map(([to, digit]) => `mkdir -p $(dirname ${to}); echo ${digit} > ${to}`) },
  // Keeps the size and the time.
  {
    weight: 2,
    arbitrary: fc
      .tuple(path, fc.nat(9))
      .map(([to, digit]) => `touch -r ${to} .git/time && echo ${digit} > ${to}; touch -r .git/time ${to}`),
  },
  path.map((of) => `rm -rf ${of}`),
  folder.map((of) => `rm -rf ${of}`),
  fc.tuple(path, path).map(([from, to]) => `mv ${from} ${to}`),
  fc.tuple(path, path).map(([from, to]) => `cp -a ${from} ${to}`),
  fc.tuple(folder, folder).map(([from, to]) => `mv ${from} ${to}`),
  fc.tuple(path, fc.constantFrom("600", "755", "644")).map(([of, mode]) => `chmod ${mode} ${of}`),
  fc.tuple(path, fc.constantFrom("a", "d", "nowhere", "n/m")).map(([at, to]) => `ln -sfn ${to} ${at}`),
  fc.tuple(folder, fc.constantFrom("k", "d", "../n")).map(([at, to]) => `rm -rf ${at}; ln -s ${to} ${at}`),
  folder.map((of) => `git init -q ${of}`),
  folder.map((of) => `git -C ${of} add . && git -C ${of} commit -qm nested`),
  folder.map((of) => `rm -rf ${of}/.git`),
  path.map((of) => `git rm -q --cached ${of}`),
  path.map((of) => `git update-index --assume-unchanged ${of}`),
  fc.constantFrom("git add -A; git commit -qm step", "git stash -q -u", "git stash pop -q", "git reset -q --hard"),
  fc.constantFrom("git checkout -q HEAD~1", "git checkout -q -", "git update-index --split-index", "git status"),
);

const textOf = async (version: PathVersion | undefined, contents: ContentStore): Promise<string | undefined> => {
  if (version === undefined) return undefined;
  if (version.kind === "folder") return "folder";
  if (version.kind === "link") return `-> ${version.target}`;
  const bytes = version.content === undefined || version.omitted !== undefined ? undefined : await contents.get(version.content);
  return `${version.mode.toString(8)} ${bytes === undefined ? version.omitted : Buffer.from(bytes).toString("latin1")}`;
};

test("S2-35: scans find exactly the files that commands change, with their bytes before and after", async (t) => {
  const rounds = fc.array(fc.array(command, { minLength: 1, maxLength: 3 }), { minLength: 5, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(rounds, async (commands) => {
      const root = repositoryWith(t, { a: "1", "c.txt": "one\r\n", "d/b": "2", "d/e/ü": "3", "n/m/🎈": "4", "k/A": "" });
      const contents = memoryContents();
      const scanner = folderScanners()(root, contents);
      assert.ok(scanner !== undefined);
      // So that git compares the files, and they are not simply read again.
      await nextSecond(t);
      let last = await scanner.scan();
      for (const round of commands) {
        const before = filesOf(root);
        for (const one of round) sh(root, `${one} || true`);
        const after = filesOf(root);
        const next = await scanner.scan(last);
        const changes = await scanner.differences(last, next);
        const found: Record<string, readonly (string | undefined)[]> = {};
        for (const change of changes)
          found[change.path.slice(root.length + 1)] = [await textOf(change.before, contents), await textOf(change.after, contents)];
        const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name]);
        assert.deepEqual(found, Object.fromEntries(names.map((name) => [name, [before[name], after[name]]])), round.join("\n"));
        last = next;
      }
    }),
    { numRuns: 5 },
  );
});
