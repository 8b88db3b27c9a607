import { SessionInUseError, type Store } from "../log/index.ts";
import { interruptId, type MailboxInterrupt } from "./mailbox-content.ts";
import type { MailboxReceipt } from "./send-to-owner.ts";

/**
 * Asks the process that owns a session to abort a run, as its own user would. The owner receives it within a second, and
 * ignores it if that run is not active: the run's `run_end` shows whether it was aborted.
 * @param run id of the run, as in its `run_start`
 * @param options `returned`: ids of prompts that were sent to the session and that their author has again, as if it had taken
 * them back. The abort cancels all messages that are queued for the run. Default: none.
 * @throws {SessionInUseError} when only this process can see the store's sessions.
 * @throws {SessionNotFoundError}
 * @throws {LogWriteError}
 */
export const sendInterruptToOwner = async (
  store: Store,
  sessionId: string,
  run: string,
  { returned = [] }: Pick<MailboxInterrupt, "returned"> = {},
): Promise<MailboxReceipt> => {
  const mailbox = store.mailbox;
  if (mailbox === undefined) throw new SessionInUseError(sessionId);
  const id = interruptId();
  const content: MailboxInterrupt = { run, returned };
  await mailbox.send(sessionId, { id, content });
  return { id, withdraw: () => mailbox.withdraw(sessionId, id) };
};
