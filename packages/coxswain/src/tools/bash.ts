import { defineTool, type JobStart, standardSchema, textResult, type ToolContext, ToolError, type ToolResult } from "../loop/index.ts";
import { ProcessError, type Workspace } from "../workspace/index.ts";
import { commandResult, KEPT_OUTPUT } from "./command-result.ts";
import { flag, jsonSchemaOf, optional, text, toolInput, whole } from "./input.ts";
import { LIMITS } from "./limits.ts";
import { liveTail } from "./live-tail.ts";
import { plainText } from "./plain-text.ts";

const limits = LIMITS.bash;

const DESCRIPTION = `Runs a command of at most ${limits.commandBytes} bytes in bash, in the session's folder; a cd holds for this command only. There is no standard \
input and no terminal: nothing can ask, page or open an editor. It is ended after ${limits.timeout} ms unless timeout says otherwise, at most ${limits.maxTimeout}. Of \
output over ${limits.bytes} bytes the start and the end are shown, and all of it is kept in a file. What is to go on while you work, as a server or a long test, \
begin with background: it is a job then, of which job_output tells, and which ends with the session or after ${limits.jobTimeout} ms at most. For files prefer read, edit, write, grep, glob and ls.`;

const SANDBOXED = `${DESCRIPTION} Commands run in a sandbox, if the system has one: they write in the folder and in /tmp only, make no hooks or settings of programs, \
read no secrets, and reach no network but what the person has allowed; what a command leaves running ends with it.`;

const FIELDS = {
  command: text("The command."),
  timeout: optional(whole("Milliseconds until it is ended.", { min: 1, max: limits.jobTimeout })),
  background: optional(flag("Begin it as a job, and go on at once. Default: false.")),
  description: optional(text("What it does, in a few words, for the person who watches.")),
};

const sandboxed = toolInput({
  ...FIELDS,
  outside: optional(flag("Run without the sandbox; the person is asked. Only when the command failed because of it. Default: false.")),
});
/** Accepts `outside` although the schema does not list it: the conversation may have started with a sandbox. */
const unconfined = standardSchema(sandboxed["~standard"].validate, jsonSchemaOf(FIELDS));

/** Runs a shell command. */
export const bashTool = (workspace: Workspace) =>
  defineTool({
    name: "bash",
    // Depends on the settings, not on whether the sandbox works here: a tool's description must stay the same.
    description: workspace.mayConfine ? SANDBOXED : DESCRIPTION,
    inputSchema: workspace.mayConfine ? sandboxed : unconfined,
    effect: "execute",
    async permissionRequests({ command, outside = false }) {
      const isConfined = (await workspace.confinement()).kind !== "none";
      return [{ tool: "bash", effect: "execute", subject: command, shell: "bash", ...(isConfined ? { confined: !outside } : {}) }];
    },
    async execute({ command, timeout, background = false, outside = false }, context) {
      if (Buffer.byteLength(command) > limits.commandBytes) {
        throw new ToolError(`The command is over ${limits.commandBytes} bytes. Write it to a file, then run that.`);
      }
      const where = outside ? ({ outside } as const) : {};
      if (background) return begin(context, { command, timeout: timeout ?? limits.jobTimeout, ...where });
      if (timeout !== undefined && timeout > limits.maxTimeout) {
        throw new ToolError(`A call takes at most ${limits.maxTimeout} ms. Begin what takes longer with background.`);
      }
      const live = liveTail((tail) => context.progress(plainText(tail)));
      try {
        const onOutput = (output: string): void => live.push(output);
        return commandResult(
          await workspace.spawn(command, {
            timeout: timeout ?? limits.timeout,
            signal: context.signal,
            keep: KEPT_OUTPUT,
            onOutput,
            ...where,
          }),
        );
      } catch (error) {
        throw error instanceof ProcessError ? new ToolError(error.message, { cause: error }) : error;
      } finally {
        live.finish();
      }
    },
  });

const begin = async ({ jobs }: ToolContext, start: JobStart): Promise<ToolResult> => {
  if (jobs === undefined) throw new ToolError("Nothing can go on in the background here. Run it without background.");
  const job = await jobs.start(start);
  const end = jobs.endWithRun
    ? "It ends when you end your turn: if you need what comes of it, wait for it with job_output. Until then you are told when it is over"
    : "You are told when it is over";
  return textResult(`The job ${job.id} has begun. ${end}; job_output shows what it writes, job_kill ends it.`, job);
};
