import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { FileError, SearchError } from "../errors.ts";
import { nodeWorkspace } from "./node-workspace.ts";
import type { ResolvedPath } from "../file.ts";
import { temporaryFolder } from "../workspace.fixture.ts";

export const SWAPS = ["folder", "upper", "file", "hard link", "fifo"] as const;

const SECRET = "needle outside\n";

/**
 * Uses paths that lead inside while another process swaps them for files outside. Asserts that nothing outside is read
 * or written. Returns the numbers of successful and refused uses.
 */
export const usePathsWhileSwapped = async (
  t: TestContext,
  swap: (typeof SWAPS)[number],
  { seed, tries }: { seed: number; tries: number },
) => {
  const [inside, outside] = [temporaryFolder(t), temporaryFolder(t)];
  for (const root of [join(inside, "upper"), outside]) mkdirSync(join(root, "folder", "deep"), { recursive: true });
  writeFileSync(join(inside, "upper", "folder", "file"), "needle inside\n");
  writeFileSync(join(inside, "upper", "folder", "own"), "needle inside\n");
  writeFileSync(join(outside, "folder", "file"), SECRET);
  writeFileSync(join(outside, "folder", "outside-only"), SECRET);
  execFileSync("mkfifo", [join(outside, "fifo")]);
  const before = tree(outside);
  const workspace = nodeWorkspace({ root: inside, protectedPaths: [outside], unsearched: (path) => path.startsWith(outside) });
  const swapper = spawn(
    process.execPath,
    [fileURLToPath(import.meta.resolve("./swapper.fixture.ts")), inside, outside, swap, String(seed)],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  t.after(() => swapper.kill("SIGKILL"));
  await once(swapper.stdout, "data");

  const text = Buffer.from("needle inside, written\n");
  const at = (path: string) => `upper/folder/${path}`;
  const uses: readonly ((place: ResolvedPath, other: ResolvedPath) => Promise<unknown>)[] = [
    async (place) => assertInside(Buffer.from(await workspace.read(place)).toString()),
    (place) => workspace.replace(place, text),
    (_, other) => workspace.replace(other, text),
    async (place, other) => {
      await workspace.replace(place, text);
      await workspace.move(place, other);
    },
    (_, other) => workspace.remove(other),
    async () => assert.ok((await workspace.list(await allowed("upper/folder"))).every(({ name }) => name !== "outside-only")),
    async () => {
      // ripgrep itself blocks if a fifo replaces a file between its check and its opening; an abort ends it.
      if (swap === "fifo") return;
      for await (const found of workspace.searchText({ path: await allowed("upper"), pattern: "needle" }))
        if (found.kind !== "unreadable") assertInside(found.text);
    },
    async (place) => {
      for await (const found of workspace.searchText({ path: place, pattern: "needle" }))
        if (found.kind !== "unreadable") assertInside(found.text);
    },
    async () => {
      for await (const found of workspace.findFiles({ path: await allowed("upper"), glob: "**" }))
        if (found.kind === "file") assert.ok(!found.path.endsWith("outside-only"), found.path);
    },
  ];
  /** Resolves a path until a policy that allows every path inside, except protected files, would allow it. */
  const allowed = async (path: string): Promise<ResolvedPath> => {
    for (let attempts = 0; attempts < 10_000; attempts++) {
      const place = await workspace.resolve(path).catch(() => undefined);
      if (place?.inside === true && place.alsoKnownAs === undefined) return place;
    }
    throw new Error(`${path} never led inside, seed ${seed}`);
  };

  const count = { succeeded: 0, refused: 0 };
  try {
    for (let round = 0; round < tries; round++) {
      const use = uses[round % uses.length];
      const [place, other] = [
        await allowed(at("file")),
        await allowed(at(round % 2 === 0 ? `new${round}/deep/file` : `deep/other${round}`)),
      ];
      try {
        await use?.(place, other);
        count.succeeded++;
      } catch (error) {
        if (!(error instanceof FileError) && !(error instanceof SearchError)) throw error;
        count.refused++;
      }
      assert.deepEqual(tree(outside), before, `outside has changed, seed ${seed}`);
    }
  } finally {
    swapper.kill("SIGKILL");
    if (swapper.exitCode === null && swapper.signalCode === null) await once(swapper, "exit");
  }
  t.diagnostic(`${swap}: seed ${seed}, ${count.succeeded} succeeded, ${count.refused} were refused`);
  return count;
};

const assertInside = (text: string): void => assert.match(text, /^needle inside/);

/** Returns all files of a folder with their content. */
const tree = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .toSorted()
    .map((name) => {
      const path = join(folder, name);
      const found = lstatSync(path, { throwIfNoEntry: false });
      return `${name}: ${found?.isFile() === true ? readFileSync(path, "utf8") : String(existsSync(path))}`;
    })
    // The swapper itself renames them for a moment.
    .filter((line) => !/\.(?:aside|other): /.test(line));
