import { horizon, nestedInstructionsState, skillsUsed, systemPromptState, toolsSentState } from "../context/index.ts";
import type { KeptFolds } from "../log/index.ts";
import { todoList } from "../tools/index.ts";
import { compacted } from "../compaction/index.ts";
import { inboxState } from "./inbox/index.ts";
import { jobsState, tasksState } from "../background/index.ts";
import { outputForm } from "../output/index.ts";
import { branchState, injections, openQuestion, sessionTotals } from "../journal/index.ts";
import { spendingState } from "../budget/index.ts";

/** What a session's log keeps the states of, besides what its tools ask for: all that is asked of it when it goes on. */
export const keptFolds: KeptFolds = {
  path: [branchState, systemPromptState, nestedInstructionsState, toolsSentState, skillsUsed, compacted, outputForm, todoList],
  all: [sessionTotals, spendingState, inboxState, injections, tasksState, jobsState, openQuestion],
  horizon,
};
