import { defineTool, type JobStart, standardSchema, textResult, type ToolContext, ToolError, type ToolResult } from "../loop/index.ts";
import { type Confinement, ProcessError, type Workspace } from "../workspace/index.ts";
import { commandResult, OUTPUT_LIMITS } from "./command-result.ts";
import { booleanField, jsonSchemaOf, optional, stringField, toolInput, integerField } from "./input.ts";
import { LIMITS } from "./limits.ts";
import { liveTail } from "./live-tail.ts";
import { plainText } from "./plain-text.ts";

const limits = LIMITS.bash;

const DESCRIPTION = `Runs a command of at most ${limits.commandBytes} bytes in bash, in the session's folder. cd affects this command only. There is no standard \
input and no terminal, so programs cannot prompt, page or open an editor. The command is killed after ${limits.timeout} ms by default; timeout can be at most ${limits.maxTimeout}. \
For output over ${limits.bytes} bytes, the start and the end are shown, and all of it is saved to a file. Use background for anything that must continue while you work, \
such as a server or a long test. It then runs as a job: job_output shows its output, and it ends with the session, or after ${limits.jobTimeout} ms at most. For files, prefer read, edit, write, grep, glob and ls.`;

const SANDBOXED = `${DESCRIPTION} Commands run in a sandbox if the system supports it. There they can write only in the folder and in /tmp, cannot create hooks or settings of programs, \
cannot read secrets, and can connect only to hosts that the user has allowed. Processes that a command leaves running end with it.`;

const FIELDS = {
  command: stringField("The command."),
  timeout: optional(integerField("Milliseconds until the command is killed.", { min: 1, max: limits.jobTimeout })),
  background: optional(booleanField("Run the command as a job, and return immediately. Default: false.")),
  description: optional(stringField("Purpose of the command in a few words, for the user.")),
};

const sandboxed = toolInput({
  ...FIELDS,
  outside: optional(
    booleanField(
      "Run without the sandbox; the user is asked for permission. Only for a command that failed because of the sandbox. Default: false.",
    ),
  ),
});
/** Accepts `outside` although the schema does not list it: the conversation may have started with a sandbox. */
const unconfined = standardSchema(sandboxed["~standard"].validate, jsonSchemaOf(FIELDS));

export interface BashOptions {
  /** Trailer that the model adds to messages of commits, such as `Co-Authored-By: NAME <EMAIL>`. Default: none. */
  readonly attribution?: string | undefined;
}

/** Runs a shell command. */
export const bashTool = (workspace: Workspace, { attribution }: BashOptions = {}) =>
  defineTool({
    name: "bash",
    // Depends on the settings, not on whether the sandbox works here: a tool's description must stay the same.
    description: (workspace.mayConfine ? SANDBOXED : DESCRIPTION) + (attribution === undefined ? "" : trailerText(attribution)),
    inputSchema: workspace.mayConfine ? sandboxed : unconfined,
    effect: "execute",
    async permissionRequests({ command, outside = false }) {
      const confinement = await workspace.confinement();
      const request = { tool: "bash", effect: "execute", subject: command, shell: "bash" } as const;
      if (confinement.kind !== "none") return [{ ...request, confined: !outside }];
      if (!isUntested(confinement)) return [request];
      return [{ ...request, confined: false, ask: `its sandbox could not be tested, so it would run without one` }];
    },
    async execute({ command, timeout, background = false, outside = false }, context) {
      if (Buffer.byteLength(command) > limits.commandBytes) {
        throw new ToolError(`The command is over ${limits.commandBytes} bytes. Write it to a file, then run that.`);
      }
      const where = outside || isUntested(await workspace.confinement()) ? ({ outside: true } as const) : {};
      if (background) return begin(context, { command, timeout: timeout ?? limits.jobTimeout, ...where });
      if (timeout !== undefined && timeout > limits.maxTimeout) {
        throw new ToolError(`A call can take at most ${limits.maxTimeout} ms. Run longer commands with background.`);
      }
      const live = liveTail((tail) => context.progress(plainText(tail)));
      try {
        const onOutput = (output: string): void => live.push(output);
        return commandResult(
          await workspace.spawn(command, {
            timeout: timeout ?? limits.timeout,
            signal: context.signal,
            keep: OUTPUT_LIMITS,
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

const trailerText = (trailer: string): string =>
  ` When you write a git commit message, end it with an empty line and this trailer: ${trailer}`;
/** True if the sandbox could not be tested: then a command runs without it, as with `outside`, if the user permits it. */
const isUntested = (confinement: Confinement): boolean => confinement.kind === "none" && confinement.untested === true;

const begin = async ({ jobs }: ToolContext, start: JobStart): Promise<ToolResult> => {
  if (jobs === undefined) throw new ToolError("Background jobs are not available here. Run it without background.");
  const job = await jobs.start(start);
  const end = jobs.endWithRun
    ? "It ends when your turn ends: if you need its result, wait for it with job_output. Until then, you are notified when it ends"
    : "You are notified when it ends";
  return textResult(`Started job ${job.id}. ${end}; job_output shows its output, job_kill ends it.`, job);
};
