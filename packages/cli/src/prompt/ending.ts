import { type Limit, type Outcome, textOf } from "coxswain";
import { jsonLine } from "../output/index.ts";
import { EXIT, type ExitCode } from "../process/index.ts";
import { howToAllow } from "./how-to-allow.ts";
import type { Report } from "./report.ts";

/** End of a run: exit code, last line and result come from one place, so that they agree. */
export interface Ending {
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
}

export interface Circumstances {
  /** Code of the signal that aborted the run, or of a closed pipe. */
  readonly stopped: ExitCode | undefined;
  /** True if the session can be continued. */
  readonly resumable: boolean;
}

export const endingOf = (outcome: Outcome, report: Report, circumstances: Circumstances): Ending => {
  const ending = endingOfRun(outcome, report, circumstances);
  const line = [ending.line, ending.code === EXIT.unread ? undefined : jobsLine(report)].filter((part) => part !== undefined).join(" ");
  return line === "" ? ending : { ...ending, line };
};

const endingOfRun = (outcome: Outcome, report: Report, { stopped, resumable }: Circumstances): Ending => {
  const continueHint = resumable ? ' Continue with: cox -c "what to do next"' : "";
  switch (outcome.kind) {
    case "done": {
      const { output } = outcome;
      const answer = output === undefined ? textOf(outcome.reply) : jsonLine(output).trimEnd();
      const line = denialLine(report) ?? (answer.trim() === "" ? "the model ended without an answer" : undefined);
      return {
        code: EXIT.done,
        subtype: "success",
        reason: "completed",
        answer,
        ...(output === undefined ? {} : { output }),
        ...(line === undefined ? {} : { line }),
      };
    }
    case "limit": {
      const { message } = outcome.limit;
      return { code: EXIT.limit, line: message + continueHint, error: message, answer: report.text, ...limitKind(outcome.limit) };
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
        error: why,
      };
    }
    case "failed": {
      const { message, code } = outcome.error;
      const ending = failure(message, code, report.text);
      return code === "log_write" ? { ...ending, line: `${message.replace(/\.$/, "")}. ${UNSAVED}` } : ending;
    }
  }
};

const UNSAVED = "Cannot save the session. Make sure that its file is writable and the disk has free space, or use --no-session.";

/** A limit by Claude Code's name, if it has one. */
const limitKind = ({ name, quantity }: Limit): Pick<Ending, "subtype" | "reason"> => {
  if (name === "turns") return { subtype: "error_max_turns", reason: "max_turns" };
  if (quantity === "usd") return { subtype: "error_max_budget_usd", reason: "max_budget_usd" };
  return { subtype: "error_during_execution", reason: name };
};

/** End of a run that failed or could not start. */
export const failure = (message: string, reason: string, answer = ""): Ending => ({
  code: EXIT.failed,
  line: message,
  subtype: reason === "output_invalid" ? "error_max_structured_output_retries" : "error_during_execution",
  reason,
  answer,
  error: message,
});

/** Background commands stop with the program. */
const jobsLine = ({ jobs }: Report): string | undefined =>
  jobs.length === 0
    ? undefined
    : `Stopped background commands: ${jobs.map(({ id, command }) => `${id} (${oneLine(command)})`).join(", ")}.`;

/** Maximum characters of a command. */
const SHORT = 60;

const oneLine = (command: string): string => {
  const line = command.replaceAll(/\s+/g, " ").trim();
  return line.length > SHORT ? `${line.slice(0, SHORT - 1).toWellFormed()}…` : line;
};

const denialLine = ({ unanswered }: Report): string | undefined => {
  if (unanswered.length === 0) return undefined;
  const names = new Set(unanswered.map(({ tool }) => tool));
  return `Not allowed: ${[...names].join(", ")}. ${howToAllow(unanswered)}`;
};
