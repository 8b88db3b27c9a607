import { basename } from "node:path";
import { findProgram } from "./find-program.ts";

/** `bash` where there is one, for models write bash; else the system's `sh`. */
export const findShell = async (path: string): Promise<string> => (await findProgram("bash", path)) ?? "/bin/sh";

export interface ShellOptions {
  readonly prefix?: string | undefined;
  /** What the shell is run by: a program and its arguments. Default: nothing. */
  readonly within?: readonly string[];
  /** Whether standard error has a pipe of its own. Default: false. */
  readonly apart?: boolean;
}

/**
 * What starts the command: the outer `sh` becomes the shell itself, with both outputs on one pipe, so that their order
 * is the order of writing, unless they are to be apart. A prefix is a line of its own, for an alias holds from the next line on.
 */
export const shellArguments = (
  shell: string,
  command: string,
  { prefix, apart = false, within = [] }: ShellOptions = {},
): readonly string[] => {
  const aliases = basename(shell) === "bash" ? "shopt -s expand_aliases\n" : "";
  const script = prefix === undefined ? command : `${aliases}${prefix}\n${command}`;
  return ["-c", apart ? 'exec "$@"' : 'exec "$@" 2>&1', "sh", ...within, shell, "-c", script];
};
