import type { Event } from "../journal/index.ts";

/** What a session does by itself. */
export type AutomaticEvent = "auto_compaction_start" | "auto_compaction_end" | "auto_retry_start" | "auto_retry_end";

/** Something that happened in a session, under its own name or that of what the session does by itself. */
export interface AgentSessionEvent {
  readonly type: AutomaticEvent | Event["type"];
  readonly timestamp: Date;
  readonly payload: Event;
}

/** What an agent does by itself that works for the session has the name that it has there. */
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
