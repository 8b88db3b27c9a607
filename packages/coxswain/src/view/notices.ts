import type { AnyEntry, Event } from "../journal/index.ts";
import type { Budget, JobInfo } from "../loop/index.ts";
import type { TaskInfo } from "../journal/index.ts";
import type { NoticeBlock } from "./block.ts";

export type Notice = Pick<NoticeBlock, "level" | "text">;

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
      return entry.label === null ? undefined : info(`Label: ${entry.label}`);
    case "reset":
      return info("Conversation cleared: the model no longer sees the messages above.");
    case "uncompact":
      return info("Compaction undone: the model sees the summarized messages again.");
    case "system_change":
      return info(`System prompt changed: ${entry.sections.map(({ name }) => name).join(", ")}`);
    case "relocate":
      return info(`Project moved to ${entry.cwd}`);
    case "repair":
      return { level: "warning", text: `Omitted from later requests, because the provider rejected it: ${entry.reason}` };
    case "inbox_cancel":
      return info(`Queued message cancelled: ${entry.reason}`);
    case "task_start":
      return info(`Task ${entry.task} started in the background (${entry.name}: ${entry.description})`);
    case "task_end":
      return info(`Task ${entry.task} ${TASK_ENDINGS[entry.ending]}`);
    case "job_start":
      return info(`Job ${entry.job} started in the background: ${entry.command}`);
    case "job_end":
      return info(`Job ${entry.job} ${JOB_ENDINGS[entry.ending]}`);
    case "import":
      return info(`Imported from ${entry.from}`);
    default:
      return undefined;
  }
};

/** Describes an event that the log does not hold. Returns undefined for events that are shown otherwise. */
export const eventNotice = (event: Event): Notice | undefined => {
  switch (event.type) {
    case "warning":
      // Without a budget, a missing price needs no notice.
      return event.code === "unpriced" ? undefined : { level: "warning", text: event.message };
    case "model_fallback":
      return { level: "warning", text: `Switched from ${event.from} to ${event.to}: ${event.reason}` };
    case "hook_block":
      return event.what === "compaction"
        ? { level: "warning", text: `Not compacted: blocked by the hook ${event.hook}: ${event.reason}` }
        : undefined;
    case "compaction_request":
      return info(`The context window is ${event.percent} % full.`);
    case "compaction_end":
      if ("error" in event) return { level: "warning", text: `Compaction failed; the conversation is unchanged: ${event.error.message}` };
      return "aborted" in event ? info("Compaction stopped; the conversation is unchanged.") : undefined;
    case "retry_start": {
      const seconds = Math.max(1, Math.round(event.delay / 1000));
      return {
        level: "warning",
        text: `Request failed, retrying in ${seconds} s (${event.attempt} of ${event.tries}): ${event.error.message}`,
      };
    }
    default:
      return undefined;
  }
};

const info = (text: string): Notice => ({ level: "info", text });

const limits = (budget: Budget): string =>
  Object.entries(budget)
    .filter(([, limit]) => limit !== 0)
    .map(([name, limit]) => `${name} ${limit}`)
    .join(", ") || "no limits";

const TASK_ENDINGS: Readonly<Record<NonNullable<TaskInfo["ending"]>, string>> = {
  done: "finished",
  failed: "failed",
  limit: "reached a limit",
  aborted: "was stopped",
  interrupted: "was interrupted",
};

const JOB_ENDINGS: Readonly<Record<NonNullable<JobInfo["ending"]>, string>> = {
  done: "finished",
  failed: "failed",
  timeout: "timed out",
  stopped: "was stopped",
  interrupted: "was interrupted",
};
