import { visibleWidth } from "@earendil-works/pi-tui";
import type { Activity, ViewStatus } from "coxswain/view";
import { escapeLine } from "../../output/index.ts";
import { fit, formatDuration, formatTokens } from "../blocks/index.ts";
import type { Theme } from "../themes/index.ts";

export interface StatusRowOptions {
  readonly theme: Theme;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** False shows no moving sign. */
  readonly motion: boolean;
  /** Columns of the row. */
  readonly width: number;
  /** Task of the sub-agent that asks. Absent: the session's own agent asks, or none does. Not escaped. */
  readonly task?: string;
  /**
   * True for a session that another process has open: its log does not have streamed parts. Default: false.
   */
  readonly isShared?: boolean;
  /** The key that interrupts the run. Absent: none does now. */
  readonly interruptKey?: string;
}

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
/** Milliseconds of one frame of the moving sign. */
export const MOTION_INTERVAL = 120;

/** True while times in the tail grow and signs move. */
export const isAtWork = ({ activity, commands }: ViewStatus): boolean => activity.kind !== "idle" || commands.length > 0;

/** Returns a sign that moves with the time, or without motion a still one. */
export const movingSign = (now: number, motion: boolean): string =>
  motion ? (FRAMES[Math.floor(now / MOTION_INTERVAL) % FRAMES.length] ?? "") : "…";

/**
 * Renders what the session does or waits for, for how long, its tokens, and the key that interrupts it. Empty for an idle session without
 * a question.
 * @param options.width columns of the row: an error is cut before the figures
 */
export const statusRow = ({ activity, asking, run, tasks, jobs }: ViewStatus, options: StatusRowOptions): string => {
  const { theme, now, motion, width, task, isShared = false, interruptKey } = options;
  const background = [...counted(tasks.length, "task"), ...counted(jobs.length, "job")];
  if (activity.kind === "idle" && asking === undefined)
    return background.length === 0 ? "" : theme.dim(`${background.join(", ")} in the background`);
  const usage = run?.usage;
  const figures = [
    ...(activity.kind === "idle" ? [] : [formatDuration(now - (asking?.since ?? run?.startedAt ?? activity.since))]),
    ...(asking !== undefined || usage === undefined || usage.output === 0
      ? []
      : [`${formatTokens(usage.input + usage.cacheRead + usage.cacheWrite)} in`, `${formatTokens(usage.output)} out`]),
    ...background,
    ...(interruptKey === undefined ? [] : [`${interruptKey} interrupts`]),
    ...(asking === undefined || task === undefined ? [] : [escapeLine(task)]),
  ];
  const facts = figures.length === 0 ? "" : ` ${theme.dim(figures.join(" · "))}`;
  if (asking !== undefined || activity.kind === "idle") return fit(`${theme.warning("?")} Waiting for your answer${facts}`, width);
  const space = width - visibleWidth(facts) - 2;
  const text = isShared && isUnknown(activity, now) ? SHARED_WORK : activityText(activity, now, space);
  return fit(`${theme.accent(movingSign(now, motion))} ${text}${facts}`, width);
};

const counted = (count: number, noun: string): readonly string[] => (count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`]);

/** True if the owner may do something else by now: the log has the beginning of a wait, but not of the answer after it. */
const isUnknown = (activity: Activity, now: number): boolean =>
  activity.kind === "waiting" || (activity.kind === "retrying" && activity.until <= now);

const activityText = (activity: Exclude<Activity, { readonly kind: "idle" }>, now: number, space: number): string => {
  if (activity.kind !== "retrying") return ACTIVITIES[activity.kind];
  const seconds = Math.max(0, Math.ceil((activity.until - now) / 1000));
  const text = `Retrying in ${seconds} s (${activity.attempt} of ${activity.tries})`;
  return space < text.length + LEAST_ERROR ? text : fit(`${text}: ${escapeLine(activity.error)}`, space);
};

/** The work of another process between the entries of its log. */
export const SHARED_WORK = "Working in the other process";

/** Columns of an error, which the notice above shows whole. */
const LEAST_ERROR = 12;

const ACTIVITIES: Readonly<Record<Exclude<Activity["kind"], "idle" | "retrying">, string>> = {
  waiting: "Waiting for the model",
  reasoning: "Thinking",
  writing: "Writing",
  calling: "Preparing a call",
  running: "Working",
  compacting: "Compacting",
  repairing: "Repairing the history",
};
