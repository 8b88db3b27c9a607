import { jobNoticeSource, taskNoticeSource } from "../journal/index.ts";
import type { Queued } from "../loop/index.ts";
import { jobNoticeId, type OpenTask, taskNoticeId, type UndeliveredJob, type UndeliveredTask } from "./background-state.ts";

const TASK_ENDINGS: Readonly<Record<UndeliveredTask["ending"], string>> = {
  done: "is done",
  failed: "failed",
  limit: "reached a limit",
  aborted: "was stopped",
  interrupted: "was interrupted",
};

const JOB_ENDINGS: Readonly<Record<UndeliveredJob["ending"], string>> = {
  done: "is done",
  failed: "failed",
  timeout: "timed out",
  stopped: "was stopped",
  interrupted: "was interrupted",
};

/** The message that informs the model of a task's end. Its id depends on the task only, so that it is delivered once. */
export const taskNotice = (task: UndeliveredTask): Queued =>
  notice(
    taskNoticeId(task),
    taskNoticeSource(task.task),
    `The background task ${task.task} (${task.name}: ${task.description}) ${TASK_ENDINGS[task.ending]}.\n\n${task.text}`,
  );

/** The message that informs the model of a job's end. */
export const jobNotice = (job: UndeliveredJob): Queued =>
  notice(
    jobNoticeId(job),
    jobNoticeSource(job.job),
    `The background job ${job.job} (${shortCommand(job.command)}) ${JOB_ENDINGS[job.ending]}.\n\n${job.text}`,
  );

const notice = (id: string, source: string, text: string): Queued => ({
  id,
  message: { role: "user", content: [{ type: "text", text }], source },
});

/** Result of a task that a crash interrupted. */
export const interruptedTask = ({ agent, worktree }: OpenTask): string => {
  const where = worktree === undefined ? "" : ` It worked in ${worktree.path}, on the branch ${worktree.branch}; its changes are there.`;
  return `The process that ran it ended first. All of the work, some, or none may be done: check before you start it again. The session ${agent} has its messages.${where}`;
};

/** Result of a job that a crash interrupted. */
export const INTERRUPTED_JOB =
  "The process that ran it ended first, and the command with it. Its effects so far remain: check before you start it again.";

/** Characters of a command where it only identifies a job. */
const COMMAND_LENGTH = 200;

/** The start of a command, on one line. */
export const shortCommand = (command: string): string => {
  const line = command.replaceAll(/\s+/g, " ").trim();
  return line.length > COMMAND_LENGTH ? `${line.slice(0, COMMAND_LENGTH - 1).toWellFormed()}…` : line;
};
