import { basename, delimiter, dirname, isAbsolute, join } from "node:path";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { isBelow } from "../is-below.ts";

/** Returns `bash` if it is installed, since models write bash; otherwise the system's `sh`. */
export const findShell = async (path: string): Promise<string> => (await findProgram("bash", path)) ?? "/bin/sh";

export interface ShellOptions {
  readonly prefix?: string | undefined;
  /** Program and arguments that run the shell. Default: none. */
  readonly within?: readonly string[];
  /** True to give standard error a separate pipe. Default: false. */
  readonly separateErrors?: boolean;
}

/**
 * Returns the arguments of `/bin/sh` that run a command. The outer `sh` becomes the shell itself, with both outputs on
 * one pipe in the order of writing, unless `separateErrors` is set. A prefix is a separate line, since an alias applies
 * from the next line on. The command is the last argument; without one, the arguments end before it.
 */
export const shellArguments = (
  shell: string,
  command: string | undefined,
  { prefix, separateErrors = false, within = [] }: ShellOptions = {},
): readonly string[] => {
  const isBash = basename(shell) === "bash";
  const aliases = isBash ? "shopt -s expand_aliases\n" : "";
  const script = prefix === undefined ? (command ?? "") : `${aliases}${prefix}\n${command}`;
  return [
    "-c",
    separateErrors ? 'exec "$@"' : 'exec "$@" 2>&1',
    "sh",
    ...within,
    shell,
    ...(isBash ? NO_RC : []),
    "-c",
    ...(command === undefined ? [] : [script]),
  ];
};

/** With a socket as stdin, as Node's pipes are, bash assumes a remote shell and would read `~/.bashrc`. */
const NO_RC = ["--norc"];

/** Finds a program on the path. Skips relative folders, in which a project could plant a program. */
export const findProgram = async (name: string, path: string): Promise<string | undefined> => {
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const program = join(folder, name);
    const runs = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runs) return program;
  }
  return undefined;
};

/** Returns the ripgrep bundled with this package, otherwise the system's, or undefined. */
export const findRipgrep = async (path: string): Promise<string | undefined> => {
  try {
    return (await import("@vscode/ripgrep")).rgPath;
  } catch {
    return findProgram("rg", path);
  }
};

/** Returns the folders of a path in which no project can plant programs, and the one of this process's program. */
export const programFolders = (root: string, path: string): readonly string[] => [
  ...path.split(delimiter).filter((folder) => isAbsolute(folder) && !isBelow(root, folder) && !folder.split("/").includes("node_modules")),
  dirname(process.execPath),
];
