/** The figures of one run of one program. A figure that was not measured is absent. */
export interface Figures {
  readonly wallMs?: number;
  readonly cpuMs?: number;
  readonly peakMB?: number;
  /** From the start to the arrival of the first request. */
  readonly requestMs?: number;
  /** Median from the end of an answer to the arrival of the next request. */
  readonly gapMs?: number;
  /** The same around turn 10 and turn 190. */
  readonly earlyGapMs?: number;
  readonly lateGapMs?: number;
}

/** The runs of one program in one row; `failure` is the reason why there are none. */
export interface Measured {
  readonly runs: readonly Figures[];
  readonly failure?: string;
}

export interface Results {
  /** Day of the measurement, as `2026-11-22`. */
  readonly date: string;
  readonly machine: string;
  readonly node: string;
  /** Load average of the last minute before the measurement: other work on the machine, in busy cores. */
  readonly load: number;
  /** Runs of each program after a warm-up. */
  readonly times: number;
  /** Versions by name in the tables. */
  readonly versions: Readonly<Record<string, string>>;
  /** By row and by name in the tables. */
  readonly rows: Readonly<Record<string, Readonly<Record<string, Measured>>>>;
}

const DIGITS = 100;

/** Rounds to two digits after the point, which keeps the file small. */
export const rounded = (figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).map(([name, value]: [string, number]) => [name, Math.round(value * DIGITS) / DIGITS]));
