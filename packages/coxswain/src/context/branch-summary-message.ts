import type { UserMessage } from "../model/index.ts";
import type { BranchSummaryEntry } from "./branch-summary-entry.ts";

/** Returns the message that describes an abandoned branch to the model. */
export const branchSummaryMessage = ({ summary }: Pick<BranchSummaryEntry, "summary">): UserMessage => ({
  role: "user",
  content: [
    {
      type: "text",
      text: `[From here the conversation had gone on another way, and then went back to this place. What follows is a summary of that other way; files may still be as it left them.]\n\n${summary.trim()}`,
    },
  ],
  source: "branch_summary",
});
