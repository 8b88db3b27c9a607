import { SessionInUseError, type Store } from "../log/index.ts";
import { type Masking, masking } from "../policy/index.ts";
import { mapStrings } from "../journal/index.ts";
import type { MailboxReceipt } from "./send-to-owner.ts";
import { answerId, type MailboxAnswer } from "./mailbox-content.ts";

export interface SendAnswerToOwnerOptions {
  /**
   * Masks known secrets, because the answer is stored beside the log until the owner receives it. Default: no secrets.
   */
  readonly masking?: Masking;
}

/**
 * Answers an open question of a session that another process owns: one whose `permission_ask` or `question_ask` is in its log
 * without its reply. The owner receives the answer within a second, and treats it like an answer of its user. The
 * first answer counts: it was this one if `by` in the reply is its id. An answer to a question that is not
 * open is ignored.
 * @throws {SessionInUseError} when only this process can see the store's sessions.
 * @throws {SessionNotFoundError}
 * @throws {LogWriteError}
 */
export const sendAnswerToOwner = async (
  store: Store,
  sessionId: string,
  question: string,
  answer: MailboxAnswer["answer"],
  { masking: { text } = masking() }: SendAnswerToOwnerOptions = {},
): Promise<MailboxReceipt> => {
  const mailbox = store.mailbox;
  if (mailbox === undefined) throw new SessionInUseError(sessionId);
  const id = answerId();
  const content: MailboxAnswer = { question, answer };
  await mailbox.send(sessionId, { id, content: mapStrings(content, text) });
  return { id, withdraw: () => mailbox.withdraw(sessionId, id) };
};
