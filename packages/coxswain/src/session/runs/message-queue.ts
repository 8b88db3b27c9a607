import type { Queued } from "../../loop/index.ts";
import type { UserMessage } from "../../model/index.ts";
import type { Admissions, Inbox, Receipt } from "../inbox/index.ts";
import type { SessionResources } from "../resources/index.ts";
import type { MessageOptions, PromptInput } from "./run.ts";
import { userMessage } from "./user-message.ts";

export interface MessageQueueParts {
  readonly inbox: Inbox;
  readonly admissions: Admissions;
  readonly resources: SessionResources;
  readonly mint: () => string;
  /** Emits a warning about an odd message. */
  readonly warn: (warning: string) => void;
}

type How = "steer" | "followUp";

/** As `MessageOptions`. */
interface QueueOptions {
  readonly id?: string | undefined;
  readonly expand?: boolean;
}

/** A run that may accept messages. */
interface Recipient {
  readonly id: string;
  /** Returns false if it accepts none. */
  accept(how: How, queued: Queued): boolean;
}

/** Queues messages for a run, or for the next one, and records them in the log. */
export class MessageQueue {
  readonly #parts: MessageQueueParts;

  constructor(parts: MessageQueueParts) {
    this.#parts = parts;
  }

  /** Expands a message and queues it. Without a run, the next one delivers it. */
  send(how: How, input: PromptInput, options: MessageOptions, run?: Recipient): Receipt {
    return this.queue(how, this.#expanded(input, options), options, run);
  }

  /** Queues a message, unless one of this id was accepted before. */
  queue(how: How, message: UserMessage | undefined, { id, expand = true }: QueueOptions, run?: Recipient): Receipt {
    const { inbox, admissions, mint } = this.#parts;
    const accepted = run === undefined ? "next_run" : "queued";
    if (id !== undefined && admissions.knows(id)) return admissions.waits(id) ? accepted : "settled";
    if (message === undefined) return "settled";
    const literal = expand ? {} : { expand };
    const queued = { id: id ?? mint(), message, ...literal };
    if (run === undefined) inbox.add(how, queued);
    else if (!run.accept(how, queued)) return "settled";
    const to = run === undefined ? {} : { run: run.id };
    admissions.admit({ messageId: queued.id, message, how, ...to, ...(id === undefined ? {} : { once: true }), ...literal });
    return accepted;
  }

  /** An unknown skill does not end an active run: the message is delivered unexpanded. */
  #expanded(input: PromptInput, { source, expand = true }: MessageOptions): UserMessage | undefined {
    const message = userMessage(input, source);
    if (message === undefined || !expand) return message;
    const expansion = this.#parts.resources.expand(message);
    if (!("error" in expansion)) return expansion.message;
    this.#parts.warn(`${expansion.error.message} The message was sent unexpanded.`);
    return message;
  }
}
