import { SessionInUseError } from "coxswain";
import type { PreparedTask } from "./prepare-task.ts";

/**
 * Leaves nothing of a session that came to nothing. One that another process waits for stays: its task is in it, and that
 * process goes on with it.
 */
export const discard = async ({ session, store }: Pick<PreparedTask, "session" | "store">): Promise<void> => {
  await session.close().catch(() => undefined); // what cannot be written of it any more goes with it
  try {
    await store.remove(session.id, { forGood: true });
  } catch (error) {
    if (!(error instanceof SessionInUseError)) throw error;
  }
};
