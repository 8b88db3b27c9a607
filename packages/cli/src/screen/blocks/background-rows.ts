import type { SessionView, ViewStatus } from "coxswain/view";
import { escapeLine } from "../../output/index.ts";
import type { Theme } from "../themes/index.ts";
import { currentStep } from "./agent-rows.ts";
import { formatDuration } from "./figures.ts";
import { fit } from "./rows.ts";

export interface BackgroundRowsOptions {
  readonly width: number;
  readonly theme: Theme;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Maximum number of rows, at least 2. */
  readonly most: number;
}

/** Renders the tasks and commands in the background as branches: what they are, for how long, and what they do now. */
export const backgroundRows = (
  { activity, tasks, jobs }: Pick<ViewStatus, "activity" | "tasks" | "jobs">,
  lastOf: SessionView["lastOf"],
  { width, theme, now, most }: BackgroundRowsOptions,
): readonly string[] => {
  const works = [
    ...tasks.map(({ id, name, description, state, begunAt, agent }) => {
      const last = lastOf(agent);
      const step = last === undefined ? "" : currentStep(last);
      const doing = state === "waiting" ? "waits for a free slot" : state === "blocked" ? theme.warning("waits for your answer") : step;
      return { id, title: escapeLine(`${name}: ${description}`), begunAt, doing };
    }),
    ...jobs.map(({ id, command, begunAt }) => ({ id, title: escapeLine(command), begunAt, doing: "" })),
  ];
  const shown = works.length > most ? works.slice(0, most - 1) : works;
  const rows = shown.map(({ id, title, begunAt, doing }) => {
    // An idle screen draws no frames, so that a time would stand still.
    const time = activity.kind === "idle" ? "" : theme.dim(formatDuration(now - begunAt));
    return [fit(`${escapeLine(id)} ${title}`, Math.floor(width / 2)), time, doing].filter((part) => part !== "").join("  ");
  });
  const more = works.length - shown.length;
  const all = more > 0 ? [...rows, theme.dim(`and ${more} more`)] : rows;
  return all.map((row, at) => fit(`${theme.dim(at === all.length - 1 ? "└" : "├")} ${row}`, width));
};
