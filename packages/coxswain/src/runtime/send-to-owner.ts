import { randomEntryId, SessionInUseError, type Store } from "../log/index.ts";
import type { RunOptions } from "../loop/index.ts";
import { type Masking, masking } from "../policy/index.ts";
import { EmptyPromptError, type PromptInput } from "../session/index.ts";
import { mapStrings } from "../journal/index.ts";
import { mailboxPrompt, type PromptDelivery } from "./mailbox-content.ts";

export interface SendToOwnerOptions extends RunOptions, PromptDelivery {
  /**
   * Id of the message, for idempotency: another message with this id in the session is the same one. Default: a new id.
   */
  readonly id?: string;
  /**
   * Masks known secrets, because the message is stored beside the log until the owner receives it. Default: no secrets.
   */
  readonly masking?: Masking;
}

/** Prompt that is queued for the session's current or next owner. */
export interface MailboxReceipt {
  /** Id of the message, which its facts carry. */
  readonly id: string;
  /**
   * Withdraws the message. Returns false when the owner has already received it.
   * @throws {LogWriteError}
   */
  withdraw(): Promise<boolean>;
}

/**
 * Sends a prompt to a session that another process owns; the owner queues it. Resolves when the prompt is stored
 * durably, so that it survives a power loss and the end of the owner.
 * @throws {EmptyPromptError}
 * @throws {SessionInUseError} when only this process can see the store's sessions.
 * @throws {SessionNotFoundError}
 * @throws {LogWriteError}
 */
export const sendToOwner = async (
  store: Store,
  sessionId: string,
  input: PromptInput,
  { id = randomEntryId(), joins, expand = true, masking: { text } = masking(), ...options }: SendToOwnerOptions = {},
): Promise<MailboxReceipt> => {
  const mailbox = store.mailbox;
  if (mailbox === undefined) throw new SessionInUseError(sessionId);
  const content = mailboxPrompt(input, options, { ...(joins === undefined ? {} : { joins }), expand });
  if (content.parts.every((part) => part.type === "text" && part.text.trim() === "")) throw new EmptyPromptError();
  await mailbox.send(sessionId, { id, content: mapStrings(content, text) });
  return { id, withdraw: () => mailbox.withdraw(sessionId, id) };
};
