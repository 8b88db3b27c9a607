import type { RunEvent } from "../../loop/index.ts";
import type { Inbox } from "../inbox/index.ts";
import type { RunQueue } from "./run-queue.ts";

type QueueChange = Extract<RunEvent, { readonly type: "queue_change" }>;

/** Tells how much waits whenever that has changed: a prompt that begins at once has never waited. */
export const queueWatch = (inbox: Inbox, runs: RunQueue, tell: (change: QueueChange) => void): (() => void) => {
  const depth = (): QueueChange => ({
    type: "queue_change",
    steering: inbox.steering.length,
    followUps: inbox.followUps.length,
    prompts: runs.toCome.length,
  });
  let last = depth();
  return () => {
    const now = depth();
    if (now.steering === last.steering && now.followUps === last.followUps && now.prompts === last.prompts) return;
    last = now;
    tell(now);
  };
};
