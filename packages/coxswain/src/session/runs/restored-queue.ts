import type { Queued } from "../../loop/index.ts";
import type { Waiting } from "../inbox/index.ts";
import type { LiveRunSetup } from "./live-run.ts";

/** The queue of a session when it was opened. */
export interface RestoredQueue {
  /** Queued prompts of another process, each with the messages added to it. They outlive this process too. */
  readonly runs: readonly LiveRunSetup[];
  /** Messages that an earlier run did not deliver. */
  readonly steering: readonly Queued[];
  readonly followUps: readonly Queued[];
}

export const restoredQueue = (waiting: readonly Waiting[]): RestoredQueue => {
  const groups = [...Map.groupBy(waiting, ({ run }) => run)].map(([id, group]) => ({
    id,
    prompt: group.find(({ how }) => how === "prompt"),
    messages: group.map(queued),
  }));
  const runs = groups.flatMap(({ id, prompt, messages }) =>
    prompt === undefined ? [] : [{ id, messages, options: prompt.options, outlives: true }],
  );
  const ofRuns = new Set(runs.map(({ id }) => id));
  const others = waiting.filter(({ run }) => !ofRuns.has(run));
  return {
    runs,
    steering: others.filter(({ how }) => how === "steer").map(queued),
    followUps: others.filter(({ how }) => how === "followUp").map(queued),
  };
};

const queued = ({ messageId, message, expand }: Waiting): Queued => ({
  id: messageId,
  message,
  ...(expand === undefined ? {} : { expand }),
});
