import type { Queued } from "../../loop/index.ts";
import type { Waiting } from "../inbox/index.ts";
import type { LiveRunSetup } from "./live-run.ts";

/** What waited when a session was opened. */
export interface RestoredQueue {
  /** Prompts, each with what was added to it. They came from another process, and outlive this one too. */
  readonly runs: readonly LiveRunSetup[];
  /** What an earlier run did not come to. */
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
  const left = waiting.filter(({ run }) => !ofRuns.has(run));
  return {
    runs,
    steering: left.filter(({ how }) => how === "steer").map(queued),
    followUps: left.filter(({ how }) => how === "followUp").map(queued),
  };
};

const queued = ({ messageId, message }: Waiting): Queued => ({ id: messageId, message });
