import { SessionInUseError, type Store } from "../log/index.ts";
import { type ExplicitAnswer, type Masking, masking } from "../policy/index.ts";
import { mapStrings } from "../journal/index.ts";
import type { MailboxReceipt } from "./hand-over.ts";
import { answerId, type MailboxAnswer } from "./handed-answer.ts";

export interface SendAnswerToOwnerOptions {
  /**
   * Masks known secrets, because the answer is stored beside the log until the owner takes it. Default: no secrets are
   * known.
   */
  readonly masking?: Masking;
}

/**
 * Answers an open question of a session that another process owns: one whose `permission_ask` is in its log without a
 * `permission_reply`. The owner takes the answer within a second, and treats it like an answer of its own user. The
 * first answer counts: it was this one if `by` in the `permission_reply` is its id. An answer to a question that is not
 * open is ignored.
 * @throws {SessionInUseError} when only this process can see the store's sessions.
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
