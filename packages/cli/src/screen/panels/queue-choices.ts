import type { WaitingMessage } from "../screen-session.ts";
import type { Choices } from "./dialog.ts";

const KINDS: Readonly<Record<WaitingMessage["how"], string>> = {
  steer: "steers the run",
  followUp: "for the end of the run",
  prompt: "a separate prompt",
};

/** The queued messages, to take one back. The last one is selected. */
export const queueChoices = (waiting: readonly WaitingMessage[]): Choices<WaitingMessage> => ({
  title: "Take back",
  items: waiting.map((message) => ({ label: message.text, note: KINDS[message.how], value: message })),
  selected: waiting.length - 1,
});
