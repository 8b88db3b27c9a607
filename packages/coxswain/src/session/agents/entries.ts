import type { Entry } from "../../log/index.ts";
import type { RunEndEntry } from "../../loop/index.ts";

/** An agent was made that works for this session: in a session of its own, which has this one as its parent. */
export interface AgentStartEntry extends Entry {
  readonly type: "agent_start";
  /** Id of its session. */
  readonly agent: string;
  readonly name?: string;
  /** Id of the tool call that it works for. */
  readonly call?: string;
}

/** It works no more. Absent where a crash ended it. */
export interface AgentEndEntry extends Entry {
  readonly type: "agent_end";
  readonly agent: string;
  /** How its last run ended; absent when it was told nothing. */
  readonly outcome?: RunEndEntry["outcome"];
}
