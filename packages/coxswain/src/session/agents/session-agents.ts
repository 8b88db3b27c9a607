import type { Draft, Entry, Log } from "../../log/index.ts";
import type { AgentRef, Agents, AgentScope, AgentSetup, RunEndEntry, SubAgent, Tool } from "../../loop/index.ts";
import type { Model, Models } from "../../model/index.ts";
import type { Ledger } from "../../policy/index.ts";
import type { SessionJournal } from "../events/index.ts";
import type { ModelSource } from "../model-source.ts";
import { type AgentUsageEntry, branchState, workingFolder } from "../state/index.ts";
import type { SessionTasks } from "../tasks/index.ts";
import type { ToolSet } from "../tool-set.ts";
import type { Above } from "./above.ts";
import type { AgentSession, Birth } from "./agent-session.ts";
import { agentSetup } from "./agent-setup.ts";
import { CallAgents } from "./call-agents.ts";
import type { AgentEndEntry, AgentStartEntry } from "./entries.ts";
import { WorkingAgent } from "./working-agent.ts";

export interface SessionAgentsParts {
  readonly log: Log;
  readonly journal: SessionJournal;
  readonly host: {
    readonly models: Models;
    /** What this session itself works for. */
    readonly above?: Above | undefined;
    spawn(birth: Birth): Promise<AgentSession>;
  };
  readonly models: ModelSource;
  readonly tools: ToolSet;
  readonly tasks: SessionTasks | undefined;
  /** What an agent spends from. */
  readonly ledger: () => Ledger;
}

/** What an agent works for. */
export interface Work {
  /** The entry that it is made for, as the message that holds the call. */
  readonly entry: string | null;
  /** Id of the tool call. */
  readonly call?: string;
  /** Ends the agent's run when it aborts, with the same reason. */
  readonly signal: AbortSignal;
  readonly ledger: Ledger;
  /** The level that it counts as. Default: the one below this session's. */
  readonly depth?: number;
}

/** Makes the agents that work for one session. */
export class SessionAgents implements Agents {
  readonly #parts: SessionAgentsParts;

  constructor(parts: SessionAgentsParts) {
    this.#parts = parts;
  }

  get self(): AgentRef {
    return this.#parts.journal.agent;
  }

  tools(): readonly Tool[] {
    return this.#parts.tools.list();
  }

  open({ messageId, callId }: { readonly messageId: string; readonly callId: string }, signal: AbortSignal): AgentScope {
    const work = { entry: messageId, call: callId, signal, ledger: this.#parts.ledger() };
    return new CallAgents((setup) => this.spawn(setup, work));
  }

  /**
   * An agent that works until it is closed, or the signal aborts.
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError}
   * @throws {BudgetError}
   * @throws {ClosedError} when the runtime is.
   */
  async spawn(setup: AgentSetup, work: Work): Promise<SubAgent> {
    const { log, journal, host, models } = this.#parts;
    const branch = log.view(branchState);
    const model = await modelOf(setup.model ?? branch.model, models);
    const chosen = setup.tools?.map((tool) => (typeof tool === "string" ? tool : tool.name)) ?? branch.tools;
    const resolved = { model: model.info.reference, tools: chosen, thinking: branch.thinking };
    const session = await host.spawn({
      setup: agentSetup(branch.setup, setup, resolved),
      cwd: setup.cwd ?? workingFolder(log),
      parent: { session: log.header.id, entry: work.entry },
      above: this.#above(setup, work, model),
    });
    const { id: agent } = session;
    const { depth } = this.#place(work);
    const named = setup.name === undefined ? {} : { name: setup.name };
    await journal.append<AgentStartEntry>({
      type: "agent_start",
      agent,
      ...named,
      ...(work.call === undefined ? {} : { call: work.call }),
    });
    return new WorkingAgent({ session, depth, window: model.info.contextWindow, ended: (ended) => this.#end(ended) });
  }

  #place({ depth = this.self.depth + 1 }: Work): { readonly depth: number; readonly parent: string } {
    return { depth, parent: this.self.id };
  }

  #above({ name, tools = [] }: AgentSetup, work: Work, model: Model): Above {
    const { signal, ledger } = work;
    const { journal, host, models, tasks } = this.#parts;
    const given = tools.filter((tool) => typeof tool !== "string");
    const names = new Set(given.map((tool) => tool.name));
    return {
      ...this.#place(work),
      name,
      signal,
      events: journal.mirror,
      count: (usage) => this.#count(usage),
      ledger,
      models: {
        ...host.models,
        list: (provider) => host.models.list(provider),
        get: async (reference) => (reference === model.info.reference ? model : models.get(reference)),
      },
      tools: [...this.#given().filter((tool) => !names.has(tool.name)), ...given],
      tasks,
    };
  }

  /** What this session can call by name that its runtime does not have. */
  #given(): readonly Tool[] {
    return this.#parts.host.above?.tools ?? [];
  }

  /** Counts at once, and is owed to a store that does not take it now. */
  #count(usage: Draft<AgentUsageEntry>): void {
    void this.#parts.journal.append<AgentUsageEntry>(usage).catch(() => undefined);
  }

  async #end({ id: agent, entries }: AgentSession): Promise<void> {
    const outcome = entries.findLast(isRunEnd)?.outcome;
    const draft = { type: "agent_end", agent, ...(outcome === undefined ? {} : { outcome }) } as const;
    // A session that is closed itself takes nothing more: that its agents are at their end goes without saying.
    await this.#parts.journal.append<AgentEndEntry>(draft).catch(() => undefined);
  }
}

const modelOf = async (wanted: string | Model, models: ModelSource): Promise<Model> =>
  typeof wanted === "string" ? models.get(wanted) : wanted;

const isRunEnd = (entry: Entry): entry is RunEndEntry => entry.type === "run_end";
