import { memoryStore, type Store } from "../log/index.ts";
import type { Tool, ToolContext } from "../loop/index.ts";
import { contextUsage, type Model, type Models, UnknownModelError } from "../model/index.ts";
import { defaultModel, providerModels, type ProviderModelsOptions } from "../providers/index.ts";
import { allowAll, type Policy } from "../policy/index.ts";
import type { Session } from "../session/index.ts";
import { createRuntime } from "../runtime/index.ts";
import { TreeAgent, type TreeAgentParts } from "./tree-agent.ts";

/**
 * Creates top-level agents, or sub-agents of a tool call. Both have the same signature, so that callers need not
 * distinguish them.
 */
export interface AgentCreator {
  /**
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError}
   * @throws {SubAgentScopeError} after the end of the call whose sub-agents it creates.
   */
  create(model: string | Model, systemPrompt: string, tools: readonly Tool[]): Promise<TreeAgent>;
  /**
   * Creates a sub-agent with its parent's model, or a top-level agent with the default model.
   * @throws {UnknownModelError} if there is no default model.
   * @throws every other error of `create`
   */
  createWithDefaultModel(systemPrompt: string, tools: readonly Tool[]): Promise<TreeAgent>;
}

export interface AgentCreatorOptions {
  /** Resolves names of models. Default: the providers that the environment has keys for. */
  readonly models?: Models;
  /**
   * Model of agents that are created without one. Default: the first available one of `models`, or without `models` the default
   * of the first provider that the environment has a key for, or the first model of a local server.
   */
  readonly defaultModel?: string | Model;
  /** Environment with the keys. Default: the process's. */
  readonly env?: ProviderModelsOptions["env"];
  /** Decides which calls may run. Default: all. Tools can still refuse. */
  readonly policy?: Policy;
  /** Stores the conversations. Default: in memory. */
  readonly store?: Store;
  /** Working directory of tools. Default: the process's. */
  readonly cwd?: string;
}

/** Returns a creator of top-level agents. */
export const newAgentCreator = (options: AgentCreatorOptions = {}): AgentCreator =>
  creatorOf((model, systemPrompt, tools) => primaryAgent(model, systemPrompt, tools, options));

/** Creates a top-level agent. Throws the errors of `AgentCreator.create`. */
export const newAgent = (
  model: string | Model,
  systemPrompt: string,
  tools: readonly Tool[],
  options: AgentCreatorOptions = {},
): Promise<TreeAgent> => primaryAgent(model, systemPrompt, tools, options);

/**
 * Returns a creator of sub-agents of this context's call, which end with it. The calling agent's stream emits their
 * events.
 */
export const subAgentCreator = (context: ToolContext): AgentCreator =>
  creatorOf(
    async (model, systemPrompt, tools) =>
      new TreeAgent(await context.spawn({ systemPrompt, tools, ...(model === undefined ? {} : { model }) })),
  );

/** Depth of the agent that made the call: 0 for a top-level agent. */
export const subAgentDepth = (context: ToolContext): number => context.agent.depth;

/** Tools of the agent that made the call, for its sub-agents. */
export const agentTools = (context: ToolContext): readonly Tool[] => context.tools;

const creatorOf = (
  make: (model: string | Model | undefined, systemPrompt: string, tools: readonly Tool[]) => Promise<TreeAgent>,
): AgentCreator => ({
  create: (model, systemPrompt, tools) => make(model, systemPrompt, tools),
  createWithDefaultModel: (systemPrompt, tools) => make(undefined, systemPrompt, tools),
});

const primaryAgent = async (
  requested: string | Model | undefined,
  systemPrompt: string,
  tools: readonly Tool[],
  { env = process.env, policy = allowAll(), store = memoryStore(), cwd, ...options }: AgentCreatorOptions,
): Promise<TreeAgent> => {
  const models = options.models ?? providerModels({ env });
  const reference =
    requested ?? options.defaultModel ?? (options.models === undefined ? await defaultModel({ env }) : await firstAvailable(models));
  if (reference === undefined) throw new UnknownModelError("", "Name one, or set an API key, such as ANTHROPIC_API_KEY.");
  const model = typeof reference === "string" ? await models.get(reference) : reference;
  const runtime = createRuntime({ store, models: withModel(model, models), tools, policy });
  const setup = { model: model.info.reference, systemPrompt, ...(cwd === undefined ? {} : { cwd }) };
  const session = await runtime.create(setup);
  return new TreeAgent(partsOf(session, model, () => runtime.close()));
};

const firstAvailable = async (models: Models): Promise<string | undefined> =>
  (await models.list()).find(({ available }) => available)?.info.reference;

/** Adds a model to `models`, for sub-agents that name it. */
const withModel = (model: Model, models: Models): Models => ({
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
    return contextUsage(session.state.usage.window, info.contextWindow);
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
