import type { FrameTimer } from "./terminal/index.ts";

/** Milliseconds that a screen waits for the end of the session's work. */
const LONGEST = 3000;

/**
 * Resolves once the session has ended its work and the screen has applied its last events, or after a short time.
 * @param ending the end of the work; false if it continues. The caller of the screen reports its error. Undefined: it cannot be
 * shown.
 * @param following the end of the events
 */
export const shownEnd = async (ending: Promise<boolean> | undefined, following: Promise<void>, timer: FrameTimer): Promise<void> => {
  if (ending === undefined) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = timer.after(LONGEST, resolve);
  ending
    .then((hasEnded) => (hasEnded ? following : undefined))
    .then(
      () => resolve(),
      () => resolve(),
    );
  await promise;
  cancel();
};
