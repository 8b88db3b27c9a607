import type { Entry } from "../log/index.ts";
import type { Usage } from "../model/index.ts";

/** What one response took that an agent below this session had: a fact in the log of each of its ancestors. */
export interface AgentUsageEntry extends Entry {
  readonly type: "agent_usage";
  /** Id of the agent's session, which has the response itself. */
  readonly agent: string;
  /** Reference of the model. */
  readonly model: string;
  readonly usage: Usage;
  /** USD, best effort; absent when the model has no known price. */
  readonly cost?: number;
  /** Whether it was a turn, and not a summary or the like. */
  readonly turn?: true;
  /** The agent's tool calls since the last response that was told of. Absent: none. */
  readonly toolCalls?: number;
}

export const isAgentUsage = (entry: Entry): entry is AgentUsageEntry => entry.type === "agent_usage";
