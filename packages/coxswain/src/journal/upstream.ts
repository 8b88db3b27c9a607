import type { Event } from "./event.ts";
import type { ListenerQueue } from "./hearing.ts";

/** Who is told what happens in a sub-agent's session, besides those who read it: its ancestors' readers. */
export interface Upstream {
  /** Whether anybody reads there. */
  readonly read: boolean;
  /** In which order the listeners of all of them hear. */
  readonly hearing: ListenerQueue;
  publish(event: Event): void;
}
