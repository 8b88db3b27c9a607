import type { Entry } from "../log/index.ts";
import { asRecord } from "../base/index.ts";
import { textFrom } from "./shown-message.ts";

/** Describes an entry that is not a message in one sentence; returns undefined for entries without a description. */
export const noteOf = (entry: Entry): string | undefined => {
  const fact = asRecord(entry);
  switch (entry.type) {
    case "setup":
      return `Begun with ${textFrom(asRecord(fact["setup"])["model"])}.`;
    case "model_change":
      return `From here on ${textFrom(fact["model"])} answers.`;
    case "thinking_change":
      return `Thinking: ${textFrom(fact["thinking"])}.`;
    case "title_change":
      return `Titled: ${textFrom(fact["title"])}`;
    case "budget_change":
      return `From here on the session may spend: ${limitsOf(fact["budget"])}.`;
    case "label":
      return fact["label"] === null ? undefined : `Bookmark: ${textFrom(fact["label"])}`;
    case "reset":
      return "The conversation was reset; the model no longer sees the earlier messages.";
    case "uncompact":
      return "The last compaction was undone; the model sees the summarized messages again.";
    case "system_change":
      return `The system prompt changed: ${sectionsOf(fact["sections"])}.`;
    case "relocate":
      return `The project was moved to ${textFrom(fact["cwd"])}.`;
    case "repair":
      return `Omitted from later requests, because the provider rejected it: ${textFrom(fact["reason"])}`;
    case "inbox_cancel":
      return `A queued message was cancelled: ${textFrom(fact["reason"])}`;
    case "agent_start": {
      const name = fact["name"] === undefined ? "" : ` (${textFrom(fact["name"])})`;
      return `An agent${name} begins to work; its session is ${textFrom(fact["agent"])}.`;
    }
    case "agent_end":
      return `The agent ${textFrom(fact["agent"])} ended${outcomeSuffix(fact["outcome"])}.`;
    case "task_start":
      return `The task ${textFrom(fact["task"])} begins in the background (${textFrom(fact["name"])}: ${textFrom(fact["description"])}).`;
    case "task_end":
      return `The task ${textFrom(fact["task"])} ended: ${textFrom(fact["ending"])}.`;
    case "job_start":
      return `The job ${textFrom(fact["job"])} begins in the background: ${textFrom(fact["command"])}`;
    case "job_end":
      return `The job ${textFrom(fact["job"])} ended: ${textFrom(fact["ending"])}.`;
    case "tool_start":
      return fact["input"] === undefined ? undefined : `A hook changed the call, which ran with ${JSON.stringify(fact["input"])}.`;
    case "import":
      return `Imported from ${textFrom(fact["from"])}.`;
    case "run_end":
      return endOf(fact["outcome"]);
    default:
      return undefined;
  }
};

const limitsOf = (budget: unknown): string =>
  Object.entries(asRecord(budget))
    .filter(([, limit]) => limit !== 0)
    .map(([name, limit]) => `${name} ${textFrom(limit)}`)
    .join(", ") || "no limits";

const outcomeSuffix = (outcome: unknown): string => (outcome === undefined ? "" : `: ${textFrom(asRecord(outcome)["kind"])}`);

const sectionsOf = (sections: unknown): string =>
  (Array.isArray(sections) ? sections : []).map((section) => textFrom(asRecord(section)["name"])).join(", ");

const endOf = (outcome: unknown): string | undefined => {
  const { kind, limit, error } = asRecord(outcome);
  switch (kind) {
    case "aborted":
      return "Interrupted.";
    case "limit":
      return `Stopped: ${textFrom(asRecord(limit)["message"])}`;
    case "failed":
      return `Failed: ${textFrom(asRecord(error)["message"])}`;
    default:
      return undefined;
  }
};
