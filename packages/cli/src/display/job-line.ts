import type { JobInfo } from "coxswain/session";
import { escapeLine } from "../output/index.ts";

const ENDINGS: Readonly<Record<NonNullable<JobInfo["ending"]>, string>> = {
  done: "finished",
  failed: "failed",
  timeout: "timed out",
  stopped: "was stopped",
  interrupted: "was interrupted",
};

/** Formats the state of a background command as one line. */
export const jobLine = ({ id, command, ending }: JobInfo): string =>
  `Job ${escapeLine(id)} (${escapeLine(command)}) ${ending === undefined ? "is running in the background" : ENDINGS[ending]}`;
