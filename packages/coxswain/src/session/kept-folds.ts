import { horizon, nestedInstructionsState, skillsUsed, systemPromptState, toolsSentState } from "../context/index.ts";
import type { KeptFolds } from "../log/index.ts";
import { todoList } from "../tools/index.ts";
import { compacted } from "./compaction/index.ts";
import { inboxState } from "./inbox/index.ts";
import { jobsState } from "./jobs/index.ts";
import { outputForm } from "./output/index.ts";
import { openQuestion } from "./questions/index.ts";
import { spendingState } from "./spending/index.ts";
import { branchState, injections, sessionTotals } from "./state/index.ts";
import { tasksState } from "./tasks/index.ts";

/** What a session's log keeps the states of, besides what its tools ask for: all that is asked of it when it goes on. */
export const keptFolds: KeptFolds = {
  path: [branchState, systemPromptState, nestedInstructionsState, toolsSentState, skillsUsed, compacted, outputForm, todoList],
  all: [sessionTotals, spendingState, inboxState, injections, tasksState, jobsState, openQuestion],
  horizon,
};
