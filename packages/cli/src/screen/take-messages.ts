import type { ScreenSession, WaitingMessage } from "./screen-session.ts";

/** Cancels the messages that wait for the active run, which its end would drop. Returns their text for the user, or an empty string. */
export const takeForRun = ({ waiting }: Pick<ScreenSession, "waiting">): string => {
  const queued = waiting.filter(({ how }) => how !== "prompt");
  for (const message of queued) void cancelForRun(message);
  return queued.map(({ text }) => text).join("\n");
};

const cancelForRun = async (message: WaitingMessage): Promise<void> => {
  try {
    await message.cancel("The user interrupted the run.", { returned: true });
  } catch {
    // The interruption of the run cancels it too.
  }
};

/** Cancels the last queued message. Returns its text, or undefined if there is none. */
export const takeLast = ({ waiting }: Pick<ScreenSession, "waiting">): string | undefined => {
  const last = waiting.at(-1);
  last?.cancel("The user took it back.", { returned: true });
  return last?.text;
};
