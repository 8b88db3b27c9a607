import type { RunEvent } from "../../loop/index.ts";
import type { Inbox } from "../inbox/index.ts";
import type { RunQueue } from "./run-queue.ts";

type QueueChange = Extract<RunEvent, { readonly type: "queue_change" }>;

/** Emits a `queue_change` event whenever the numbers of queued messages and prompts have changed. A prompt that starts at once never counts. */
export const emitQueueChanges = (inbox: Inbox, runs: RunQueue, emit: (change: QueueChange) => void): void => {
  const depth = (): QueueChange => ({
    type: "queue_change",
    steering: inbox.steering.length,
    followUps: inbox.followUps.length,
    prompts: runs.queued.length,
  });
  let last = depth();
  const changed = (): void => {
    const now = depth();
    if (now.steering === last.steering && now.followUps === last.followUps && now.prompts === last.prompts) return;
    last = now;
    emit(now);
  };
  inbox.onChange(changed);
  runs.onChange(changed);
};
