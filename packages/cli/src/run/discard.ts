import { SessionInUseError } from "coxswain";
import type { PreparedTask } from "./prepare-task.ts";

/**
 * Removes a session without a result. Keeps it if another process waits for it, because that process continues its own
 * task in it.
 */
export const discard = async ({ session, store }: Pick<PreparedTask, "session" | "store">): Promise<void> => {
  await session.close().catch(() => undefined); // unwritten entries are removed with it
  try {
    await store.remove(session.id, { forGood: true });
  } catch (error) {
    if (!(error instanceof SessionInUseError)) throw error;
  }
};
