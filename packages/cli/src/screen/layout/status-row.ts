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
 * Renders what the session does, for how long, its tokens, and what Escape does. Empty for an idle session.
 * @param options.width columns of the row: an error is cut before the figures
 */
export const statusRow = (
  { activity, run, tasks, jobs, commands }: ViewStatus,
  { theme, now, motion, width }: StatusRowOptions,
): string => {
  const background = [...counted(tasks.length, "task"), ...counted(jobs.length, "job")];
  if (activity.kind === "idle") return background.length === 0 ? "" : theme.dim(`${background.join(", ")} in the background`);
  const sign = movingSign(now, motion);
  const usage = run?.usage;
  const figures = [
    formatDuration(now - (run?.startedAt ?? activity.since)),
    ...(usage === undefined || usage.output === 0
      ? []
      : [`${formatTokens(usage.input + usage.cacheRead + usage.cacheWrite)} in`, `${formatTokens(usage.output)} out`]),
    ...background,
    // Escape stops a command of the user first.
    ...(commands.length === 0 ? ["Esc interrupts"] : []),
  ];
  const facts = theme.dim(figures.join(" · "));
  const space = width - visibleWidth(facts) - 3;
  return fit(`${theme.accent(sign)} ${activityText(activity, now, space)} ${facts}`, width);
};

const counted = (count: number, noun: string): readonly string[] => (count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`]);

const activityText = (activity: Exclude<Activity, { readonly kind: "idle" }>, now: number, space: number): string => {
  if (activity.kind !== "retrying") return ACTIVITIES[activity.kind];
  const seconds = Math.max(0, Math.ceil((activity.until - now) / 1000));
  const text = `Retrying in ${seconds} s (${activity.attempt} of ${activity.tries})`;
  return space < text.length + LEAST_ERROR ? text : fit(`${text}: ${escapeLine(activity.error)}`, space);
};

/** Columns of an error, which the notice above shows whole. */
const LEAST_ERROR = 12;

const ACTIVITIES: Readonly<Record<Exclude<Activity["kind"], "idle" | "retrying">, string>> = {
  waiting: "Waiting for the model",
  reasoning: "Thinking",
  writing: "Writing",
  calling: "Preparing a call",
  running: "Working",
  asking: "Waiting for your answer",
  compacting: "Compacting",
  repairing: "Repairing the history",
};
