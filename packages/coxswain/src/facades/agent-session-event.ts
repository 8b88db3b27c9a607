import type { Event } from "../journal/index.ts";

/** Automatic action of a session. */
export type AutomaticEvent = "auto_compaction_start" | "auto_compaction_end" | "auto_retry_start" | "auto_retry_end";

/** Session event under its own name, or under that of an automatic action. */
export interface AgentSessionEvent {
  readonly type: AutomaticEvent | Event["type"];
  readonly timestamp: Date;
  readonly payload: Event;
}

/** Converts an event. An automatic action of a sub-agent retains its original name. */
export const agentSessionEvent = (event: Event): AgentSessionEvent => ({
  type: (event.agent.depth === 0 ? automatic(event) : undefined) ?? event.type,
  timestamp: new Date(event.at),
  payload: event,
});

const automatic = (event: Event): AutomaticEvent | undefined => {
  switch (event.type) {
    case "compaction_start":
    case "compaction_end":
      return event.reason === "manual" ? undefined : `auto_${event.type}`;
    case "retry_start":
    case "retry_end":
      return `auto_${event.type}`;
    default:
      return undefined;
  }
};
