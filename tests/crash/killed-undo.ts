import assert from "node:assert/strict";
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { openCox } from "../cli/cox-scene.ts";

/** Files of each kind: changed, deleted and created. */
const EACH = 30;
const numbers = Array.from({ length: EACH }, (_, at) => String(at));

/** Number of files that an undo restores. */
export const RESTORED = 3 * EACH;

/** The command of the agent: it changes, deletes and creates files, also in a new folder, and modes and links. */
const COMMAND = [
  `for i in ${numbers.join(" ")}; do echo changed >> changed/$i; rm deleted/$i; echo new > created/sub/$i; done`,
  "chmod +x changed/0; ln -sfn elsewhere changed/link; rm deleted/link; echo agent > both",
].join("; ");

type Tree = ReadonlyMap<string, string>;

/** Each file of a folder: its mode and content, or the target of a link. */
const treeOf = (folder: string, prefix = ""): Tree =>
  new Map(
    readdirSync(join(folder, prefix)).flatMap((name): (readonly [string, string])[] => {
      const path = `${prefix}${name}`;
      const stats = lstatSync(join(folder, path));
      if (stats.isDirectory()) return [...treeOf(folder, `${path}/`)];
      if (stats.isSymbolicLink()) return [[path, `-> ${readlinkSync(join(folder, path))}`]];
      return [[path, `${(stats.mode & 0o7777).toString(8)} ${readFileSync(join(folder, path), "latin1")}`]];
    }),
  );

/** A project in which a session has changed many files, and then the user two: one of the same, and another one. */
const changedProject = async () => {
  const cox = await openCox([{ calls: [{ name: "bash", input: { command: `mkdir -p created/sub; ${COMMAND}` } }] }, "Done."]);
  const at = (name: string): string => join(cox.project, name);
  for (const folder of ["changed", "deleted"]) {
    mkdirSync(at(folder));
    for (const name of numbers) writeFileSync(at(`${folder}/${name}`), `${folder} ${name}\r\n`);
    symlinkSync("nowhere", at(`${folder}/link`));
  }
  chmodSync(at("deleted/0"), 0o640);
  writeFileSync(at("both"), "before");
  const before = treeOf(cox.project);
  const { code, stderr } = await cox.run(["Go", "--mode", "yolo"]);
  assert.equal(code, 0, stderr);
  writeFileSync(at("both"), "the user's");
  writeFileSync(at("mine"), "the user's");
  const after = treeOf(cox.project);
  const mine = new Map([...after].filter(([, content]) => content.endsWith("the user's")));
  return { cox, before: new Map([...before, ...mine]), after, mine };
};

/** Number of files that are as before. */
const restoredIn = (tree: Tree, before: Tree, after: Tree): number =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path) && tree.get(path) === before.get(path),
  ).length;

const isTemporary = (path: string): boolean => /\.[^/]+\.tmp$/.test(path);

/** The moment of a kill. */
export interface Moment {
  /** Number of restored files to wait for. */
  readonly restored: number;
  /** Milliseconds after that. */
  readonly delay: number;
}

/**
 * Kills `cox undo` at one moment, and at another the next `cox`, which finishes it. At each moment each file must be as before or after
 * the changes, and the user's be theirs. Then a third `cox` must find or make all of one state.
 * @returns number of files that were restored at each kill
 */
export const killUndoTwice = async (first: Moment, second: Moment): Promise<readonly number[]> => {
  const { cox, before, after, mine } = await changedProject();
  await using _ = cox;
  const check = (): Tree => {
    const tree = treeOf(cox.project);
    for (const [path, content] of mine) assert.equal(tree.get(path), content);
    for (const path of new Set([...tree.keys(), ...before.keys(), ...after.keys()])) {
      const is = tree.get(path);
      assert.ok(is === before.get(path) || is === after.get(path) || isTemporary(path), `${path} is neither as before nor as after`);
    }
    return tree;
  };
  const killAt = async (args: readonly string[], { restored, delay }: Moment): Promise<number> => {
    const { child, ended } = cox.start(args);
    const count = (): number => {
      try {
        return restoredIn(treeOf(cox.project), before, after);
      } catch {
        // A file was removed while the folder was read.
        return 0;
      }
    };
    while (child.exitCode === null && count() < restored) await setImmediate();
    const timer = setTimeout(() => child.kill("SIGKILL"), delay);
    await ended;
    clearTimeout(timer);
    return restoredIn(check(), before, after);
  };
  const restored = [await killAt(["undo", "--yes"], first), await killAt(["undo"], second)];
  const next = await cox.run(["undo"]);
  assert.equal(next.code, 0, next.stderr);
  const tree = check();
  const whole = next.stderr.startsWith("Nothing to undo") ? before : after;
  assert.deepEqual(tree, whole);
  // Nothing is lost for a redo either.
  if (whole === before) assert.match((await cox.run(["redo", "--yes"])).stderr, /^Redone: /);
  assert.deepEqual(treeOf(cox.project), after);
  return restored;
};
