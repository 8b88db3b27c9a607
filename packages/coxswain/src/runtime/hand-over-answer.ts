import { SessionInUseError, type Store } from "../log/index.ts";
import { type ExplicitAnswer, type Masking, masking } from "../policy/index.ts";
import { mapStrings } from "../journal/index.ts";
import type { MailboxReceipt } from "./hand-over.ts";
import { answerId, type MailboxAnswer } from "./handed-answer.ts";

export interface SendAnswerToOwnerOptions {
  /** Masks the secrets that are known here: the answer lies beside the log until its owner takes it. Default: none are known. */
  readonly masking?: Masking;
}

/**
 * Answers a question at which a session waits that another process owns: one whose `permission_ask` is in its log, and no `permission_reply` to it. The
 * owner takes it within a second, and does with it as with one that its own person gave. The first answer counts: it was this one
 * if the `permission_reply` has its id as `by`. One to what is not asked, or not any more, does nothing.
 * @throws {SessionInUseError} when the store's sessions are seen by this process alone.
 * @throws {SessionNotFoundError}
 * @throws {LogWriteError}
 */
export const sendAnswerToOwner = async (
  store: Store,
  sessionId: string,
  question: string,
  answer: ExplicitAnswer,
  { masking: { text } = masking() }: SendAnswerToOwnerOptions = {},
): Promise<MailboxReceipt> => {
  const outside = store.mailbox;
  if (outside === undefined) throw new SessionInUseError(sessionId);
  const id = answerId();
  const content: MailboxAnswer = { question, answer };
  await outside.give(sessionId, { id, content: mapStrings(content, text) });
  return { id, withdraw: () => outside.withdraw(sessionId, id) };
};
