import type { Extensions } from "coxswain";

/** Milliseconds that what an extension left running has to end by itself. */
const GRACE = 1_000;

/** Unloads extensions when all is done. What one of them leaves running does not keep the program from ending. */
export const closeExtensions = async (extensions: Extensions | undefined): Promise<void> => {
  if (extensions === undefined) return;
  await extensions.close();
  // Unless the process has ended before.
  setTimeout(() => process.exit(), GRACE).unref();
};
