import { CoxswainError } from "../base/index.ts";
import type { Draft, Entry } from "../log/index.ts";
import type { ContextUsage, ImagePart, TextPart, Usage } from "../model/index.ts";
import type { AgentRunEvent, EventOrigin } from "./event.ts";
import type { Outcome } from "./types.ts";

/** An agent that works for a tool call. It has a separate session, which ends with the call. */
export interface SubAgent {
  readonly id: string;
  /** 1: the first level below the root. */
  readonly depth: number;
  /** Total of its responses and those of its sub-agents. */
  readonly usage: Usage;
  /** USD. Responses whose price is unknown count 0. */
  readonly cost: number;
  /** Usage of its model's context window, by its last response. */
  readonly contextUsage: ContextUsage;
  /** True while it has an active run. */
  readonly isBusy: boolean;
  /** The entries of its conversation, first to last: a live list; copy it to retain a snapshot. */
  readonly entries: readonly Entry[];
  /**
   * Starts a run with this input. The parent's stream also receives its events. While a run is active, another prompt fails with
   * the code `session_busy`, and the first is unaffected.
   */
  prompt(input: string | readonly (TextPart | ImagePart)[]): AgentRun;
  /** Appends an entry to its conversation, for example a message for its next request. @throws {ClosedError} */
  append<E extends Entry>(draft: Draft<E>): Promise<E>;
  abort(reason?: string): void;
  /** Idempotent. */
  close(): Promise<void>;
}

export interface AgentRun extends AsyncIterable<EventOrigin & AgentRunEvent> {
  readonly outcome: Promise<Outcome>;
}

/** A tool tried to spawn an agent after its call had ended. */
export class SubAgentScopeError extends CoxswainError {
  override readonly name = "SubAgentScopeError";
  readonly code = "sub_agent_scope";

  constructor(tool: string) {
    super(`The call of ${tool} has ended: it can no longer spawn agents.`);
  }
}
