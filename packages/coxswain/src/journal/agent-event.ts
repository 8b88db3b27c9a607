import type { AgentRef, RunEndEntry } from "../loop/index.ts";
import type { Usage } from "../model/index.ts";

/** An agent works for the one that the event is of. What happens in its session comes between the two, with its own `agent`. */
export type AgentEvent =
  | {
      readonly type: "agent_start";
      /** The one that was made. */
      readonly child: AgentRef;
      readonly name?: string;
      /** Id of the tool call that it works for. */
      readonly callId?: string;
    }
  | {
      readonly type: "agent_end";
      readonly child: AgentRef;
      readonly name?: string;
      readonly callId?: string;
      /** How its last run ended; absent when it was told nothing. */
      readonly outcome?: RunEndEntry["outcome"];
      /** What it took, with the agents below it. */
      readonly usage: Usage;
      /** USD, as far as prices are known. */
      readonly cost: number;
    };
