import assert from "node:assert/strict";
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import fc from "fast-check";
import type { Reply } from "../model/index.ts";
import { git, openFilesScene, runs, treeOf, writes } from "./session-files.fixture.ts";

/** `A`: a rename that changes the case only. `inner`: a nested repository, in some folders. */
const PATHS = ["a", "A", "b.txt", "d/c", "d/e/f", "New file", "-dash", "it's", "inner/g", "build/h", "node_modules/i"];
const path = fc.constantFrom(...PATHS);
const bytes = fc.constantFrom("", "one\n", "one\r\ntwo\r\n", "mixed\r\nlines\n", "\u0000\u0001\u00ff", "$Id$\n", "x".repeat(20_000));

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const printed = (text: string): string =>
  Array.from(Buffer.from(text.slice(0, 200), "latin1"), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");

/** Commands that may fail: then they change nothing, or a part. */
const command = fc.oneof(
  fc.tuple(path, bytes).map(([to, text]) => `mkdir -p -- ${quoted(dirname(to))} && printf ${quoted(printed(text))} > ./${quoted(to)}`),
  path.map((from) => `rm -rf -- ${quoted(from)}`),
  path.map((from) => `rm -rf -- ${quoted(dirname(from) === "." ? from : dirname(from))}`),
  fc.tuple(path, path).map(([from, to]) => `mkdir -p -- ${quoted(dirname(to))} && mv -- ${quoted(from)} ${quoted(to)}`),
  fc.tuple(path, fc.constantFrom("755", "600", "444")).map(([of, mode]) => `chmod ${mode} -- ${quoted(of)}`),
  fc.tuple(path, path).map(([to, at]) => `ln -sfn -- ${quoted(to)} ${quoted(at)}`),
  fc.constant("git add -A && git -c user.name=a -c user.email=a@b commit -qm step"),
  fc.constant("mkdir -p empty/folder"),
);

/**
 * Commands whose changes can be undone: a repository that is deleted takes the bytes along that only it has, and those of ignored files are
 * not stored.
 */
const restorable = command.filter(
  (line) => !line.endsWith("rm -rf -- 'inner'") && !line.includes("build") && !line.includes("node_modules"),
);

type Step =
  | { readonly kind: "prompt"; readonly calls: readonly Reply[] }
  | {
      readonly kind: "user";
      readonly act: "write" | "delete" | "chmod" | "link" | "rename";
      readonly path: string;
      readonly text: string;
    }
  /** `rewind`: undoes all prompts. */
  | { readonly kind: "undo" | "redo" | "rewind" };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(
        fc.oneof(
          command.map(runs),
          fc.tuple(path, bytes).map(([to, text]) => writes(to, text)),
        ),
        { minLength: 1, maxLength: 3 },
      )
      .map((calls) => ({ kind: "prompt" as const, calls })),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("user" as const),
      act: fc.constantFrom("write" as const, "delete" as const, "chmod" as const, "link" as const, "rename" as const),
      path,
      text: bytes,
    }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: "undo" as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: "redo" as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: "rewind" as const }) },
);

/** Acts as the user; an impossible act changes nothing. */
const act = (root: string, { act: what, path: name, text }: Extract<Step, { kind: "user" }>): void => {
  const at = join(root, name);
  try {
    if (what === "write") {
      mkdirSync(dirname(at), { recursive: true });
      writeFileSync(at, `mine ${text}`, "latin1");
    } else if (what === "delete") rmSync(at, { recursive: true });
    else if (what === "chmod") chmodSync(at, 0o700);
    else if (what === "link") symlinkSync("nowhere", at);
    else renameSync(at, `${at}.mine`);
  } catch {
    // There is nothing, or something else.
  }
};

/** Lines of a tree that differ: path and content. */
const difference = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): readonly string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((key) => one[key] !== other[key]);

/** Contents that the user has written. */
const mine = (tree: Readonly<Record<string, string>>): readonly string[] =>
  Object.values(tree).flatMap((text) => (text.includes(" mine ") ? [text.slice(text.indexOf(" mine "))] : []));

const withoutFolders = (tree: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(tree).filter(([key]) => !key.endsWith("/")));

/** Creates a repository in a folder, with a committed file and a new one. */
const nest = (root: string): void => {
  const inner = join(root, "inner");
  mkdirSync(inner);
  git(inner, "init", "-q");
  writeFileSync(join(inner, "g"), "g\r\n");
  git(inner, "add", "-A");
  git(inner, "commit", "-qm", "inner");
  writeFileSync(join(inner, "new"), "new");
};

/** Kinds of folders that a session changes. */
export const FOLDER_KINDS = [
  "a repository",
  "a repository that converts line ends",
  "a repository with another one in it",
  "a plain folder",
] as const;

type FolderKind = (typeof FOLDER_KINDS)[number];

/** Undo, redo and rewind in any order restore the recorded state or refuse, and the user, who changes files too, loses nothing. */
export const losesNothing = async (t: TestContext, kind: FolderKind, numRuns: number): Promise<void> => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const replies: Reply[] = steps.flatMap((one) => (one.kind === "prompt" ? [...one.calls, "Done."] : []));
      const { session, root, runtime } = await openFilesScene(t, {
        files: { a: "a\n", "b.txt": "one\r\ntwo\r\n", "d/c": "c", "d/e/f": "f\n" },
        script: replies,
        repository: kind !== "a plain folder",
        prepare(folder) {
          writeFileSync(join(folder, ".gitignore"), "build/\n");
          chmodSync(join(folder, "d/c"), 0o640);
          if (kind === "a repository with another one in it") nest(folder);
          if (kind !== "a repository that converts line ends") return;
          git(folder, "config", "core.autocrlf", "input");
          git(folder, "config", "core.safecrlf", "false");
          writeFileSync(join(folder, ".gitattributes"), "* text=auto\nd/c filter=rot\n");
          git(folder, "config", "filter.rot.clean", "tr a-z n-za-m");
          git(folder, "config", "filter.rot.smudge", "tr a-z n-za-m");
        },
      });
      for (const one of steps) {
        if (one.kind === "prompt") await session.prompt("Go.").outcome;
        else if (one.kind === "user") act(root, one);
        else {
          const before = treeOf(root);
          const { runs: all } = await session.files.history();
          const from = one.kind === "rewind" ? all[0]?.run : undefined;
          const plan = one.kind === "redo" ? await session.files.planRedo() : await session.files.planUndo(from);
          if (plan === undefined) continue;
          const { restored, refused } = await session.files.restore(plan);
          const after = treeOf(root);
          const changed = difference(withoutFolders(before), withoutFolders(after)).map((name) => join(root, name));
          // Nothing else is changed, and no refused file.
          assert.deepEqual(
            changed.filter((name) => !restored.includes(name)),
            [],
          );
          const lost = refused.filter(({ path: name }) => changed.includes(name));
          assert.deepEqual(lost, []);
          if (one.kind !== "redo")
            assert.deepEqual(
              mine(before).filter((text) => !mine(after).includes(text)),
              [],
            );
        }
      }
      await runtime.close();
    }),
    { numRuns },
  );
};

/** Undo of every prompt restores the first tree, and redo the last one. */
export const restoresTrees = async (t: TestContext, kind: FolderKind, numRuns: number): Promise<void> => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(restorable, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }), async (prompts) => {
      const replies: Reply[] = prompts.flatMap((commands) => [...commands.map(runs), "Done."]);
      const { session, root, runtime } = await openFilesScene(t, {
        files: { a: "a\n", "b.txt": "one\r\ntwo\n", "d/c": "c", "d/e/f": "f\n" },
        script: replies,
        repository: kind !== "a plain folder",
        prepare(folder) {
          chmodSync(join(folder, "a"), 0o600);
          if (kind === "a repository with another one in it") nest(folder);
          if (kind === "a repository that converts line ends") writeFileSync(join(folder, ".gitattributes"), "* text=auto\n");
        },
      });
      const first = withoutFolders(treeOf(root));
      const trees = [first];
      // Commands of git change what git reports.
      const isComparable = kind !== "a plain folder" && !prompts.flat().some((line) => line.includes("git "));
      const status = (): string => (isComparable ? git(root, "status", "--porcelain=v2", "--untracked-files=all") : "");
      const statusBefore = status();
      for (const _ of prompts) {
        await session.prompt("Go.").outcome;
        trees.push(withoutFolders(treeOf(root)));
      }
      let undone = 0;
      for (let plan = await session.files.planUndo(); plan !== undefined; plan = await session.files.planUndo()) {
        assert.deepEqual((await session.files.restore(plan)).refused, []);
        undone += 1;
      }
      assert.deepEqual(withoutFolders(treeOf(root)), first);
      assert.equal(status(), statusBefore);
      for (; undone > 0; undone--) {
        const plan = await session.files.planRedo();
        assert.ok(plan !== undefined);
        assert.deepEqual((await session.files.restore(plan)).refused, []);
      }
      assert.deepEqual(withoutFolders(treeOf(root)), trees.at(-1));
      await runtime.close();
    }),
    { numRuns },
  );
};
