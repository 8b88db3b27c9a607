import { type Limit, type Outcome, textOf } from "coxswain";
import { jsonLine } from "../output/index.ts";
import { EXIT, type ExitCode } from "../process/index.ts";
import { howToAllow } from "./how-to-allow.ts";
import type { Report } from "./report.ts";

/** How a run ends for who started the program. Exit code, last line and result are made in one place, so that they agree. */
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
  /** What the answer says, where it was to have a form. */
  readonly output?: unknown;
  /** What went wrong. */
  readonly error?: string;
}

export interface Circumstances {
  /** The code of the signal that aborted the run, or of the reader that left. */
  readonly stopped: ExitCode | undefined;
  /** Whether the session can be continued. */
  readonly kept: boolean;
}

export const endingOf = (outcome: Outcome, report: Report, circumstances: Circumstances): Ending => {
  const ending = endingOfRun(outcome, report, circumstances);
  const line = [ending.line, ending.code === EXIT.unread ? undefined : jobsLine(report)].filter((part) => part !== undefined).join(" ");
  return line === "" ? ending : { ...ending, line };
};

const endingOfRun = (outcome: Outcome, report: Report, { stopped, kept }: Circumstances): Ending => {
  const goOn = kept ? ' Go on with: cox -c "what to do next"' : "";
  switch (outcome.kind) {
    case "done": {
      const { output } = outcome;
      const answer = output === undefined ? textOf(outcome.reply) : jsonLine(output).trimEnd();
      const line = denialLine(report) ?? (answer.trim() === "" ? "The model ended without an answer." : undefined);
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
      return { code: EXIT.limit, line: message + goOn, error: message, answer: report.text, ...limitKind(outcome.limit) };
    }
    case "aborted": {
      const code = stopped ?? EXIT.interrupted;
      const unread = code === EXIT.unread;
      const { reason } = outcome;
      // Who did not stop it is told why it was.
      const why = stopped === undefined && reason !== undefined ? reason : "Interrupted.";
      const line = kept ? `${why.replace(/\.$/, "")}; the session is kept.${goOn}` : why;
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
      return code === "log_write" ? { ...ending, line: `${message.replace(/\.$/, "")}. ${UNKEPT}` } : ending;
    }
  }
};

const UNKEPT = "Nothing is worked on that cannot be kept: see to it that it can be written, or keep no session, with --no-session.";

/** A limit in the words of Claude Code, where it has one. */
const limitKind = ({ name, quantity }: Limit): Pick<Ending, "subtype" | "reason"> => {
  if (name === "turns") return { subtype: "error_max_turns", reason: "max_turns" };
  if (quantity === "usd") return { subtype: "error_max_budget_usd", reason: "max_budget_usd" };
  return { subtype: "error_during_execution", reason: name };
};

/** What could not even begin ends the same way. */
export const failure = (message: string, reason: string, answer = ""): Ending => ({
  code: EXIT.failed,
  line: message,
  subtype: reason === "output_invalid" ? "error_max_structured_output_retries" : "error_during_execution",
  reason,
  answer,
  error: message,
});

/** What goes on in the background ends with the program. */
const jobsLine = ({ jobs }: Report): string | undefined =>
  jobs.length === 0 ? undefined : `Ended in the background: ${jobs.map(({ id, command }) => `${id} (${oneLine(command)})`).join(", ")}.`;

/** Characters of a command that are told. */
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
