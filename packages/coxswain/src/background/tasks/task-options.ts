import type { Worktrees } from "../../workspace/index.ts";

/** What the agents of a session may be given to do. */
export interface TaskOptions {
  /** How many levels of agents there may be below a session. Default: 3. */
  readonly depth?: number;
  /** How many agents of one level work at a time; more of them wait. Default: 8. */
  readonly atOnce?: number;
  /** How many agents of one level may wait; what goes beyond is refused. Default: 32. */
  readonly waiting?: number;
  /** How many tasks a run and all agents below it may give together; what goes beyond is refused. Default: 100. */
  readonly perRun?: number;
  /**
   * Whether a run does not end before the tasks do that go on in its background. With false a run of its own tells of each that
   * is done when no run goes on. Default: false.
   */
  readonly awaited?: boolean;
  /** Where agents get working trees of their own. Default: nowhere, and none is made. */
  readonly worktrees?: Worktrees;
}
