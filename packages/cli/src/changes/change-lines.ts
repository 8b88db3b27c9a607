import type { ChangeDiff, RecordedChange, StateSince } from "coxswain/session";
import { escapeLine, escapeText } from "../output/index.ts";
import { formatMinute } from "../time/index.ts";
import { changeFacts } from "./change-words.ts";

/** Line about a change by something else that came before a recorded one. */
export const CHANGED_BETWEEN = "(changed by something else in between)";

/** Formats a recorded change: its time, its origin and its lines. `name`: the origin, not escaped. */
export const changeLine = (
  { at, isUncertain }: RecordedChange,
  name: string,
  { effect, diff, added, removed, notes }: ChangeDiff,
): string => {
  const unseen = diff === undefined && effect !== "changed" ? [effect] : [];
  return `${formatMinute(at)}  ${escapeLine(name)}${changeFacts({ added, removed, notes: [...unseen, ...notes], isUncertain })}`;
};

/** Formats what happened to a file after the last recorded change, as a clause. */
export const SINCE: Readonly<Record<StateSince, string>> = {
  same: "unchanged since",
  changed: "changed since by something else",
  created: "created since by something else",
  deleted: "deleted since by something else",
  unknown: "not known whether it was changed since",
};

/** Formats the lines of a diff without its header, behind spaces. */
export const indentedDiff = (diff: string | undefined): string =>
  diff === undefined
    ? ""
    : diff
        .slice(diff.indexOf("@@"))
        .trimEnd()
        .split("\n")
        .map((line) => `    ${escapeText(line.replace(/\r$/, ""))}\n`)
        .join("");
