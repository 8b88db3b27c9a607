import type { UserMessage } from "../model/index.ts";
import type { BranchSummaryEntry } from "./branch-summary-entry.ts";

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
