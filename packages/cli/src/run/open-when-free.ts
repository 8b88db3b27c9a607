import { setTimeout as sleep } from "node:timers/promises";
import { type Runtime, type Session, SessionInUseError } from "coxswain";

/** Milliseconds between attempts. */
const INTERVAL = 250;

export interface ReleasedSession {
  readonly runtime: Runtime;
  readonly session: Session;
}

/** Opens a session as soon as its owner releases it or exits. Returns undefined once the signal aborts. */
export const openWhenFree = async (id: string, openRuntime: () => Runtime, signal: AbortSignal): Promise<ReleasedSession | undefined> => {
  const runtime = openRuntime();
  try {
    while (!signal.aborted) {
      await sleep(INTERVAL, undefined, { signal }).catch(() => undefined);
      const session = signal.aborted ? undefined : await openIfFree(runtime, id);
      if (session !== undefined) return { runtime, session };
    }
  } catch (error) {
    await runtime.close();
    throw error;
  }
  await runtime.close();
  return undefined;
};

const openIfFree = (runtime: Runtime, id: string): Promise<Session | undefined> =>
  runtime.open(id).catch((error: unknown) => {
    if (error instanceof SessionInUseError) return undefined;
    throw error;
  });
