import { styleText } from "node:util";
import { type Event, textOf } from "coxswain";
import { eventNotice, jobText, taskText } from "coxswain/view";
import { escapeLine, relativeTo, textEscaper, wrapLine } from "../output/index.ts";
import type { ProcessContext } from "../process/index.ts";
import { agentLines, callLine, compactionLine, providerLines, truncateLine, todoLines } from "./lines.ts";
import type { Display, ShownSession } from "../prompt/index.ts";
import { resultLines } from "./result-lines.ts";
import { summaryLine } from "./summary-line.ts";

export interface TextDisplayOptions {
  /** True if the answer must match an output schema. stdout then receives only the valid answer. Default: false. */
  readonly structured?: boolean;
  /** Defined while a question is open. Resolves when other output may be written. Default: no questions. */
  readonly quiet?: () => Promise<void> | undefined;
  /** Clock in milliseconds. Default: the system's. */
  readonly now?: () => number;
}

const noticeLine = (event: Event): string => escapeLine(eventNotice(event)?.text ?? "");

/**
 * Display for people. stdout receives the answer, streamed at a terminal and otherwise once it is complete. stderr
 * receives a line for each tool call, the end of a command's output, the changed to-do list, warnings, how the run ended,
 * and its summary.
 */
export const textDisplay = (
  { stdout, stderr }: Pick<ProcessContext, "stdout" | "stderr">,
  { structured = false, quiet = () => undefined, now = Date.now }: TextDisplayOptions = {},
): Display => {
  const live = stdout.isTerminal && !structured;
  const formatAgentEvent = agentLines(stderr.columns);
  const style = (format: "dim" | "red", text: string): string => (stderr.isTerminal ? styleText(format, text) : text);
  /** True if the streamed answer has an unfinished line. */
  let open = false;
  let warning = "";
  let session: ShownSession | undefined;
  let startedAt = 0;
  /** Reasons of open questions by call: the result has them in words for the model. */
  const reasons = new Map<string, readonly string[]>();
  const escapeDelta = textEscaper();

  const print = (text: string): void => {
    if (text === "") return;
    stdout.write(text);
    open = !text.endsWith("\n");
  };
  const endLine = (): void => {
    if (open) print("\n");
  };
  const printLine = (line: string): void => {
    endLine();
    stderr.write(`${line}\n`);
  };

  /** Prints lines that must not be truncated: they may say what to do. */
  const printWrapped = (format: "dim" | "red", line: string, indent?: string): void =>
    wrapLine(line, stderr.messageWidth, indent).forEach((part) => printLine(style(format, part)));

  const show = (event: Event): void => {
    switch (event.type) {
      case "message_delta":
        if (live && event.kind === "text") print(escapeDelta(event.delta));
        return;
      case "message_end": {
        const { message } = event;
        endLine();
        if (message.role !== "user" || message.source?.startsWith("hook:") !== true) return;
        return printLine(style("dim", truncateLine(`# ${escapeLine(textOf(message))}`, stderr.columns)));
      }
      case "message_discard":
        return endLine();
      case "tool_start":
        return printLine(style("dim", `> ${callLine(event.call, stderr.columns - 2)}`));
      case "provider_part": {
        const color = event.part.isError === true ? "red" : "dim";
        return providerLines(event.part, stderr.columns).forEach((line) => printLine(style(color, line)));
      }
      case "permission_ask":
        return void reasons.set(event.callId, event.reasons);
      case "tool_end": {
        const asked = reasons.get(event.call.id);
        reasons.delete(event.call.id);
        const { head, output } = resultLines(event, asked);
        if (head === undefined) return output.forEach((line) => printLine(style("dim", truncateLine(line, stderr.messageWidth))));
        printWrapped("red", head);
        return output.forEach((line) => printWrapped("dim", line, "  |   "));
      }
      case "entry":
        if (event.entry.type !== "todo") return;
        return todoLines(event.entry.items, stderr.columns).forEach((line) => printLine(style("dim", line)));
      case "compaction_start":
      case "compaction_end":
      case "compaction_request":
        return printWrapped("dim", compactionLine(event) ?? noticeLine(event));
      case "retry_start":
        return printWrapped("dim", noticeLine(event));
      case "model_fallback":
        return printLine(noticeLine(event));
      case "hook_block":
        // Calls and runs have their own end line.
        return event.what === "compaction" ? printWrapped("dim", noticeLine(event)) : undefined;
      case "task_change":
        return printWrapped("dim", escapeLine(taskText(event.task)));
      case "job_change":
        return printWrapped("dim", escapeLine(jobText(event.job)));
      case "warning":
        if (event.code === "unpriced") return;
        warning = event.message;
        endLine();
        return stderr.message(event.message);
      default:
    }
  };

  const showWithAgents = (event: Event): void => {
    const line = formatAgentEvent(event);
    if (line !== undefined) printLine(style(line.isError ? "red" : "dim", line.text));
    if (event.agent.depth === 0 || event.type === "warning") show(event);
  };

  const whenQuiet = async (event: Event): Promise<void> => {
    // Another question may open at once.
    for (let silence = quiet(); silence !== undefined; silence = quiet()) await silence;
    showWithAgents(event);
  };

  return {
    start(started) {
      session = started;
      startedAt = now();
    },
    event: (event) => (quiet() === undefined ? showWithAgents(event) : whenQuiet(event)),
    end({ answer, line, error, saved }, report) {
      endLine();
      if (!live && error === undefined && answer !== "") stdout.write(answer.endsWith("\n") ? answer : `${answer}\n`);
      // A warning may already have shown the reason; then show only what to do.
      const isShown = line !== undefined && error !== undefined && warning.endsWith(error) && line.startsWith(`${error}. `);
      if (line !== undefined) stderr.message(isShown ? line.slice(error.length + 2) : line);
      if (session !== undefined) {
        const shownPath = relativeTo(session.state.cwd);
        stderr.message(summaryLine(report, { session: saved ? session.id : undefined, duration: now() - startedAt, shownPath }));
      }
    },
  };
};
