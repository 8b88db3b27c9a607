import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { changeDiff, type NetChange } from "coxswain/session";
import type { FileVersion } from "coxswain/tools";
import fc from "fast-check";
import { gitPatch } from "./git-patch.ts";

/** A file's bytes and mode, or a link's target. */
type State = { readonly bytes: string; readonly mode: 0o644 | 0o755 } | { readonly link: string };

type Tree = Readonly<Record<string, State>>;

const folder = (t: TestContext): string => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "cox-patch-")));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
};

const build = (root: string, tree: Tree): void => {
  for (const [name, state] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    if ("link" in state) symlinkSync(state.link, join(root, name));
    else {
      writeFileSync(join(root, name), state.bytes, "latin1");
      chmodSync(join(root, name), state.mode);
    }
  }
};

const read = (root: string, prefix = ""): Tree =>
  Object.fromEntries(
    readdirSync(root).flatMap((name): readonly (readonly [string, State])[] => {
      const path = join(root, name);
      const stats = lstatSync(path);
      if (stats.isDirectory()) return Object.entries(read(path, `${prefix}${name}/`));
      const state = stats.isSymbolicLink()
        ? { link: readlinkSync(path) }
        : { bytes: readFileSync(path, "latin1"), mode: (stats.mode & 0o100) === 0 ? (0o644 as const) : (0o755 as const) };
      return [[prefix + name, state]];
    }),
  );

/** The recorded changes between two trees, and the contents they name. */
const changesOf = (root: string, before: Tree, after: Tree) => {
  const stored = new Map<string, Uint8Array>();
  const version = (state: State | undefined): FileVersion | undefined => {
    if (state === undefined) return undefined;
    if ("link" in state) return { kind: "link", target: state.link };
    const bytes = Buffer.from(state.bytes, "latin1");
    const content = `sha256-${createHash("sha256").update(bytes).digest("hex")}`;
    stored.set(content, bytes);
    return { kind: "file", mode: state.mode, size: bytes.length, content };
  };
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  const changes = names.flatMap((name): readonly NetChange[] => {
    const [one, other] = [version(before[name]), version(after[name])];
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    const versions = { ...(one === undefined ? {} : { before: one }), ...(other === undefined ? {} : { after: other }) };
    return [{ path: join(root, name), ...versions, isUncertain: false, includesOther: false }];
  });
  return { changes, contents: { get: async (name: string) => stored.get(name) } };
};

const patchOf = async (root: string, before: Tree, after: Tree): Promise<string> => {
  const { changes, contents } = changesOf(root, before, after);
  return (await Promise.all(changes.map(async (change) => gitPatch(root, change, await changeDiff(change, contents))))).join("");
};

const apply = (root: string, patch: string, ...options: readonly string[]): void => {
  if (patch !== "")
    execFileSync("git", ["apply", "--whitespace=nowarn", ...options], { cwd: root, input: patch, stdio: ["pipe", "pipe", "pipe"] });
};

const content = fc
  .array(fc.constantFrom("a", "b\r", "", "é", "--- a/x", "+++ b/x", "@@ -1 +1 @@", "\\ No newline"), { maxLength: 12 })
  .map((lines) => Buffer.from(lines.join("\n"), "utf8").toString("latin1"));
const state: fc.Arbitrary<State> = fc.record(
  { bytes: content, mode: fc.constantFrom(0o644 as const, 0o755 as const) },
  { noNullPrototype: true },
);
const target = fc.constantFrom("a", "../x", "with space").map((link): State => ({ link }));
const files = ["a", "d/b", "two words", 'quo"te', "back\\slash", "new\nline", "größe"];
const tree: fc.Arbitrary<Tree> = fc
  .tuple(
    ...files.map((name) => fc.option(state, { nil: undefined }).map((one) => [name, one] as const)),
    fc.option(target, { nil: undefined }).map((one) => ["link", one] as const),
  )
  .map((members) => Object.fromEntries(members.flatMap(([name, one]) => (one === undefined ? [] : [[name, one]]))));

test("S2-35: git apply makes the changes of a patch, and reverts them, whatever the names, the contents and the modes", async (t) => {
  const root = folder(t);
  await fc.assert(
    fc.asyncProperty(tree, tree, async (before, after) => {
      const work = mkdtempSync(join(root, "run-"));
      build(work, before);
      const patch = await patchOf(work, before, after);
      apply(work, patch);
      assert.deepEqual(read(work), after);
      apply(work, patch, "-R");
      assert.deepEqual(read(work), before);
    }),
    { numRuns: 40 },
  );
});

test("a change that git cannot apply is one line with the reason, and the others still apply", async (t) => {
  const root = folder(t);
  const before: Tree = { a: { bytes: "1\n", mode: 0o644 }, bin: { bytes: "x\0", mode: 0o644 }, latin: { bytes: "\u00e9", mode: 0o644 } };
  const after: Tree = { a: { bytes: "2\n", mode: 0o644 }, bin: { bytes: "y\0", mode: 0o644 }, latin: { bytes: "e", mode: 0o644 } };
  build(root, before);
  const patch = await patchOf(root, before, after);
  assert.match(patch, /^# bin: not text$/m);
  assert.match(patch, /^# latin: it is not UTF-8 text$/m);
  apply(root, patch);
  assert.deepEqual(read(root), { ...before, a: after["a"] });
});

test("content that was not stored, a mode that git does not have and a file outside of the folder are lines with the reason", async () => {
  const large: FileVersion = { kind: "file", mode: 0o644, size: 9_000_000, content: "sha256-0", omitted: "large" };
  const hidden: FileVersion = { kind: "file", mode: 0o600, size: 1, content: "sha256-1" };
  const one = { path: "/app/a", after: large, isUncertain: false, includesOther: false };
  const two = { path: "/app/b", before: hidden, after: { ...hidden, mode: 0o644 }, isUncertain: false, includesOther: false };
  const none = { get: async () => Buffer.from("x") };
  assert.equal(gitPatch("/app", one, await changeDiff(one, none)), "# a: it is too large to store, SHA-256 0…\n");
  assert.equal(gitPatch("/app", two, await changeDiff(two, none)), "# b: mode 600 to 644\n");
  const whole = { path: "/app/node_modules/", after: { kind: "folder" } as const, isUncertain: true, includesOther: false };
  const reason = "it is compared as a whole, so its files were not stored";
  assert.equal(gitPatch("/app", whole, await changeDiff(whole, none)), `# node_modules/: ${reason}\n`);
  assert.equal(gitPatch("/other", two, await changeDiff(two, none)), "# /app/b: it is outside of the session's folder\n");
});
