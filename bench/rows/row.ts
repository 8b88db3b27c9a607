import type { Line } from "../measure/line.ts";

export interface RowOptions {
  /** Measurements of each figure; the median counts. */
  readonly times: number;
}

/** Measures something beside the least code that does the same job. */
export type Row = (options: RowOptions) => Promise<readonly Line[]>;
