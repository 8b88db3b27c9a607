import { messageDraft, type MessageEntry } from "../../loop/index.ts";
import { EmptyPromptError, SessionBusyError } from "../errors.ts";
import { type PromptInput, userMessage } from "../runs/index.ts";
import type { Session } from "../session.ts";

/**
 * Adds what a person says to the conversation without asking the model: it reads it with the next prompt.
 * @throws {SessionBusyError}
 * @throws {EmptyPromptError}
 * @throws {ClosedError}
 */
export const addUserTurn = async (session: Session, input: PromptInput): Promise<void> => {
  const message = userMessage(input);
  if (message === undefined) throw new EmptyPromptError();
  if (session.status === "running") throw new SessionBusyError();
  await session.append<MessageEntry>(messageDraft(message));
};
