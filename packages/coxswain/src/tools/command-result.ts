import type { ToolResult } from "../loop/index.ts";
import type { ProcessEnd, ProcessOutput, ProcessResult } from "../workspace/index.ts";
import { LIMITS } from "./limits.ts";
import { plainText } from "./plain-text.ts";
import { sandboxNotes } from "./sandbox-note.ts";

/** Bytes of a command's output to retain: its start and its end. */
export const OUTPUT_LIMITS = { head: LIMITS.bash.bytes / 2, tail: LIMITS.bash.bytes / 2 };

/** Formats the result of a command for the model. */
export const commandResult = (result: ProcessResult): ToolResult => {
  const { end, output, duration, group, background, confinement } = result;
  const notes = [
    endNote(end),
    background ? `A process that it started is still running (process group ${group}); its output is not saved.` : undefined,
    ...sandboxNotes(result),
  ];
  const text = outputText(output);
  const parts = [text, ...notes.flatMap((note) => (note === undefined ? [] : [`[${note}]`]))].filter((part) => part !== "");
  return {
    content: [{ type: "text", text: parts.length === 0 ? "(no output)" : parts.join("\n") }],
    isError: end.kind !== "exit" || end.code !== 0,
    details: {
      end,
      duration: Math.round(duration),
      bytes: output.bytes,
      ...(output.lines === undefined ? {} : { omittedLines: Math.max(0, output.lines - text.split("\n").length) }),
      group,
      background,
      ...(confinement === undefined ? {} : { sandbox: confinement.kind }),
      ...(output.file === undefined ? {} : { file: output.file }),
    },
  };
};

const endNote = (end: ProcessEnd): string | undefined => {
  switch (end.kind) {
    case "exit":
      return end.code === 0 ? undefined : `exit code ${end.code}`;
    case "killed":
      return `killed by ${end.signal}`;
    case "timeout":
      return `killed after ${end.after} ms, with all processes that it had started: use a longer timeout, or run it with background`;
    case "aborted":
      return "cancelled";
  }
};

const outputText = (output: ProcessOutput): string => {
  const head = plainText(output.head).trimEnd();
  if (output.omitted === 0) return head;
  return `${head}\n\n[${output.omitted} bytes omitted here${fileNote(output)}]\n\n${plainText(output.tail).trim()}`;
};

const fileNote = ({ file, fileError }: ProcessOutput): string => {
  if (file !== undefined) return `; ${file.complete ? "all of it" : `the first ${file.bytes} bytes`} can be read in ${file.path}`;
  return fileError === undefined ? "" : `; it could not be saved: ${fileError}`;
};
