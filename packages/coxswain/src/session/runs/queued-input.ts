import type { Queued } from "../../loop/index.ts";
import { asTyped, textOf } from "../../model/index.ts";
import type { Cancellation, Inbox } from "../inbox/index.ts";
import type { RunQueue } from "./run-queue.ts";

/** A queued message: for the next turn, the end of the run, or a separate run. */
export interface QueuedInput {
  readonly how: "steer" | "followUp" | "prompt";
  /** The text as typed; for a prompt, with the messages added to it. */
  readonly text: string;
  /** The text parts, one by one. */
  readonly parts: readonly string[];
  /** Ids of its messages. */
  readonly messages: readonly string[];
  /**
   * Cancels the message. Does nothing if it is no longer queued, or the session was closed.
   * @param options `returned`: true if its author has it again, so that nothing is lost. Default: false.
   */
  cancel(reason?: string, options?: { readonly returned?: boolean }): void;
}

/** Queued messages in the order of their delivery. */
export const waitingInputs = (inbox: Inbox, runs: RunQueue, isOpen: () => boolean): readonly QueuedInput[] => {
  const input = (how: QueuedInput["how"], messages: readonly Queued[], cancel: (why: Cancellation) => void): QueuedInput => ({
    how,
    text: messages.map(({ message }) => textOf(asTyped(message))).join("\n"),
    parts: messages.flatMap(partsOf),
    messages: messages.map(({ id }) => id),
    cancel(reason = CANCELLED, { returned } = {}) {
      if (isOpen()) cancel({ reason, returned });
    },
  });
  return [
    ...inbox.steering.map((queued) => input("steer", [queued], (why) => inbox.cancel(queued.id, why))),
    ...inbox.followUps.map((queued) => input("followUp", [queued], (why) => inbox.cancel(queued.id, why))),
    ...runs.queued.map((run) => input("prompt", run.messages, (why) => run.cancel(why))),
  ];
};

const partsOf = ({ message }: Queued): readonly string[] => {
  const { content } = asTyped(message);
  return typeof content === "string" ? [content] : content.flatMap((part) => (part.type === "text" ? [part.text] : []));
};

const CANCELLED = "Cancelled before it was delivered.";
