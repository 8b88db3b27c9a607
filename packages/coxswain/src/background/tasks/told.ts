import type { Queued } from "../../loop/index.ts";
import { taskNoticeSource } from "../../journal/index.ts";
import { type OwedTask, noticeId } from "./tasks-state.ts";

const HOW: Readonly<Record<OwedTask["ending"], string>> = {
  done: "is done",
  failed: "has failed",
  limit: "reached a limit",
  aborted: "was stopped",
  interrupted: "was interrupted",
};

/** What the model is told of a task that is over: a message that tells of it once, whoever tells it. */
export const completionNotice = (owed: OwedTask): Queued => ({
  id: noticeId(owed),
  message: {
    role: "user",
    content: [
      { type: "text", text: `The background task ${owed.task} (${owed.name}: ${owed.description}) ${HOW[owed.ending]}.\n\n${owed.text}` },
    ],
    source: taskNoticeSource(owed.task),
  },
});

/** What is said of one that a crash cut short. */
export const interruptedText = (agent: string, worktree: { readonly path: string; readonly branch: string } | undefined): string => {
  const place = worktree === undefined ? "" : ` It worked in ${worktree.path}, on the branch ${worktree.branch}: what it changed is there.`;
  return `The process that it worked in ended first. It may have done all of it, or a part; look before you begin it again. Its session ${agent} has what it said.${place}`;
};
