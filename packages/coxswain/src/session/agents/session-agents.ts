import type { Draft, Log } from "../../log/index.ts";
import type { AgentRef, AgentScope, AgentSetup, SubAgent, Tool } from "../../loop/index.ts";
import type { Model, Models } from "../../model/index.ts";
import type { QuestionQueue } from "../../policy/index.ts";
import type { Ledger } from "../../budget/index.ts";
import { type AgentUsageEntry, branchState, type SessionJournal, workingFolder } from "../../journal/index.ts";
import type { ResolvedAgentSetup } from "../../background/index.ts";
import type { FileChanges } from "../file-changes.ts";
import type { ModelSource } from "../model-source.ts";
import { type OwnTools, withOwn } from "../tool-set.ts";
import type { ChildSession, ParentContext, SpawnRequest } from "./parent-context.ts";
import { agentSetup, assertValidAgentSetup } from "./agent-setup.ts";
import { CallAgents } from "./call-agents.ts";
import type { CommandRecorder } from "./command-reports.ts";
import { WorkingAgent } from "./working-agent.ts";

export interface SessionAgentsParts {
  readonly log: Log;
  readonly journal: SessionJournal;
  readonly host: {
    readonly models: Models;
    spawn(request: SpawnRequest): Promise<ChildSession>;
  };
  readonly scope: {
    readonly root: string;
    readonly asking: (journal: SessionJournal) => QuestionQueue;
    readonly commandRecorder: (journal: SessionJournal) => CommandRecorder;
    readonly inheritedTools: readonly Tool[];
  };
  readonly models: ModelSource;
  /** Tool objects that the session was given. */
  readonly ownTools: OwnTools;
  readonly changes: FileChanges;
  /** The ledger of the active run. */
  readonly ledger: () => Ledger;
}

/** The jobs and tasks of a tree, in which the agent may start more. */
type SharedBackground = Pick<ParentContext, "jobs" | "tasks">;

/** The work that an agent is spawned for. */
export interface SpawnContext extends SharedBackground {
  /** The entry that the agent is spawned for, as the message that holds the call. */
  readonly entry: string | null;
  /** Id of the tool call. */
  readonly call?: string;
  /** Aborts the agent's run, with the same reason. */
  readonly signal: AbortSignal;
  readonly ledger: Ledger;
  /** Depth of the agent. Default: one below this session's. */
  readonly depth?: number;
}

/** Spawns the agents that work for one session. */
export class SessionAgents {
  /** The permission questions of the tree. */
  readonly asking: QuestionQueue;
  readonly #parts: SessionAgentsParts;
  readonly #working = new Set<SubAgent>();

  constructor(parts: SessionAgentsParts) {
    this.#parts = parts;
    this.asking = parts.scope.asking(parts.journal);
  }

  get self(): AgentRef {
    return this.#parts.journal.agent;
  }

  /** Returns the scope of a tool call's agents. */
  open(call: { readonly messageId: string; readonly callId: string }, signal: AbortSignal, { jobs, tasks }: SharedBackground): AgentScope {
    const work = { entry: call.messageId, call: call.callId, signal, ledger: this.#parts.ledger(), jobs, tasks };
    return new CallAgents((setup) => this.spawn(setup, work));
  }

  /**
   * Spawns an agent, which works until it is closed or the signal aborts.
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError}
   * @throws {BudgetError}
   * @throws {TypeError} for an option of the wrong type.
   * @throws {LogWriteError}
   * @throws {ClosedError} if the runtime is closed.
   */
  async spawn(setup: AgentSetup, work: SpawnContext): Promise<SubAgent> {
    return this.spawnResolved(await this.plan(setup), work);
  }

  /**
   * Resolves the setup of an agent. Default of each option: this session's.
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError}
   * @throws {TypeError} for an option of the wrong type.
   */
  async plan(setup: AgentSetup): Promise<ResolvedAgentSetup> {
    assertValidAgentSetup(setup);
    const { log, scope, models, ownTools } = this.#parts;
    const branch = log.view(branchState);
    const model = await modelOf(setup.model ?? branch.model, models);
    const tools = setup.tools?.map(nameOf) ?? branch.tools;
    return {
      name: setup.name,
      setup: agentSetup(branch.setup, setup, { model: model.info.reference, tools, thinking: setup.thinking ?? branch.thinking }),
      cwd: setup.cwd ?? workingFolder(log),
      window: model.info.contextWindow,
      models: this.#modelsBeside(model),
      tools: withOwn(
        withOwn(scope.inheritedTools, ownTools.list),
        (setup.tools ?? []).filter((tool) => typeof tool !== "string"),
      ),
    };
  }

  /**
   * Spawns an agent of a resolved setup, which another session may have made, for this session.
   * @throws {BudgetError}
   * @throws {LogWriteError}
   * @throws {ClosedError} if the runtime is closed.
   */
  async spawnResolved(plan: ResolvedAgentSetup, work: SpawnContext): Promise<SubAgent> {
    const { log, journal, host } = this.#parts;
    const { name, setup, cwd, window } = plan;
    const parent = { session: log.header.id, entry: work.entry };
    const session = await host.spawn({ setup, cwd, parent, context: this.#parentContext(plan, work) });
    const ref: AgentRef = Object.freeze({ id: session.id, ...this.#place(work) });
    const ended = (one: SubAgent): boolean => this.#working.delete(one);
    const agent = new WorkingAgent({ session, ref, window, name, call: work.call, journal, ended });
    this.#working.add(agent);
    try {
      await agent.begin();
    } catch (error) {
      await agent.close();
      throw error;
    }
    return agent;
  }

  /** Closes all agents that still work. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#working].map((agent) => agent.close()));
  }

  #place({ depth = this.self.depth + 1 }: SpawnContext): Omit<AgentRef, "id"> & { readonly parent: string } {
    return { depth, parent: this.self.id };
  }

  #parentContext({ name, models, tools }: ResolvedAgentSetup, work: SpawnContext): ParentContext {
    const { signal, ledger, tasks, jobs } = work;
    const { scope, journal, changes } = this.#parts;
    return {
      ...this.#place(work),
      root: scope.root,
      name,
      signal,
      events: journal.mirror,
      count: (usage) => this.#count(usage),
      recordCommand: scope.commandRecorder(journal),
      asking: this.asking,
      ledger,
      models,
      tools,
      tasks,
      jobs,
      changes,
    };
  }

  /** Models that this session knows, and the one that an agent is given. */
  #modelsBeside(model: Model): Models {
    const { host, models } = this.#parts;
    const smallFor = host.models.smallFor?.bind(host.models);
    return {
      get: async (reference) => (reference === model.info.reference ? model : models.get(reference)),
      list: (provider) => host.models.list(provider),
      ...(smallFor === undefined ? {} : { smallFor }),
    };
  }

  /** Counts at once; the log writes it later if the store fails now. */
  #count(usage: Draft<AgentUsageEntry>): void {
    void this.#parts.journal.append<AgentUsageEntry>(usage).catch(() => undefined);
  }
}

const modelOf = async (model: string | Model, models: ModelSource): Promise<Model> =>
  typeof model === "string" ? models.get(model) : model;

const nameOf = (tool: string | Tool): string => (typeof tool === "string" ? tool : tool.name);
