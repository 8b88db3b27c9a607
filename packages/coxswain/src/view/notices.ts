import type { AgentEndEntry, AgentStartEntry, AnyEntry, Event, RetryEntry } from "../journal/index.ts";
import type { Budget } from "../loop/index.ts";
import type { NoticeBlock } from "./block.ts";

export type Notice = Pick<NoticeBlock, "level" | "text" | "about">;

/** Describes an entry that is not shown as another block. Returns undefined for entries that people need not see. */
export const entryNotice = (entry: AnyEntry): Notice | undefined => {
  switch (entry.type) {
    case "model_change":
      return info(`Model: ${entry.model}`);
    case "thinking_change":
      return info(`Thinking: ${entry.thinking}`);
    case "title_change":
      return info(`Title: ${entry.title}`);
    case "budget_change":
      return info(`Budget: ${limits(entry.budget)}`);
    case "label":
      return entry.label === null ? undefined : { ...info(`Label: ${entry.label}`), about: entry.target };
    case "reset":
      return info("Conversation cleared: the model no longer sees the messages above.");
    case "uncompact":
      return info("The last compaction was undone: the model sees the summarized messages again.");
    case "system_change":
      return info(`The system prompt changed: ${entry.sections.map(({ name }) => name).join(", ")}.`);
    case "relocate":
      return info(`Project moved to ${entry.cwd}`);
    case "repair": {
      const content = entry.part === undefined ? "a message" : "a part of a message";
      return { level: "warning", text: `Omitted from here: ${content} that the provider rejected. ${entry.reason}`, about: entry.target };
    }
    case "retry":
      return retryNotice(entry);
    case "inbox_cancel":
      return entry.returned === true ? undefined : info(`Queued message cancelled: ${entry.reason}`);
    case "import":
      return info(`Imported from ${entry.from}`);
    default:
      return undefined;
  }
};

/** Describes an event that the log does not hold. Returns undefined for events that have no notice. Not escaped. */
export const eventNotice = (event: Event): Notice | undefined => {
  switch (event.type) {
    case "warning":
      // Without a budget, a missing price needs no notice.
      return event.code === "unpriced" ? undefined : { level: "warning", text: event.message };
    case "model_fallback":
      return { level: "warning", text: `Switched to ${event.to}: ${event.reason}` };
    case "hook_block":
      return event.what === "compaction"
        ? { level: "warning", text: `Not compacted: blocked by the hook ${event.hook}: ${event.reason}` }
        : undefined;
    case "compaction_request":
      return info(`The context window is ${event.percent} % full.`);
    case "compaction_end":
      if ("error" in event) return { level: "warning", text: `Compaction failed; the conversation is unchanged: ${event.error.message}` };
      return "aborted" in event ? info("Compaction stopped; the conversation is unchanged.") : undefined;
    case "retry_start":
      return retryNotice(event);
    default:
      return undefined;
  }
};

/** Describes the start of an agent that no call and no task started. */
export const agentStartNotice = ({ agent, name }: AgentStartEntry): Notice =>
  info(`Agent${name === undefined ? "" : ` ${name}`} started; its session is ${agent}`);

export const agentEndNotice = ({ agent, outcome }: AgentEndEntry): Notice =>
  info(`Agent ${agent} ended${outcome === undefined ? "" : `: ${outcome.kind}`}`);

const retryNotice = ({ delay, attempt, tries, error }: Pick<RetryEntry, "delay" | "attempt" | "tries" | "error">): Notice => {
  const seconds = Math.max(1, Math.ceil(delay / 1000));
  return { level: "warning", text: `Retrying in ${seconds} s (${attempt} of ${tries}): ${error.message}` };
};

const info = (text: string): Notice => ({ level: "info", text });

const limits = (budget: Budget): string =>
  Object.entries(budget)
    .filter(([, limit]) => limit !== 0)
    .map(([name, limit]) => (name === "usd" ? `$${limit}` : `${name} ${limit}`))
    .join(", ") || "no limits";
