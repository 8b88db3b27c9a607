import { defineTool, textResult, type Tool, ToolError } from "../../loop/index.ts";
import { text, toolInput } from "../../tools/index.ts";
import type { BackgroundTasks } from "./background-tasks.ts";
import { STOP_TOOL } from "./tasks-state.ts";

/** The tool as a model is told of it. */
export const TASK_STOP = {
  name: STOP_TOOL,
  description: "Ends a task in the background, and says how far it came.",
  inputSchema: toolInput({ task: text("The task, as t1.") }),
  effect: "execute",
} as const;

/** Ends a task in the background. Nothing has to be allowed for that: it is one that this session began. */
export const taskStopTool = (background: BackgroundTasks): Tool =>
  defineTool({
    ...TASK_STOP,
    permissionRequests: () => [],
    async execute({ task: id }, context) {
      const task = background.find(id);
      if (task === undefined) throw new ToolError(`There is no task ${id} that goes on.`);
      if (context.agent.depth > 0 && task.parts.by !== context.agent.id) throw new ToolError(`The task ${id} is not one that you began.`);
      if (task.state === "done") return textResult(`The task ${id} was over already: task_output says what came of it.`);
      task.stop("It was not wanted any more.");
      await task.over;
      return textResult(`The task ${id} is stopped. ${task.text}`, task.info);
    },
  });
