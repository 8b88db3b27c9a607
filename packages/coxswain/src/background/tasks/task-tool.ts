import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { AgentDefinition } from "../../context/index.ts";
import { type AgentSetup, defineTool, type Tool, type ToolContext, ToolError, type ToolResult, textResult } from "../../loop/index.ts";
import type { Models } from "../../model/index.ts";
import { choice, flag, optional, text, toolInput } from "../../tools/index.ts";
import { type Worktree, WorktreeError, type Worktrees } from "../../workspace/index.ts";
import type { ResolvedAgentSetup } from "./agent-plan.ts";
import { agentList } from "./agent-list.ts";
import { type AgentOfTask, agentOfTask } from "./agent-of-task.ts";
import { type SpawnQuota, SPENT } from "./allowance.ts";
import type { BackgroundTask } from "./background-task.ts";
import type { BackgroundTasks } from "./background-tasks.ts";
import { releaseWorktree } from "./leave.ts";
import type { SemaphorePerDepth } from "./levels.ts";
import { FULL, withPermit } from "./with-place.ts";
import { type TaskResult, workOn } from "./work-on.ts";

export interface TaskToolParts {
  readonly agents: readonly AgentDefinition[];
  readonly models: Models;
  readonly levels: SemaphorePerDepth;
  readonly allowance: SpawnQuota;
  /** How many levels of agents there may be. */
  readonly depth: number;
  readonly background: BackgroundTasks;
  readonly worktrees: Worktrees | undefined;
  /** What an agent is that the one whose tool this is wants. */
  readonly plan: (setup: AgentSetup) => Promise<ResolvedAgentSetup>;
}

const DESCRIPTION = `Gives a task to an agent that works on it by itself, with a conversation of its own, and gives back its last message. Use it for what takes many steps whose details you do not need, \
and for parts that can be done beside each other: several calls in one response work at the same time. The agent knows nothing of this conversation: the prompt has to say all that it needs, and what it is to answer. \
Do not give away what you can do yourself in a few calls.

With background the call returns at once, and you are told when the task is done; until then do not do the same work yourself. With isolation "worktree" the agent works on a branch of its own \
in a copy of the last commit, without what is not committed; what it changed stays there.

Agents:`;

/** The tool as a model is told of it. */
export const taskTold = (agents: readonly AgentDefinition[]) =>
  ({
    name: "task",
    description: `${DESCRIPTION}\n${agentList(agents)}`,
    inputSchema: toolInput({
      description: text("The task in three to six words, for people."),
      prompt: text("What is to be done, with all that the agent has to know."),
      agent: optional(text("The agent's name. Default: general.")),
      background: optional(flag("Whether to go on at once, and be told when it is done. Default: false.")),
      isolation: optional(choice("Where it works. Default: in the same folder as you.", ["worktree"])),
    }),
    effect: "execute",
    parallel: true,
  }) as const;

type TaskInput = StandardSchemaV1.InferOutput<ReturnType<typeof taskTold>["inputSchema"]>;

/** Has another agent work on something. Nothing has to be allowed for that: each of its calls asks for itself. */
export const taskTool = (parts: TaskToolParts): Tool =>
  defineTool<TaskInput>({
    ...taskTold(parts.agents),
    permissionRequests: () => [],
    async execute(input, context) {
      if (input.prompt.trim() === "") throw new ToolError("The prompt is empty: say what is to be done.");
      if (context.agent.depth >= parts.depth) throw new ToolError(tooDeep(parts.depth));
      if (parts.levels.of(context.agent.depth + 1).isFull) throw new ToolError(FULL);
      if (!parts.allowance.take()) throw new ToolError(SPENT);
      const agent = await agentOfTask(input.agent, { ...parts, context });
      const wanted: Wanted = { input, context, agent };
      return input.background === true ? inBackground(parts, wanted) : untilDone(parts, wanted);
    },
  });

const tooDeep = (depth: number): string =>
  `You are an agent of level ${depth} yourself, and there are no more levels than that: do it yourself, or leave it to the one who gave you your task.`;

interface Wanted {
  readonly input: TaskInput;
  readonly context: ToolContext;
  readonly agent: AgentOfTask;
}

const setupOf = ({ agent: { setup }, context }: Wanted, worktree: Worktree | undefined) => ({
  ...setup,
  cwd: worktree?.folder ?? context.cwd,
});

const untilDone = async ({ levels, worktrees, background }: TaskToolParts, wanted: Wanted): Promise<ToolResult> => {
  const { input, context, agent } = wanted;
  let about: object = {};
  let left: string | undefined;
  const work = async (): Promise<TaskResult> => {
    const worktree = await worktreeFor(worktrees, wanted);
    try {
      const working = await context.spawn(setupOf(wanted, worktree));
      try {
        return await workOn(working, input.prompt);
      } finally {
        about = { agent: working.id, usage: working.usage, cost: working.cost, ...placeOf(worktree) };
        await working.close();
      }
    } finally {
      left = await releaseWorktree(worktree, (folder) => background.goingIn(folder));
    }
  };
  const result = await withPermit(levels.of(context.agent.depth + 1), context.signal, work);
  const { ending, text: said } = result;
  const told = textResult([said, agent.note, left].filter((part) => part !== undefined).join("\n\n"), {
    name: agent.setup.name,
    ending,
    ...about,
  });
  return ending === "done" ? told : { ...told, isError: true };
};

const inBackground = async ({ background, worktrees, plan }: TaskToolParts, wanted: Wanted): Promise<ToolResult> => {
  const { input, context, agent } = wanted;
  const { name } = agent.setup;
  const { messageId, callId } = context;
  const by = { id: context.agent.id, depth: context.agent.depth, messageId, callId };
  const worktree = await worktreeFor(worktrees, wanted);
  const begin = async (): Promise<BackgroundTask> => {
    const planned = { ...(await plan(setupOf(wanted, worktree))), name };
    return background.begin({ plan: planned, prompt: input.prompt, description: input.description, by, worktree, note: agent.note });
  };
  const task = await begin().catch(async (error: unknown) => {
    await releaseWorktree(worktree, (folder) => background.goingIn(folder));
    throw error;
  });
  const { id, state } = task.info;
  const how = state === "waiting" ? "waits for a free place" : "has begun";
  return textResult(`The task ${id} ${how}. You are told when it is done.`, {
    task: id,
    agent: task.info.agent,
    name,
    ...placeOf(worktree),
  });
};

const placeOf = (worktree: Worktree | undefined): object =>
  worktree === undefined ? {} : { worktree: { path: worktree.path, branch: worktree.branch } };

const worktreeFor = async (worktrees: Worktrees | undefined, { input, context }: Wanted): Promise<Worktree | undefined> => {
  if (input.isolation === undefined) return undefined;
  if (worktrees === undefined) throw new ToolError("There are no worktrees here: leave isolation out, or do it yourself.");
  try {
    return await worktrees.make(context.cwd, input.description, context.signal);
  } catch (error) {
    if (error instanceof WorktreeError) throw new ToolError(error.message);
    throw error;
  }
};
