import { styleText } from "node:util";
import { type Event, textOf } from "coxswain";
import { escapeLine, escapeText, programMessage } from "../output/index.ts";
import type { ProcessContext } from "../process/index.ts";
import type { Display } from "../prompt/index.ts";
import { agentLines, callLine, compactionLine, retryLine, truncateLine, jobLine, taskLine, todoLines, todosIn } from "./lines.ts";

export interface TextDisplayOptions {
  /** True if the answer must match an output schema. stdout then receives only the valid answer. Default: false. */
  readonly structured?: boolean;
  /** Defined while a question is open. Resolves when other output may be written. Default: no questions. */
  readonly quiet?: () => Promise<void> | undefined;
}

/**
 * Display for people. stdout receives the answer, streamed at a terminal and otherwise once it is complete. stderr
 * receives a line for each tool call, the changed to-do list, warnings and the last line.
 */
export const textDisplay = (
  { stdout, stderr }: Pick<ProcessContext, "stdout" | "stderr">,
  { structured = false, quiet = () => undefined }: TextDisplayOptions = {},
): Display => {
  const live = stdout.isTerminal && !structured;
  const formatAgentEvent = agentLines(stderr.columns);
  const style = (format: "dim" | "red", text: string): string => (stderr.isTerminal ? styleText(format, text) : text);
  /** True if the streamed answer has an unfinished line. */
  let open = false;
  let warning = "";

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

  const show = (event: Event): void => {
    switch (event.type) {
      case "message_delta":
        if (live && event.kind === "text") print(escapeText(event.delta));
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
      case "tool_end": {
        if (!event.result.isError) return;
        const reason = event.result.reason ?? "failed";
        const text = reasonOf(event);
        // The text for the model repeats the reason as a prefix.
        const line = escapeLine(reason === "denied" ? text.replace(/^Denied: /, "") : text);
        return printLine(style("red", truncateLine(`! ${escapeLine(event.call.name)} ${reason}: ${line}`, stderr.columns)));
      }
      case "entry": {
        const todos = event.entry.type === "todo" && "items" in event.entry ? todosIn(event.entry.items) : undefined;
        return todos === undefined ? undefined : todoLines(todos, stderr.columns).forEach((line) => printLine(style("dim", line)));
      }
      case "compaction_start":
      case "compaction_end":
      case "compaction_request":
        // No other line shows the error if the run continues.
        return printLine(style("dim", "error" in event ? compactionLine(event) : truncateLine(compactionLine(event), stderr.columns)));
      case "retry_start":
        return printLine(style("dim", truncateLine(retryLine(event), stderr.columns)));
      case "model_fallback":
        return printLine(`Switched to ${escapeLine(event.to)}: ${escapeLine(event.reason)}`);
      case "hook_block":
        // Calls and runs have their own end line.
        if (event.what !== "compaction") return;
        return printLine(
          style(
            "dim",
            truncateLine(`Not compacted: blocked by the hook ${escapeLine(event.hook)}: ${escapeLine(event.reason)}`, stderr.columns),
          ),
        );
      case "task_change":
        return printLine(style("dim", truncateLine(taskLine(event.task), stderr.columns)));
      case "job_change":
        return printLine(style("dim", truncateLine(jobLine(event.job), stderr.columns)));
      case "warning":
        if (event.code === "unpriced") return;
        warning = event.message;
        return printLine(programMessage(event.message));
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
    start() {},
    event: (event) => (quiet() === undefined ? showWithAgents(event) : whenQuiet(event)),
    end({ answer, line, error }) {
      endLine();
      if (!live && error === undefined && answer !== "") stdout.write(answer.endsWith("\n") ? answer : `${answer}\n`);
      if (line === undefined) return;
      // A warning may already have shown the reason; then show only what to do.
      const isShown = error !== undefined && warning.endsWith(error) && line.startsWith(`${error}. `);
      stderr.write(`${programMessage(isShown ? line.slice(error.length + 2) : line)}\n`);
    },
  };
};

/** Returns the reason of a failed call: the last line of a command's output, or the start of another tool's message. */
const reasonOf = ({ call, result }: Extract<Event, { readonly type: "tool_end" }>): string => {
  const text = result.content.flatMap((part) => (part.type === "text" ? [part.text.trim()] : [])).join(" ");
  return call.name === "bash" && result.reason === undefined ? text.slice(text.lastIndexOf("\n") + 1) : text;
};
