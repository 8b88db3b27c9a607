import type { ViewStatus } from "coxswain/view";
import { escapeLine } from "../../output/index.ts";
import { fit } from "../blocks/index.ts";
import type { Theme } from "../themes/index.ts";
import { commandRow } from "./command-row.ts";
import { statusRow, type StatusRowOptions } from "./status-row.ts";
import type { Tail, TailSize } from "./surface.ts";

/** A queued message. */
export interface QueuedMessage {
  /** `steer`: for the next turn of the run. Else for its end, or a separate run. */
  readonly how: "steer" | "followUp" | "prompt";
  readonly text: string;
}

export interface TailParts extends Omit<StatusRowOptions, "width"> {
  readonly status: ViewStatus;
  readonly queue: readonly QueuedMessage[];
  /** A line about work that Enter continues, while nothing runs. */
  readonly offer?: string | undefined;
  /** Renders the last rows: at most `most` of at most `width` columns. */
  readonly footer: (size: { readonly width: number; readonly most: number }) => readonly string[];
  /** Renders the editor, or a panel in its place. */
  readonly body: (size: Omit<TailSize, "firstWidth">) => Tail;
}

/** Queued messages that are shown at most. */
const MOST_QUEUED = 3;

/** From this height on, the footer may have two rows. */
const TALL = 14;

/** Renders the rows below a transcript: the activity, the queue, the editor or a panel, and the footer. */
export const tailRows = ({ width, firstWidth, ruleWidth, height, isLow }: TailSize, parts: TailParts): Tail => {
  const { offer, theme } = parts;
  const activity = statusRow(parts.status, { ...parts, width: firstWidth });
  const status = activity === "" && offer !== undefined ? theme.warning(fit(offer, firstWidth)) : activity;
  const command = commandRow(parts.status, { ...parts, width: status === "" || isLow ? firstWidth : width });
  const above = [
    ...(status === "" || (isLow && command !== "") ? [] : [status]),
    ...(command === "" ? [] : [command]),
    ...(isLow ? [] : queueRows(parts.queue, width, theme)),
  ];
  const footer = isLow ? [] : parts.footer({ width, most: height < TALL ? 1 : 2 });
  const { rows, caret } = parts.body({ width, ruleWidth, height: Math.max(3, height - above.length - footer.length), isLow });
  return {
    rows: [...above, ...rows, ...footer],
    ...(caret === undefined ? {} : { caret: { row: above.length + caret.row, column: caret.column } }),
  };
};

const queueRows = (queue: readonly QueuedMessage[], width: number, { dim }: Theme): readonly string[] => {
  const rows = queue
    .slice(0, MOST_QUEUED)
    .map(({ how, text }) => dim(fit(`  ${how === "steer" ? "steers" : "queued"}: ${escapeLine(text)}`, width)));
  return queue.length > MOST_QUEUED ? [...rows, dim(`  and ${queue.length - MOST_QUEUED} more`)] : rows;
};
