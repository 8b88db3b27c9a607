import type { JobEnding, Queued } from "../../loop/index.ts";
import { jobNoticeSource } from "../../journal/index.ts";
import { type OwedJob, noticeId } from "./jobs-state.ts";

const HOW: Readonly<Record<JobEnding, string>> = {
  done: "is done",
  failed: "has failed",
  timeout: "was ended when its time was over",
  stopped: "was stopped",
  interrupted: "was interrupted",
};

/** What the model is told of a job that is over: a message that tells of it once, whoever tells it. */
export const completionNotice = (owed: OwedJob): Queued => ({
  id: noticeId(owed),
  message: {
    role: "user",
    content: [{ type: "text", text: `The background job ${owed.job} (${shortly(owed.command)}) ${HOW[owed.ending]}.\n\n${owed.text}` }],
    source: jobNoticeSource(owed.job),
  },
});

/** What is said of one that a crash cut short. */
export const INTERRUPTED_JOB =
  "The process that it belonged to ended first, and the command with it. What it had done by then stays; look before you begin it again.";

/** Characters of a command where a job is only named. */
const SHORT = 200;

/** The start of a command, on one line. */
export const shortly = (command: string): string => {
  const line = command.replaceAll(/\s+/g, " ").trim();
  return line.length > SHORT ? `${line.slice(0, SHORT - 1).toWellFormed()}…` : line;
};
