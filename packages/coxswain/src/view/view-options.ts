import type { DescribeEntry } from "./custom-block.ts";

export interface SessionViewOptions {
  /** Default: no custom block is described. */
  readonly describe?: DescribeEntry;
  /** Describes the checks of a run that has ended, as `evidenceLine` does; it gets the run's id. Default: no checks are shown. */
  readonly checksOf?: (run: string) => string | undefined;
}
