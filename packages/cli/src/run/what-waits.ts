import type { SessionState } from "coxswain";

/** What a session can go on with by itself, as a line for people; undefined when there is nothing. */
export const pendingWork = ({ interrupted, queue }: SessionState): string | undefined => {
  const parts = [
    ...(interrupted === undefined ? [] : ["the run that was cut short"]),
    ...count(queue.prompts.length, "prompt that waited", "prompts that waited"),
    ...count(queue.steering.length + queue.followUps.length, "message that was not told yet", "messages that were not told yet"),
  ];
  return parts.length === 0 ? undefined : `Going on with ${parts.join(", and ")}.`;
};

const count = (number: number, one: string, many: string): readonly string[] =>
  number === 0 ? [] : [`${number} ${number === 1 ? one : many}`];
