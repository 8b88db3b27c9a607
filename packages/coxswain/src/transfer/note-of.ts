import type { RepairEntry, ResetEntry } from "../context/index.ts";
import type { Entry, RelocateEntry } from "../log/index.ts";
import type { InboxAdmitEntry, InboxCancelEntry, RunEndEntry } from "../loop/index.ts";
import type { LabelEntry, ModelChangeEntry, SetupEntry, ThinkingChangeEntry, TitleChangeEntry } from "../session/index.ts";
import type { ImportEntry } from "./import-entry.ts";

type Noted =
  | ImportEntry
  | InboxAdmitEntry
  | InboxCancelEntry
  | LabelEntry
  | ModelChangeEntry
  | RelocateEntry
  | RepairEntry
  | ResetEntry
  | RunEndEntry
  | SetupEntry
  | ThinkingChangeEntry
  | TitleChangeEntry;

/** What a fact that is no message says to people, in a sentence; undefined where it says nothing. */
export const noteOf = (entry: Entry): string | undefined => {
  const fact = entry as Noted;
  switch (fact.type) {
    case "setup":
      return `Begun with ${String(fact.setup?.model)}.`;
    case "model_change":
      return `From here on ${String(fact.model)} answers.`;
    case "thinking_change":
      return `Thinking: ${String(fact.thinking)}.`;
    case "title_change":
      return `Titled: ${String(fact.title)}`;
    case "label":
      return fact.label === null ? undefined : `Bookmark: ${String(fact.label)}`;
    case "reset":
      return "The conversation begins anew; the model is told nothing of what came before.";
    case "relocate":
      return `The project was moved to ${String(fact.cwd)}.`;
    case "repair":
      return `Left out of what the model is told from here on, because the provider refused it: ${String(fact.reason)}`;
    case "inbox_cancel":
      return `A message that waited was not told: ${String(fact.reason)}`;
    case "import":
      return `Imported from ${String(fact.from)}.`;
    case "run_end":
      return endOf(fact);
    default:
      return undefined;
  }
};

const endOf = ({ outcome }: RunEndEntry): string | undefined => {
  switch (outcome?.kind) {
    case "aborted":
      return "Interrupted.";
    case "limit":
      return `Stopped: ${String(outcome.limit?.message)}`;
    case "failed":
      return `Failed: ${String(outcome.error?.message)}`;
    default:
      return undefined;
  }
};
