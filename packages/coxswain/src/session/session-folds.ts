import { horizon, recentHorizon, nestedInstructionsState, skillsUsed, systemPromptState, toolsSentState } from "../context/index.ts";
import { openRestores, recordedBytes } from "../changes/index.ts";
import type { StoredFolds } from "../log/index.ts";
import { todoList } from "../tools/index.ts";
import { compacted } from "../compaction/index.ts";
import { inboxState } from "./inbox/index.ts";
import { jobsState, tasksState } from "../background/index.ts";
import { activeOutputSchema } from "../output/index.ts";
import { branchState, injections, openQuestion, openUserQuestion, sessionTotals } from "../journal/index.ts";
import { spendingState } from "../budget/index.ts";

/** Folds whose states a checkpoint of a session's log stores, besides those that tools require. */
export const sessionFolds: StoredFolds = {
  path: [branchState, systemPromptState, nestedInstructionsState, toolsSentState, skillsUsed, compacted, activeOutputSchema, todoList],
  all: [
    sessionTotals,
    spendingState,
    inboxState,
    injections,
    tasksState,
    jobsState,
    openQuestion,
    openUserQuestion,
    openRestores,
    recordedBytes,
  ],
  horizon,
  recent: recentHorizon,
};
