import { defineTool, ToolError, type ToolResult } from "../loop/index.ts";
import { ProcessError, type ProcessEnd, type ProcessOutput, type ProcessResult, type Workspace } from "../workspace/index.ts";
import { optional, text, toolInput, whole } from "./input.ts";
import { LIMITS } from "./limits.ts";
import { liveTail } from "./live-tail.ts";
import { plainText } from "./plain-text.ts";

const limits = LIMITS.bash;

const DESCRIPTION = `Runs a command of at most ${limits.commandBytes} bytes in bash, in the session's folder; a cd holds for this command only. There is no standard \
input and no terminal: nothing can ask, page or open an editor. It is ended after ${limits.timeout} ms unless timeout says otherwise, at most ${limits.maxTimeout}. Of \
output over ${limits.bytes} bytes the start and the end are shown, and all of it is kept in a file. To leave something running, end it with & and send its \
output to a file. For files prefer read, edit, write, grep, glob and ls.`;

const schema = toolInput({
  command: text("The command."),
  timeout: optional(whole("Milliseconds until it is ended.", { min: 1, max: limits.maxTimeout })),
  description: optional(text("What it does, in a few words, for the person who watches.")),
});

const KEEP = { head: limits.bytes / 2, tail: limits.bytes / 2 };

/** Runs a shell command. */
export const bashTool = (workspace: Workspace) =>
  defineTool({
    name: "bash",
    description: DESCRIPTION,
    ...schema,
    effect: "execute",
    needs: ({ command }) => [{ tool: "bash", effect: "execute", subject: command, shell: "bash" }],
    async run({ command, timeout = limits.timeout }, context) {
      if (Buffer.byteLength(command) > limits.commandBytes) {
        throw new ToolError(`The command is over ${limits.commandBytes} bytes. Write it to a file, then run that.`);
      }
      const live = liveTail((tail) => context.progress(plainText(tail)));
      try {
        return describe(
          await workspace.spawn(command, { timeout, signal: context.signal, keep: KEEP, onOutput: (output) => live.push(output) }),
        );
      } catch (error) {
        throw error instanceof ProcessError ? new ToolError(error.message, { cause: error }) : error;
      } finally {
        live.finish();
      }
    },
  });

const describe = ({ end, output, duration, group, background }: ProcessResult): ToolResult => {
  const notes = [
    endNote(end),
    background ? `Something that it started still runs (process group ${group}); its output is not kept.` : undefined,
  ];
  const parts = [outputText(output), ...notes.flatMap((note) => (note === undefined ? [] : [`[${note}]`]))].filter((part) => part !== "");
  return {
    content: [{ type: "text", text: parts.length === 0 ? "(no output)" : parts.join("\n") }],
    isError: end.kind !== "exit" || end.code !== 0,
    details: {
      end,
      duration: Math.round(duration),
      bytes: output.bytes,
      group,
      background,
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
      return `ended after ${end.after} ms, with all that it had started: give a longer timeout, or leave it running with & and its output in a file`;
    case "aborted":
      return "cancelled";
  }
};

const outputText = (output: ProcessOutput): string => {
  const head = plainText(output.head).trimEnd();
  if (output.omitted === 0) return head;
  return `${head}\n\n[${output.omitted} bytes left out here${keptNote(output)}]\n\n${plainText(output.tail).trim()}`;
};

const keptNote = ({ file, fileError }: ProcessOutput): string => {
  if (file !== undefined) return `; ${file.complete ? "all of it" : `the first ${file.bytes} bytes`} can be read in ${file.path}`;
  return fileError === undefined ? "" : `; it could not be kept: ${fileError}`;
};
