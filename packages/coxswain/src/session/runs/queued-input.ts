import type { Queued } from "../../loop/index.ts";
import { asTyped, textOf } from "../../model/index.ts";
import type { Inbox } from "../inbox/index.ts";
import type { RunQueue } from "./run-queue.ts";

/** Something that was said to a session and waits: for the next turn, for the end of the run, or for a run of its own. */
export interface QueuedInput {
  readonly how: "steer" | "followUp" | "prompt";
  /** As it was written; of a prompt, with what was added to it. */
  readonly text: string;
  /** Its parts of text, each by itself. */
  readonly parts: readonly string[];
  /** Takes it back: the model is not told it. Nothing happens when it waits no more, or the session was closed. */
  cancel(reason?: string): void;
}

/** In the order in which it would be told. */
export const waitingInputs = (inbox: Inbox, runs: RunQueue, isOpen: () => boolean): readonly QueuedInput[] => {
  const input = (how: QueuedInput["how"], messages: readonly Queued[], cancel: (reason: string) => void): QueuedInput => ({
    how,
    text: messages.map(({ message }) => textOf(asTyped(message))).join("\n"),
    parts: messages.flatMap(partsOf),
    cancel(reason = CANCELLED) {
      if (isOpen()) cancel(reason);
    },
  });
  return [
    ...inbox.steering.map((queued) => input("steer", [queued], (reason) => inbox.cancel(queued.id, reason))),
    ...inbox.followUps.map((queued) => input("followUp", [queued], (reason) => inbox.cancel(queued.id, reason))),
    ...runs.queued.map((run) => input("prompt", run.messages, (reason) => run.cancel(reason))),
  ];
};

const partsOf = ({ message }: Queued): readonly string[] => {
  const { content } = asTyped(message);
  return typeof content === "string" ? [content] : content.flatMap((part) => (part.type === "text" ? [part.text] : []));
};

const CANCELLED = "It was taken back before it was told.";
