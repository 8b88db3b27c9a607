import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Line } from "../measure/line.ts";
import { medianOf } from "../measure/median.ts";
import { program } from "../measure/prepared-programs.ts";
import { rotate } from "../measure/rotate.ts";
import { runProgram } from "../measure/run-program.ts";
import { temporaryFolder } from "../measure/temporary-folder.ts";
import type { Row } from "./row.ts";

/** Targets in milliseconds by the number of files. */
const SIZES = [
  { files: 5_000, first: 600, later: 80 },
  { files: 100_000, first: 600, later: 400 },
] as const;

/** Files per folder. */
const FOLDER = 50;

const git = (folder: string, ...args: readonly string[]): void =>
  void execFileSync(
    "git",
    ["-c", "user.name=A", "-c", "user.email=a@b", "-c", "core.fsmonitor=false", "-c", "gc.auto=0", "-c", "maintenance.auto=false", ...args],
    { cwd: folder },
  );

const makeRepository = (folder: string, files: number): void => {
  git(folder, "init", "-q");
  for (let at = 0; at < files; at++) {
    const below = join(folder, `folder-${Math.floor(at / FOLDER)}`);
    if (at % FOLDER === 0) mkdirSync(below);
    writeFileSync(join(below, `file-${at}.ts`), `export const value${at} = ${at};\n`.repeat(10));
  }
  git(folder, "add", "-A");
  git(folder, "commit", "-qm", "first");
};

interface Scanned {
  readonly first: number;
  readonly later: number;
}

/** Scans of a repository, the first one and one after a change, beside `git status`. */
export const scans: Row = async ({ times }) => {
  const lines: Line[] = [];
  for (const { files, first, later } of SIZES) {
    await using folder = await temporaryFolder();
    makeRepository(folder.path, files);
    const measured = await rotate<"ours" | "git", Scanned>(times, {
      ours: async () => JSON.parse((await runProgram([program("scans"), folder.path])).stdout) as Scanned,
      async git() {
        const begun = performance.now();
        git(folder.path, "status", "--porcelain=v2", "-z");
        const taken = performance.now() - begun;
        return { first: taken, later: taken };
      },
    });
    for (const [name, atMost] of [
      ["first", first],
      ["later", later],
    ] as const) {
      lines.push({
        what: `the ${name === "first" ? "first scan" : "scan after a change"} of ${files.toLocaleString("en-US")} files, beside git status`,
        unit: "ms",
        ours: medianOf(measured.ours, (scanned) => scanned[name]),
        bare: medianOf(measured.git, (scanned) => scanned[name]),
        target: { of: "ours", atMost },
      });
    }
  }
  return lines;
};
