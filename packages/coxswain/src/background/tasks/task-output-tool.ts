import type { Log } from "../../log/index.ts";
import { type Clock, waitFor } from "../../base/index.ts";
import { defineTool, textResult, type Tool, ToolError } from "../../loop/index.ts";
import { NO_USAGE } from "../../model/index.ts";
import { optional, text, toolInput, whole } from "../../tools/index.ts";
import type { BackgroundTask } from "./background-task.ts";
import type { BackgroundTasks } from "./background-tasks.ts";
import { isTaskEnd } from "./entries.ts";
import { OUTPUT_TOOL } from "./tasks-state.ts";

export interface TaskOutputParts {
  readonly log: Log;
  readonly clock: Clock;
  readonly background: BackgroundTasks;
}

/** Seconds that one call waits at most. */
const LONGEST = 600;

/** The tool as a model is told of it. */
export const TASK_OUTPUT = {
  name: OUTPUT_TOOL,
  description:
    "Says how far a task in the background is, and what came of it when it is over. You are told of that anyway: wait here only where you can do nothing without it.",
  inputSchema: toolInput({
    task: text("The task, as t1."),
    wait: optional(whole("Seconds to wait for it to be over. Default: 0.", { min: 0, max: LONGEST })),
  }),
  effect: "read",
  parallel: true,
  replay: "safe",
} as const;

/** Tells of a task in the background, and may wait for it. */
export const taskOutputTool = ({ log, clock, background }: TaskOutputParts): Tool =>
  defineTool({
    ...TASK_OUTPUT,
    async execute({ task: id, wait = 0 }, context) {
      const task = background.find(id);
      if (task === undefined) return textResult(await pastText(log, id, background));
      if (wait > 0 && task.state !== "done") await waitFor(wait, task.over, clock, context.signal);
      const { info } = task;
      if (info.state !== "done") return textResult(stateText(task), info);
      return { ...textResult(task.text, info), isError: info.ending !== "done" };
    },
  });

const STATES: Readonly<Record<BackgroundTask["state"], string>> = {
  waiting: "waits for a free place",
  running: "is being worked on",
  blocked: "waits for a person, who is asked whether a call of its may run",
  done: "is done",
};

const stateText = ({ state, parts: { id, description }, working }: BackgroundTask): string => {
  const { input, cacheRead, cacheWrite, output } = working?.usage ?? NO_USAGE;
  return `The task ${id} (${description}) ${STATES[state]}. Tokens so far: ${input + cacheRead + cacheWrite} in, ${output} out. You are told when it is over.`;
};

/** One that an earlier process worked on. */
const pastText = async (log: Log, id: string, background: BackgroundTasks): Promise<string> => {
  await log.complete();
  const end = log.entries.filter(isTaskEnd).findLast(({ task }) => task === id);
  if (end !== undefined) return end.text;
  const names = background.all.map((task) => task.id);
  throw new ToolError(`There is no task ${id}. ${names.length === 0 ? "None was begun." : `Tasks are ${names.join(", ")}.`}`);
};
