import { randomEntryId, SessionInUseError, type Store } from "../log/index.ts";
import type { RunOptions } from "../loop/index.ts";
import { type Masking, masking } from "../policy/index.ts";
import { EmptyPromptError, type PromptInput } from "../session/index.ts";
import { mapStrings } from "../journal/index.ts";
import { handedPrompt } from "./handed-prompt.ts";

export interface SendToOwnerOptions extends RunOptions {
  /** Names the message: another one of this id in the session is the same. Default: a new one. */
  readonly id?: string;
  /** Masks the secrets that are known here: the message lies beside the log until its owner takes it. Default: none are known. */
  readonly masking?: Masking;
}

/** A prompt that waits for a session's owner, or for whoever owns the session next. */
export interface MailboxReceipt {
  /** The message's id, which the facts about it carry. */
  readonly id: string;
  /**
   * Takes it back. False when the owner has it by now.
   * @throws {LogWriteError}
   */
  withdraw(): Promise<boolean>;
}

/**
 * Says something in a session that another process owns: the owner takes it as a prompt that waits for its turn. Resolves
 * when it is kept and survives a loss of power, whatever becomes of the owner.
 * @throws {EmptyPromptError}
 * @throws {SessionInUseError} when the store's sessions are seen by this process alone.
 * @throws {SessionNotFoundError}
 * @throws {LogWriteError}
 */
export const sendToOwner = async (
  store: Store,
  sessionId: string,
  input: PromptInput,
  { id = randomEntryId(), masking: { text } = masking(), ...options }: SendToOwnerOptions = {},
): Promise<MailboxReceipt> => {
  const outside = store.mailbox;
  if (outside === undefined) throw new SessionInUseError(sessionId);
  const content = handedPrompt(input, options);
  if (content.parts.every((part) => part.type === "text" && part.text.trim() === "")) throw new EmptyPromptError();
  await outside.give(sessionId, { id, content: mapStrings(content, text) });
  return { id, withdraw: () => outside.withdraw(sessionId, id) };
};
