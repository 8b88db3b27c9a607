import type { AgentRef } from "./event.ts";
import type { SubAgent } from "./sub-agent.ts";
import type { AgentSetup, Tool } from "./tool.ts";

/** Makes agents for one tool call that runs. */
export interface Agents {
  /** The agent whose call it is. */
  readonly self: AgentRef;
  /** The tools that this agent has now. */
  tools(): readonly Tool[];
  /** Agents of one call: made when the first is wanted. The signal is the run's. */
  open(call: { readonly messageId: string; readonly callId: string }, signal: AbortSignal): AgentScope;
}

/** The agents of one call. */
export interface AgentScope {
  spawn(setup: AgentSetup): Promise<SubAgent>;
  /** Ends all that still work, and waits for them a bounded time. */
  close(): Promise<void>;
}
