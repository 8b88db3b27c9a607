import { messageDraft, type MessageEntry } from "./entries.ts";
import type { Journal } from "./ports.ts";
import type { Queued } from "./queued.ts";
import { waitForAll } from "../base/index.ts";

/**
 * Makes messages facts of a run, durable before the model sees them. All are appended at once: none is lost when the
 * store takes none, and a thousand wait for the disk together.
 */
export const deliver = async (journal: Journal, run: string, messages: readonly Queued[]): Promise<void> => {
  await waitForAll(messages.map((queued) => deliverOne(journal, run, queued)));
};

const deliverOne = async (journal: Journal, run: string, { id, message }: Queued): Promise<void> => {
  journal.emit({ type: "message_start", messageId: id, role: "user" });
  await journal.append<MessageEntry>(messageDraft(message, run, id));
  await journal.sync("message");
  journal.emit({ type: "message_end", messageId: id, message });
};
