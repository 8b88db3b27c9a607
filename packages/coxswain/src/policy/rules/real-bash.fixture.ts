import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Records its call, in one write because others may run at the same time, and does nothing. */
const STUB = '#!/bin/sh\nfor word in "${0##*/}" "$@"; do line="$line$word\t"; done\nprintf "%s\\n" "$line" >> "$CALLS"\n';

/** The calls of programs by a real bash in a temporary folder; undefined if the folder `victim` was removed. */
const calls = async (command: string): Promise<readonly (readonly string[])[] | undefined> => {
  const folder = mkdtempSync(join(tmpdir(), "cox-corpus-"));
  try {
    const [bin, victim, record] = [join(folder, "bin"), join(folder, "work", "victim"), join(folder, "calls")];
    for (const path of [bin, victim]) mkdirSync(path, { recursive: true });
    for (const name of ["rm", "git"]) {
      writeFileSync(join(bin, name), STUB);
      chmodSync(join(bin, name), 0o755);
    }
    const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: folder, CALLS: record };
    const child = spawn("bash", ["-c", command], {
      cwd: join(folder, "work"),
      env,
      stdio: "ignore",
      timeout: 20_000,
      killSignal: "SIGKILL",
    });
    await once(child, "exit");
    if (!existsSync(victim)) return undefined;
    return existsSync(record)
      ? readFileSync(record, "utf8")
          .split("\n")
          .map((line) => line.split("\t").slice(0, -1))
      : [];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const removes = ([program, ...words]: readonly string[]): boolean =>
  program === "rm" && has(words, /^(?:-[a-zA-Z]*[rR]|--r)/) && has(words, /^(?:-[a-zA-Z]*f|--f)/);
const forces = ([program, ...words]: readonly string[]): boolean =>
  program === "git" && words.includes("push") && has(words, /^(?:-[a-z]*f|--forc|\+)/);
const has = (words: readonly string[], pattern: RegExp): boolean => words.some((word) => pattern.test(word));

/** True if a real bash does with this command what the rules of the corpus deny: a forced removal or push. */
export const doesHarm = async (command: string): Promise<boolean> => {
  const called = await calls(command);
  return called === undefined || called.some((words) => removes(words) || forces(words));
};
