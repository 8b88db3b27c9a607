import { visibleWidth } from "@earendil-works/pi-tui";
import type { ViewStatus } from "coxswain/view";
import { escapeLine } from "../../output/index.ts";
import { fit, formatDuration } from "../blocks/index.ts";
import { movingSign, type StatusRowOptions } from "./status-row.ts";

/** Least columns of a command. */
const SHORT = 8;

/** Renders which commands of the user run, for how long, and what stops them. Empty if there are none. */
export const commandRow = ({ commands }: Pick<ViewStatus, "commands">, { theme, now, motion, width }: StatusRowOptions): string => {
  const [first] = commands;
  if (first === undefined) return "";
  const isOne = commands.length === 1;
  const figures = `${formatDuration(now - first.at)} · Esc stops ${isOne ? "it" : "them"}`;
  const name = isOne ? `$ ${escapeLine(first.command)}` : `${commands.length} of your commands`;
  const space = Math.max(SHORT, width - visibleWidth(figures) - 3);
  return fit(`${theme.accent(movingSign(now, motion))} ${fit(name, space)} ${theme.dim(figures)}`, width);
};
