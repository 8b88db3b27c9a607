import { dollars } from "coxswain/providers";
import { type JobBlock, jobText, type TaskBlock, taskText } from "coxswain/view";
import { escapeLine } from "../../output/index.ts";
import type { BlockOptions } from "./block-options.ts";
import { formatDuration, formatTokens } from "./figures.ts";
import { wrapBehind } from "./rows.ts";

/** Renders the start or the end of a background task. */
export const taskRows = ({ task, calls, usage, cost, at }: TaskBlock, options: BlockOptions): readonly string[] => {
  if (task.state !== "done") return workRows([taskText(task)], false, options);
  const figures = [
    calls === 1 ? "1 call" : `${calls} calls`,
    formatDuration(at - task.begunAt),
    `${formatTokens(usage.input + usage.cacheRead + usage.cacheWrite + usage.output)} tokens`,
    ...(cost === 0 ? [] : [dollars(cost)]),
  ];
  return workRows([taskText(task), ...figures], task.ending !== "done", options);
};

/** Renders the start or the end of a background command. */
export const jobRows = ({ job, exitCode, at }: JobBlock, options: BlockOptions): readonly string[] => {
  if (job.ending === undefined) return workRows([jobText(job)], false, options);
  const code = (exitCode ?? 0) === 0 ? [] : [`exit code ${exitCode}`];
  return workRows([jobText(job), ...code, formatDuration(at - job.begunAt)], job.ending !== "done", options);
};

const workRows = (parts: readonly string[], isWarning: boolean, { width, theme }: BlockOptions): readonly string[] =>
  wrapBehind("· ", escapeLine(parts.join(" · ")), width).map((row) => (isWarning ? theme.warning(row) : theme.dim(row)));
