import type { ViewStatus } from "coxswain/view";
import { escapeLine } from "../../output/index.ts";
import { fit } from "../blocks/index.ts";
import type { Theme } from "../themes/index.ts";
import { statusRow, type StatusRowOptions } from "./status-row.ts";
import type { Tail, TailSize } from "./surface.ts";

export interface TailParts extends StatusRowOptions {
  readonly status: ViewStatus;
  /** The queued messages. */
  readonly queue: readonly string[];
  readonly footer: string;
  /** Renders the editor, or a panel in its place. */
  readonly body: (size: { readonly width: number; readonly height: number; readonly isLow: boolean }) => Tail;
}

/** Queued messages that are shown at most. */
const MOST_QUEUED = 3;

/** Renders the rows below a transcript: the activity, the queue, the editor or a panel, and the footer. */
export const tailRows = ({ width, firstWidth, height, isLow }: TailSize, parts: TailParts): Tail => {
  const status = statusRow(parts.status, parts);
  const above = [...(status === "" ? [] : [fit(status, firstWidth)]), ...(isLow ? [] : queueRows(parts.queue, width, parts.theme))];
  const footer = isLow ? [] : [fit(parts.footer, width)];
  const { rows, caret } = parts.body({ width, height: Math.max(3, height - above.length - footer.length), isLow });
  return {
    rows: [...above, ...rows, ...footer],
    ...(caret === undefined ? {} : { caret: { row: above.length + caret.row, column: caret.column } }),
  };
};

const queueRows = (queue: readonly string[], width: number, { dim }: Theme): readonly string[] => {
  const rows = queue.slice(0, MOST_QUEUED).map((text) => dim(fit(`  queued: ${escapeLine(text)}`, width)));
  return queue.length > MOST_QUEUED ? [...rows, dim(`  and ${queue.length - MOST_QUEUED} more`)] : rows;
};
