/* Run as a program: replaces a file or folder by others and restores it, as fast as it can, until it is ended. */
import { existsSync, linkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

const [inside = "", outside = "", swap = "", seed = "1"] = process.argv.slice(2);

const random = (() => {
  let state = Number(seed);
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
})();

const tried = (action: () => void): void => {
  try {
    action();
  } catch {
    // The other side interfered: try again in the next round.
  }
};

const spin = (): void => {
  for (let rounds = Math.floor(random() * 20_000); rounds > 0; rounds--);
};

/** Replaces the file at a path with the result of `make`, and then restores it. */
const turn = (path: string, make: (path: string) => void): void => {
  const [aside, other] = [`${path}.aside`, `${path}.other`];
  tried(() => make(other));
  tried(() => renameSync(path, aside));
  tried(() => renameSync(other, path));
  spin();
  tried(() => rmSync(other, { force: true, recursive: true }));
  tried(() => renameSync(path, other));
  tried(() => renameSync(aside, path));
  // If the other side created something in the gap, restore the previous file again.
  while (existsSync(aside)) {
    tried(() => rmSync(path, { recursive: true, force: true }));
    tried(() => renameSync(aside, path));
  }
  tried(() => rmSync(other, { force: true, recursive: true }));
  spin();
};

const SWAPS: Readonly<Record<string, () => void>> = {
  folder: () => turn(join(inside, "upper", "folder"), (path) => symlinkSync(join(outside, "folder"), path)),
  upper: () => turn(join(inside, "upper"), (path) => symlinkSync(outside, path)),
  file: () => turn(join(inside, "upper", "folder", "file"), (path) => symlinkSync(join(outside, "folder", "file"), path)),
  "hard link": () => turn(join(inside, "upper", "folder", "file"), (path) => linkSync(join(outside, "folder", "file"), path)),
  fifo: () => turn(join(inside, "upper", "folder", "file"), (path) => linkSync(join(outside, "fifo"), path)),
};

const action = SWAPS[swap];
const parent = process.ppid;
process.stdout.write("ready");
while (action !== undefined && process.ppid === parent) for (let round = 0; round < 200; round++) action();
