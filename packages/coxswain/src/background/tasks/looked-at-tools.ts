import type { AgentDefinition } from "../../context/index.ts";
import { type Tool, ToolError } from "../../loop/index.ts";
import { TASK_OUTPUT } from "./task-output-tool.ts";
import { TASK_STOP } from "./task-stop-tool.ts";
import { taskTold } from "./task-tool.ts";

/** The tools of tasks for who only looks at what a model is told: nobody can call them. */
export const inspectionTools = (agents: readonly AgentDefinition[]): readonly Tool[] =>
  [taskTold(agents), TASK_OUTPUT, TASK_STOP].map((told) => ({ ...told, execute: refuse }));

const refuse = (): Promise<never> => Promise.reject(new ToolError("A session that is only looked at calls nothing."));
