import type { Event } from "./event.ts";

/** Who is told what happens in a sub-agent's session, besides those who read it: its ancestors' readers. */
export interface Upstream {
  /** Whether anybody reads there. */
  readonly read: boolean;
  publish(event: Event): void;
}
