import { type Limit, type Outcome, textOf } from "coxswain";
import { jsonLine } from "../output/index.ts";
import { EXIT, type ExitCode } from "../process/index.ts";
import type { Report } from "./report.ts";

/** End of a run: exit code, last line and result come from one place, so that they agree. */
export interface RunResult {
  readonly code: ExitCode;
  /** For people, on standard error. */
  readonly line?: string;
  /** The subtype of stream-json's result. */
  readonly subtype:
    | "success"
    | "error_during_execution"
    | "error_max_turns"
    | "error_max_budget_usd"
    | "error_max_structured_output_retries";
  /** Its terminal_reason. */
  readonly reason: string;
  /** The answer; empty when there is none. */
  readonly answer: string;
  /** Structured output, if it was requested. */
  readonly output?: unknown;
  /** Error message. */
  readonly error?: string;
  /** True if the session can be continued. */
  readonly saved: boolean;
}

export interface RunResultOptions {
  /** Code of the signal that aborted the run, or of a closed pipe. */
  readonly stopped: ExitCode | undefined;
  /** True if the session can be continued. */
  readonly resumable: boolean;
  /** Describes the denied calls, and what would have allowed them. Default: only names them, as for another process's calls. */
  readonly denials?: (() => string | undefined) | undefined;
}

export const runResult = (outcome: Outcome, report: Report, circumstances: RunResultOptions): RunResult => {
  const result = outcomeResult(outcome, report, circumstances);
  const line = [result.line, result.code === EXIT.unread ? undefined : stoppedJobsLine(report)]
    .filter((part) => part !== undefined)
    .join(" ");
  return line === "" ? result : { ...result, line };
};

const outcomeResult = (outcome: Outcome, report: Report, { stopped, resumable, denials }: RunResultOptions): RunResult => {
  const saved = resumable;
  const continueHint = resumable ? ' Continue with: cox -c "what to do next"' : "";
  switch (outcome.kind) {
    case "done": {
      const { output } = outcome;
      const answer = output === undefined ? textOf(outcome.reply) : jsonLine(output).trimEnd();
      const line =
        (denials === undefined ? denialLine(report) : denials()) ??
        (answer.trim() === "" ? "the model ended without an answer" : undefined);
      return {
        code: EXIT.done,
        subtype: "success",
        reason: "completed",
        answer,
        saved,
        ...(output === undefined ? {} : { output }),
        ...(line === undefined ? {} : { line }),
      };
    }
    case "limit": {
      const { message } = outcome.limit;
      return { code: EXIT.limit, line: message + continueHint, error: message, answer: report.text, saved, ...limitResult(outcome.limit) };
    }
    case "aborted": {
      const code = stopped ?? EXIT.interrupted;
      const unread = code === EXIT.unread;
      const { reason } = outcome;
      // Report the reason unless the user stopped the run.
      const why = stopped === undefined && reason !== undefined ? reason : "Interrupted.";
      const line = resumable ? `${why.replace(/\.$/, "")}. The session is saved.${continueHint}` : why;
      return {
        code,
        ...(unread ? {} : { line }),
        subtype: "error_during_execution",
        reason: "aborted",
        answer: report.text,
        saved,
        error: why,
      };
    }
    case "failed": {
      const { message, code } = outcome.error;
      const result = { ...failedResult(message, code, report.text), saved };
      return code === "log_write" ? { ...result, line: `${message.replace(/\.$/, "")}. ${UNSAVED}` } : result;
    }
  }
};

const UNSAVED = "Cannot save the session. Make sure that its file is writable and the disk has free space, or use --no-session.";

/** A limit by Claude Code's name, if it has one. */
const limitResult = ({ name, quantity }: Limit): Pick<RunResult, "subtype" | "reason"> => {
  if (name === "turns") return { subtype: "error_max_turns", reason: "max_turns" };
  if (quantity === "usd") return { subtype: "error_max_budget_usd", reason: "max_budget_usd" };
  return { subtype: "error_during_execution", reason: name };
};

/** End of a run that failed or could not start. */
export const failedResult = (message: string, reason: string, answer = ""): RunResult => ({
  code: EXIT.failed,
  line: message,
  subtype: reason === "output_invalid" ? "error_max_structured_output_retries" : "error_during_execution",
  reason,
  answer,
  saved: false,
  error: message,
});

/** Background commands stop with the program. */
const stoppedJobsLine = ({ jobs }: Report): string | undefined =>
  jobs.length === 0
    ? undefined
    : `Stopped background commands: ${jobs.map(({ id, command }) => `${id} (${oneLine(command)})`).join(", ")}.`;

/** Maximum characters of a command. */
const MAX_COMMAND = 60;

const oneLine = (command: string): string => {
  const line = command.replaceAll(/\s+/g, " ").trim();
  return line.length > MAX_COMMAND ? `${line.slice(0, MAX_COMMAND - 1).toWellFormed()}…` : line;
};

const denialLine = ({ unanswered }: Report): string | undefined => {
  if (unanswered.length === 0) return undefined;
  const names = new Set(unanswered.map(({ tool }) => tool));
  return `Not allowed: ${[...names].join(", ")}.`;
};
