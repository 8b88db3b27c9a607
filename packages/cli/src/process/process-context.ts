import { fstatSync } from "node:fs";
import type { Output } from "../output/index.ts";
import { UsageError } from "../argv/index.ts";
import type { ExitCode } from "./exit.ts";
import type { SignalSource } from "./interruption.ts";

/** Parts of the process that commands use. */
export interface ProcessContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly cwd: string;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly signals: SignalSource;
}

/** Runs a command of `cox` by its name, which is the first word. Resolves to its exit code. @throws {UsageError} */
export type CommandRunner = (words: readonly string[], context: ProcessContext) => Promise<ExitCode>;

/** Returns true if stdin, stdout and stderr are terminals, so that a user can answer. */
export const isInteractive = ({ stdin, stdout, stderr }: ProcessContext): boolean => stdout.isTerminal && stderr.isTerminal && stdin.isTTY;

/**
 * Returns true if stdin is a pipe or a file. A terminal and the null device are character devices. Checks the descriptor,
 * because creating the stream is slow.
 */
export const isPiped = (): boolean => {
  try {
    return !fstatSync(0).isCharacterDevice();
  } catch {
    return false; // closed by the parent
  }
};

/** Asks a yes-or-no question at the terminal. An empty answer means no. */
export const confirm = async ({ stdin, stderr }: Pick<ProcessContext, "stdin" | "stderr">, question: string): Promise<boolean> => {
  const { createInterface } = await import("node:readline/promises");
  stderr.write(`${question} [y/N] `);
  const lines = createInterface({ input: stdin });
  try {
    for await (const line of lines) return /^y(es)?$/i.test(line.trim());
    return false;
  } finally {
    lines.close();
  }
};

/** Returns the working directory. @throws {UsageError} if it was removed. */
export const currentFolder = (): string => {
  try {
    return process.cwd();
  } catch {
    throw new UsageError("the current folder no longer exists: change to another one");
  }
};
