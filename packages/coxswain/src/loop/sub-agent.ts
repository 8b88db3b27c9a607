import { CoxswainError } from "../base/index.ts";
import type { Draft, Entry } from "../log/index.ts";
import type { ContextUsage, ImagePart, TextPart, Usage } from "../model/index.ts";
import type { AgentRunEvent, EventOrigin } from "./event.ts";
import type { Outcome } from "./types.ts";

/** An agent that works for a tool call: a session of its own, which ends with the call. */
export interface SubAgent {
  readonly id: string;
  /** 1: the first level below the root. */
  readonly depth: number;
  /** Total of its own responses, and of those of its sub-agents. */
  readonly usage: Usage;
  /** USD, as far as prices are known. */
  readonly cost: number;
  /** How full its model's window is, by its last response. */
  readonly contextUsage: ContextUsage;
  /** Whether it works now. */
  readonly isBusy: boolean;
  /** The facts of its conversation, first to last: live, not for keeping. */
  readonly entries: readonly Entry[];
  /**
   * Tells it something and lets it work until it is done. Its events are told in its parent's stream too. While it works, a
   * further prompt has failed with the code `session_busy`, and the first is unharmed.
   */
  prompt(input: string | readonly (TextPart | ImagePart)[]): AgentRun;
  /** Adds a fact to its conversation, as a message that it reads with the next prompt. @throws {ClosedError} */
  append<E extends Entry>(draft: Draft<E>): Promise<E>;
  abort(reason?: string): void;
  /** Idempotent. */
  close(): Promise<void>;
}

export interface AgentRun extends AsyncIterable<EventOrigin & AgentRunEvent> {
  readonly outcome: Promise<Outcome>;
}

/** Agents are made for a call that is over. They would belong to nobody. */
export class SubAgentScopeError extends CoxswainError {
  override readonly name = "SubAgentScopeError";
  readonly code = "sub_agent_scope";

  constructor(tool: string) {
    super(`The call of ${tool} is over: it can make no agents any more.`);
  }
}
