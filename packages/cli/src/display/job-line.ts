import type { JobInfo } from "coxswain/session";
import { escapeLine } from "../output/index.ts";

const ENDINGS: Readonly<Record<NonNullable<JobInfo["ending"]>, string>> = {
  done: "is done",
  failed: "has failed",
  timeout: "was ended when its time was over",
  stopped: "was stopped",
  interrupted: "was interrupted",
};

/** How far a command in the background is, on one line. */
export const jobLine = ({ id, command, ending }: JobInfo): string =>
  `Job ${escapeLine(id)} (${escapeLine(command)}) ${ending === undefined ? "goes on in the background" : ENDINGS[ending]}`;
