import type { Queued } from "../../loop/index.ts";
import { asSaid, textOf } from "../../model/index.ts";
import type { Inbox } from "../inbox/index.ts";
import type { RunQueue } from "./run-queue.ts";

/** Something that was said to a session and waits: for the next turn, for the end of the run, or for a run of its own. */
export interface WaitingInput {
  readonly how: "steer" | "followUp" | "prompt";
  /** As it was written; of a prompt, with what was added to it. */
  readonly text: string;
  /** Takes it back: the model is not told it. Nothing happens when it waits no more. */
  cancel(reason?: string): void;
}

/** In the order in which it would be told. */
export const waitingInputs = (inbox: Inbox, runs: RunQueue): readonly WaitingInput[] => {
  const told = (how: "steer" | "followUp", queued: Queued): WaitingInput => ({
    how,
    text: said(queued),
    cancel: (reason = CANCELLED) => inbox.cancel(queued.id, reason),
  });
  return [
    ...inbox.steering.map((queued) => told("steer", queued)),
    ...inbox.followUps.map((queued) => told("followUp", queued)),
    ...runs.toCome.map((run): WaitingInput => ({
      how: "prompt",
      text: run.messages.map(said).join("\n"),
      cancel: (reason = CANCELLED) => run.cancel(reason),
    })),
  ];
};

const said = ({ message }: Queued): string => textOf(asSaid(message));

const CANCELLED = "It was taken back before it was told.";
