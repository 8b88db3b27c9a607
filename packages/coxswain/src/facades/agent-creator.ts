import { memoryStore, type Store } from "../log/index.ts";
import type { Tool, ToolContext } from "../loop/index.ts";
import { contextUsage, fixedModels, type Model, type Models } from "../model/index.ts";
import { allowAll, type Policy } from "../policy/index.ts";
import type { Session } from "../session/index.ts";
import { createRuntime } from "../runtime/index.ts";
import { TreeAgent, type TreeAgentParts } from "./tree-agent.ts";

/** Makes agents that work for nobody, or for a tool call: who is given one need not know which. */
export interface AgentCreator {
  /**
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError}
   * @throws {SubAgentScopeError} when it makes agents for a call that is over.
   */
  create(model: string | Model, systemPrompt: string, tools: readonly Tool[]): Promise<TreeAgent>;
  /** Of the model that the agent above has; of `defaultModel` where there is none above. */
  createWithDefaultModel(systemPrompt: string, tools: readonly Tool[]): Promise<TreeAgent>;
}

export interface AgentCreatorOptions {
  /** Where models that are named come from. Default: nowhere, and only models as they are can be given. */
  readonly models?: Models;
  /** Default: none. */
  readonly defaultModel?: string | Model;
  /** What tools may do. Default: all, which is for tools themselves to judge. */
  readonly policy?: Policy;
  /** Where conversations are kept. Default: in memory. */
  readonly store?: Store;
  /** The folder that tools work in. Default: the process's. */
  readonly cwd?: string;
}

/** Makes agents that work for nobody. */
export const newAgentCreator = (options: AgentCreatorOptions = {}): AgentCreator =>
  creatorOf((model, systemPrompt, tools) => primaryAgent(model, systemPrompt, tools, options));

/** An agent that works for nobody. @throws what `AgentCreator.create` throws */
export const newAgent = (
  model: string | Model,
  systemPrompt: string,
  tools: readonly Tool[],
  options: AgentCreatorOptions = {},
): Promise<TreeAgent> => primaryAgent(model, systemPrompt, tools, options);

/** Makes agents that work for the call of this context, and end with it. Their events are told in the stream of the agent that called. */
export const subAgentCreator = (context: ToolContext): AgentCreator =>
  creatorOf(
    async (model, systemPrompt, tools) =>
      new TreeAgent(await context.spawn({ systemPrompt, tools, ...(model === undefined ? {} : { model }) })),
  );

/** How deep the agent stands that made the call: 0 for one that works for nobody. */
export const subAgentDepth = (context: ToolContext): number => context.agent.depth;

/** The tools of the agent that made the call, to be given to those that work for it. */
export const agentTools = (context: ToolContext): readonly Tool[] => context.tools;

const creatorOf = (
  make: (model: string | Model | undefined, systemPrompt: string, tools: readonly Tool[]) => Promise<TreeAgent>,
): AgentCreator => ({
  create: (model, systemPrompt, tools) => make(model, systemPrompt, tools),
  createWithDefaultModel: (systemPrompt, tools) => make(undefined, systemPrompt, tools),
});

const primaryAgent = async (
  wanted: string | Model | undefined,
  systemPrompt: string,
  tools: readonly Tool[],
  { models = fixedModels(), defaultModel, policy = allowAll(), store = memoryStore(), cwd }: AgentCreatorOptions,
): Promise<TreeAgent> => {
  const named = wanted ?? defaultModel ?? "";
  const model = typeof named === "string" ? await models.get(named) : named;
  const runtime = createRuntime({ store, models: knowing(model, models), tools, policy });
  const setup = { model: model.info.reference, systemPrompt, ...(cwd === undefined ? {} : { cwd }) };
  const session = await runtime.create(setup);
  return new TreeAgent(partsOf(session, model, () => runtime.close()));
};

/** Agents that work for this one may be of any model that is known. */
const knowing = (model: Model, models: Models): Models => ({
  get: async (reference) => (reference === model.info.reference ? model : models.get(reference)),
  list: (provider) => models.list(provider),
});

const partsOf = (session: Session, { info }: Model, close: () => Promise<void>): TreeAgentParts => ({
  id: session.id,
  depth: 0,
  get usage() {
    return session.state.usage.total;
  },
  get contextUsage() {
    return contextUsage(session.state.usage.last, info.contextWindow);
  },
  get isBusy() {
    return session.status === "running";
  },
  get entries() {
    return session.entries;
  },
  prompt: (input) => session.prompt(input),
  append: (draft) => session.append(draft),
  abort: (reason) => session.abort(reason),
  close,
});
