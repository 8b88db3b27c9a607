import type { ShellEntry } from "../context/index.ts";
import { evidenceOf, lineReader, workFacts } from "../evidence/index.ts";
import { asAnyEntries, type SessionJournal } from "../journal/index.ts";
import { type HookMessages, isMessage, type RunHook, type VerifyOptions } from "../loop/index.ts";
import type { UserMessage } from "../model/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { runShell } from "./shell/index.ts";

export interface VerificationParts {
  readonly runId: string;
  readonly journal: SessionJournal;
  readonly workspace: Workspace;
  /** True if the log has all changes of files: a command that passed after the last one need not run again. */
  readonly areChangesRecorded: () => boolean;
}

/** Number of times that the model may correct its work. */
const TRIES = 3;

/** Sources of the messages about failed commands. */
const VERIFY_SOURCE = "verify";

/**
 * Runs commands of the user when the model has ended its work. If one fails, the model gets its output, and the run continues. The
 * messages are counted in the log, so that a run resumed after a crash continues the count.
 */
export const verification = (
  { commands, tries = TRIES }: VerifyOptions,
  { runId, journal, workspace, areChangesRecorded }: VerificationParts,
): RunHook => ({
  async turnEnd(turn, signal): Promise<HookMessages> {
    // An answer truncated at the token limit ends the run with that limit.
    if (!turn.last || turn.message.stop === "length") return {};
    const proven = areChangesRecorded() ? await provenCommands(journal, runId, workspace.root) : NONE;
    for (const command of commands) {
      if (proven.has(command.trim())) continue;
      const entry = await runShell(workspace, journal, { command, include: false }, { signal });
      if (signal.aborted) return {};
      const { output, exitCode } = await journal.append<ShellEntry>(entry);
      if (exitCode === 0) continue;
      const used = countMessages(journal, runId);
      if (used >= tries)
        return { end: { kind: "limit", limit: { name: "verify", message: limitMessage(command, tries) }, reply: turn.message } };
      return { messages: [{ id: journal.mint(), message: failureMessage(command, output, exitCode) }] };
    }
    return {};
  },
});

const NONE: ReadonlySet<string> = new Set();

/** Returns the commands that have passed in a run, and after which no file has changed. The user's changes between runs are not recorded. */
const provenCommands = async ({ path }: SessionJournal, runId: string, folder: string): Promise<ReadonlySet<string>> => {
  const entries = asAnyEntries(path);
  const start = entries.findLastIndex((entry) => entry.type === "run_start" && entry.run === runId);
  const { checks } = evidenceOf(workFacts(entries.slice(start)), await lineReader(), folder);
  const proven = checks.filter(({ kind, outcome, changedSince }) => kind === "named" && outcome === "passed" && changedSince.length === 0);
  return new Set(proven.map(({ command }) => command));
};

const countMessages = ({ path }: SessionJournal, runId: string): number =>
  path.filter((entry) => isMessage(entry) && entry.run === runId && entry.message.role === "user" && entry.message.source === VERIFY_SOURCE)
    .length;

const failureMessage = (command: string, output: string, exitCode: number | null): UserMessage => {
  const lines = [
    "Your work is done only when this command succeeds. It was run now, and failed:",
    `$ ${command}`,
    output.trimEnd(),
    exitCode === null ? "[killed]" : `[exit code ${exitCode}]`,
    "Correct the work. If that is impossible, state the reason.",
  ];
  return { role: "user", content: [{ type: "text", text: lines.filter((line) => line !== "").join("\n") }], source: VERIFY_SOURCE };
};

const limitMessage = (command: string, tries: number): string =>
  `The check ${JSON.stringify(command)} still fails after ${tries === 1 ? "1 correction" : `${tries} corrections`}.`;
