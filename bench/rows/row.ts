import type { Line } from "../measure/line.ts";

export interface RowOptions {
  /** How often each figure is measured; the median counts. */
  readonly times: number;
}

/** Measures something, beside the least that does the same job. */
export type Row = (options: RowOptions) => Promise<readonly Line[]>;
