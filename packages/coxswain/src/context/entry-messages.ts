import type { UserMessage } from "../model/index.ts";
import { inTags } from "./tags.ts";
import type { PreservedSection, CompactionEntry, BranchSummaryEntry } from "./entries.ts";
/** Name of the tool that reads messages removed by a compaction. */
export const RECALL = "recall";

/** Returns the message that replaces the messages covered by a compaction. */
export const compactionMessage = ({
  summary,
  covers,
  preserved,
}: Pick<CompactionEntry, "summary" | "covers" | "preserved">): UserMessage => ({
  role: "user",
  content: [
    {
      type: "text",
      text: [introduction(covers), inTags("summary", summary.trim()), ...preserved.map(preservedText)].join("\n\n"),
    },
  ],
  source: "compaction",
});

const introduction = ({ from, to }: CompactionEntry["covers"]): string =>
  [
    `[The earlier part of this conversation (messages ${from} to ${to}) was replaced by a summary to save space. The summary follows in tags. Content that was preserved word for word follows it, each part in its own tags.`,
    `The original messages are stored: "[messages A-B]" refers to them, and the tool ${RECALL}, if you have it, shows them. Continue the task from here; do not answer this message.]`,
  ].join("\n");

const preservedText = ({ name, text }: PreservedSection): string => inTags("preserved", text, { name });

/** Returns the message that describes an abandoned branch to the model. */
export const branchSummaryMessage = ({ summary }: Pick<BranchSummaryEntry, "summary">): UserMessage => ({
  role: "user",
  content: [
    {
      type: "text",
      text: `[The conversation continued on another branch from here, and then returned to this point. A summary of that branch follows; its changes to files may still be present.]\n\n${summary.trim()}`,
    },
  ],
  source: "branch_summary",
});
