import type { SessionState } from "coxswain";

/** Describes the session's pending work in a line. Undefined when there is none. */
export const pendingWork = ({ interrupted, queue }: SessionState): string | undefined => {
  const parts = [
    ...(interrupted === undefined ? [] : ["the interrupted run"]),
    ...count(queue.prompts.length, "queued prompt", "queued prompts"),
    ...count(queue.steering.length + queue.followUps.length, "undelivered message", "undelivered messages"),
  ];
  return parts.length === 0 ? undefined : `resuming ${parts.join(" and ")}`;
};

const count = (number: number, one: string, many: string): readonly string[] =>
  number === 0 ? [] : [`${number} ${number === 1 ? one : many}`];
