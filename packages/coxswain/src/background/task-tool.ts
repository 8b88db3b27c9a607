import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { AgentDefinition } from "../context/index.ts";
import { type AgentSetup, defineTool, type Tool, type ToolContext, ToolError, type ToolResult, textResult } from "../loop/index.ts";
import type { Models } from "../model/index.ts";
import { enumField, booleanField, optional, stringField, toolInput } from "../tools/index.ts";
import { type Worktree, WorktreeError, type Worktrees } from "../workspace/index.ts";
import type { BackgroundTask, ResolvedAgentSetup } from "./background-task.ts";
import { agentList, type TaskAgent, taskAgent } from "./task-agent.ts";
import { type SpawnQuota, QUOTA_EXHAUSTED } from "./spawn-quota.ts";
import type { BackgroundTasks } from "./background-tasks.ts";
import { releaseWorktree } from "./release-worktree.ts";
import { TOO_MANY_WAITING, type SemaphorePerDepth, withPermit } from "./semaphore.ts";
import { type TaskResult, runTask } from "./run-task.ts";

export interface TaskToolParts {
  readonly agents: readonly AgentDefinition[];
  readonly models: Models;
  readonly levels: SemaphorePerDepth;
  readonly quota: SpawnQuota;
  /** Maximum levels of sub-agents. */
  readonly depth: number;
  readonly background: BackgroundTasks;
  readonly worktrees: Worktrees | undefined;
  /** Resolves the setup of an agent that the owner of this tool spawns. */
  readonly plan: (setup: AgentSetup) => Promise<ResolvedAgentSetup>;
}

const DESCRIPTION = `Starts an agent that works on a task in its own conversation, and returns its last message. Use it for work of many steps whose details you do not need, \
and for parts that can run in parallel: several calls in one response run at the same time. The agent does not see this conversation: the prompt must contain everything that it needs, and what it should report. \
Do not start a task for what you can do yourself in a few calls.

With background the call returns at once, and you are notified when the task ends; until then do not do the same work yourself. With isolation "worktree" the agent works on its own branch \
in a copy of the last commit, without uncommitted changes; its changes stay on that branch.

Agents:`;

export const taskToolSpec = (agents: readonly AgentDefinition[]) =>
  ({
    name: "task",
    description: `${DESCRIPTION}\n${agentList(agents)}`,
    inputSchema: toolInput({
      description: stringField("The task in three to six words, for the user."),
      prompt: stringField("The task, with everything that the agent needs to know."),
      agent: optional(stringField("The agent's name. Default: general.")),
      background: optional(booleanField("Return at once and notify you at the end. Default: false.")),
      isolation: optional(enumField("Where the agent works. Default: in your folder.", ["worktree"])),
    }),
    effect: "execute",
    parallel: true,
  }) as const;

type TaskInput = StandardSchemaV1.InferOutput<ReturnType<typeof taskToolSpec>["inputSchema"]>;

/** Starts an agent on a task. This needs no permission: each call of the agent needs its own. */
export const taskTool = (parts: TaskToolParts): Tool =>
  defineTool<TaskInput>({
    ...taskToolSpec(parts.agents),
    changesFiles: false,
    permissionRequests: () => [],
    async execute(input, context) {
      if (input.prompt.trim() === "") throw new ToolError("The prompt is empty. Describe the task.");
      if (context.agent.depth >= parts.depth) throw new ToolError(tooDeep(parts.depth));
      if (parts.levels.of(context.agent.depth + 1).isFull) throw new ToolError(TOO_MANY_WAITING);
      if (!parts.quota.take()) throw new ToolError(QUOTA_EXHAUSTED);
      const agent = await taskAgent(input.agent, { ...parts, context });
      const call: TaskCall = { input, context, agent };
      return input.background === true ? inBackground(parts, call) : inForeground(parts, call);
    },
  });

const tooDeep = (depth: number): string =>
  `You are a sub-agent of level ${depth}, the deepest level. Do the work yourself, or report it as not done.`;

interface TaskCall {
  readonly input: TaskInput;
  readonly context: ToolContext;
  readonly agent: TaskAgent;
}

const agentSetup = ({ agent: { setup }, context }: TaskCall, worktree: Worktree | undefined) => ({
  ...setup,
  cwd: worktree?.folder ?? context.cwd,
});

const inForeground = async ({ levels, worktrees, background }: TaskToolParts, call: TaskCall): Promise<ToolResult> => {
  const { input, context, agent } = call;
  let details: object = {};
  let remains: string | undefined;
  const work = async (): Promise<TaskResult> => {
    const worktree = await createWorktree(worktrees, call);
    try {
      const subAgent = await context.spawn(agentSetup(call, worktree));
      try {
        return await runTask(subAgent, input.prompt);
      } finally {
        details = { agent: subAgent.id, usage: subAgent.usage, cost: subAgent.cost, ...worktreeDetails(worktree) };
        await subAgent.close();
      }
    } finally {
      remains = await releaseWorktree(worktree, (folder) => background.runningIn(folder));
    }
  };
  const result = await withPermit(levels.of(context.agent.depth + 1), context.signal, work);
  const { ending } = result;
  const output = textResult([result.text, agent.note, remains].filter((part) => part !== undefined).join("\n\n"), {
    name: agent.setup.name,
    ending,
    ...details,
  });
  return ending === "done" ? output : { ...output, isError: true };
};

const inBackground = async ({ background, worktrees, plan }: TaskToolParts, call: TaskCall): Promise<ToolResult> => {
  const { input, context, agent } = call;
  const { name } = agent.setup;
  const { messageId, callId } = context;
  const by = { id: context.agent.id, depth: context.agent.depth, messageId, callId };
  const worktree = await createWorktree(worktrees, call);
  const begin = async (): Promise<BackgroundTask> => {
    const planned = { ...(await plan(agentSetup(call, worktree))), name };
    return background.begin({ plan: planned, prompt: input.prompt, description: input.description, by, worktree, note: agent.note });
  };
  const task = await begin().catch(async (error: unknown) => {
    await releaseWorktree(worktree, (folder) => background.runningIn(folder));
    throw error;
  });
  const { id, state } = task.info;
  const how = state === "waiting" ? "is waiting for a free slot" : "has started";
  return textResult(`The task ${id} ${how}. You will be notified when it ends.`, {
    task: id,
    agent: task.info.agent,
    name,
    ...worktreeDetails(worktree),
  });
};

const worktreeDetails = (worktree: Worktree | undefined): object =>
  worktree === undefined ? {} : { worktree: { path: worktree.path, branch: worktree.branch } };

const createWorktree = async (worktrees: Worktrees | undefined, { input, context }: TaskCall): Promise<Worktree | undefined> => {
  if (input.isolation === undefined) return undefined;
  if (worktrees === undefined) throw new ToolError("Worktrees are not available here. Omit isolation, or do it yourself.");
  try {
    return await worktrees.make(context.cwd, input.description, context.signal);
  } catch (error) {
    if (error instanceof WorktreeError) throw new ToolError(error.message);
    throw error;
  }
};
