import { type Clock, waitFor } from "../base/index.ts";
import type { Log } from "../log/index.ts";
import { defineTool, textResult, type Tool, ToolError } from "../loop/index.ts";
import { NO_USAGE } from "../model/index.ts";
import { optional, stringField, toolInput, integerField } from "../tools/index.ts";
import { OUTPUT_TOOL, STOP_TOOL } from "./background-state.ts";
import type { BackgroundTask } from "./background-task.ts";
import type { BackgroundTasks } from "./background-tasks.ts";
import { isTaskEntry } from "./entries.ts";

export interface TaskOutputParts {
  readonly log: Log;
  readonly clock: Clock;
  readonly background: BackgroundTasks;
}

/** Seconds that one call may wait. */
const MAX_WAIT = 600;

export const TASK_OUTPUT = {
  name: OUTPUT_TOOL,
  description:
    "Returns the state of a background task, and its result when it is done. You are notified of the end anyway: wait here only if you cannot continue without the result.",
  inputSchema: toolInput({
    task: stringField("The task, as t1."),
    wait: optional(integerField("Seconds to wait for its end. Default: 0.", { min: 0, max: MAX_WAIT })),
  }),
  effect: "read",
  parallel: true,
  replay: "safe",
} as const;

/** Reports on a background task, and may wait for its end. */
export const taskOutputTool = ({ log, clock, background }: TaskOutputParts): Tool =>
  defineTool({
    ...TASK_OUTPUT,
    async execute({ task: id, wait = 0 }, context) {
      const task = background.find(id);
      if (task === undefined) return textResult(await pastResult(log, id, background));
      if (wait > 0 && !task.isOver) await waitFor(wait, task.over, clock, context.signal);
      const { info } = task;
      if (info.state !== "done") return textResult(stateText(task), info);
      return { ...textResult(task.text, info), isError: info.ending !== "done" };
    },
  });

const STATES: Readonly<Record<BackgroundTask["state"], string>> = {
  waiting: "is waiting for a free slot",
  running: "is running",
  blocked: "is waiting for the user's answer to a permission request",
  done: "is done",
};

const stateText = ({ state, parts: { id, description }, subAgent }: BackgroundTask): string => {
  const { input, cacheRead, cacheWrite, output } = subAgent?.usage ?? NO_USAGE;
  return `The task ${id} (${description}) ${STATES[state]}. Tokens so far: ${input + cacheRead + cacheWrite} in, ${output} out. You will be notified when it ends.`;
};

/** Returns the result of a task of an earlier process. */
const pastResult = async (log: Log, id: string, background: BackgroundTasks): Promise<string> => {
  await log.complete();
  const entry = log.entries.filter(isTaskEntry).findLast(({ type, task }) => type === "task_end" && task === id);
  if (entry?.type === "task_end") return entry.text;
  const ids = background.all.map((task) => task.id);
  throw new ToolError(`No task ${id}. ${ids.length === 0 ? "No task was started." : `Tasks: ${ids.join(", ")}.`}`);
};

export const TASK_STOP = {
  name: STOP_TOOL,
  description: "Stops a background task and returns its result so far.",
  inputSchema: toolInput({ task: stringField("The task, as t1.") }),
  effect: "execute",
} as const;

/** Stops a background task. This needs no permission, since this session started the task. */
export const taskStopTool = (background: BackgroundTasks): Tool =>
  defineTool({
    ...TASK_STOP,
    changesFiles: false,
    permissionRequests: () => [],
    async execute({ task: id }, context) {
      const task = background.find(id);
      if (task === undefined) throw new ToolError(`No running task ${id}.`);
      if (context.agent.depth > 0 && task.parts.by !== context.agent.id)
        throw new ToolError(`The task ${id} was started by another agent.`);
      if (task.isOver) return textResult(`The task ${id} has already ended. task_output returns its result.`);
      task.stop("It is no longer needed.");
      await task.over;
      return textResult(`The task ${id} is stopped. ${task.text}`, task.info);
    },
  });
