import type { ShellEntry } from "../../context/index.ts";
import type { Draft } from "../../log/index.ts";
import type { ProcessResult, Workspace } from "../../workspace/index.ts";
import type { SessionJournal } from "../../journal/index.ts";

export interface ShellOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds. Default: the workspace's. */
  readonly timeout?: number;
  /** Called with output as it arrives. */
  readonly onOutput?: (text: string) => void;
}

export interface ShellResult {
  readonly output: string;
  /** Null if a signal or the timeout ended the command. */
  readonly exitCode: number | null;
}

export interface ShellInput {
  readonly command: string;
  /** If true, the model sees the command and its output. */
  readonly include: boolean;
}

/** Parses `!command` or `command`, which the model sees, and `!!command`, which is only logged. */
export const parseShell = (text: string): ShellInput => {
  if (text.startsWith("!!")) return { command: text.slice(2).trim(), include: false };
  return { command: (text.startsWith("!") ? text.slice(1) : text).trim(), include: true };
};

/** Runs a command of the user, emits its output as it arrives, and returns the entry to append. */
export const runShell = async (
  workspace: Workspace,
  journal: SessionJournal,
  { command, include }: ShellInput,
  options: ShellOptions,
): Promise<Draft<ShellEntry>> => {
  const shellId = journal.mint();
  const startedAt = journal.now();
  journal.emit({ type: "shell_start", shellId, command });
  let exitCode: number | null = null;
  try {
    const result = await workspace.spawn(command, {
      ...options,
      // The user wrote it.
      outside: true,
      onOutput(text) {
        journal.emit({ type: "shell_output", shellId, text });
        options.onOutput?.(text);
      },
    });
    if (result.end.kind === "exit") exitCode = result.end.code;
    return { type: "shell", id: shellId, command, include, ...outputOf(result), exitCode, startedAt };
  } finally {
    // A command that cannot start has ended too.
    journal.emit({ type: "shell_end", shellId, exitCode });
  }
};

const outputOf = ({ output: { head, tail, omitted, lines, file } }: ProcessResult): Pick<ShellEntry, "output" | "omittedLines"> => {
  if (omitted === 0) return { output: head };
  const where = file === undefined ? "" : `; the whole output is in ${file.path}`;
  const output = `${head}\n[${omitted} bytes omitted${where}]\n${tail}`;
  return { output, ...(lines === undefined ? {} : { omittedLines: Math.max(0, lines - output.trimEnd().split("\n").length) }) };
};
