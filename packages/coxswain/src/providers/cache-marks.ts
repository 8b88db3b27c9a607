/** Lifetime that is requested for a cached prefix. */
export type CacheTtl = "5m" | "1h";

interface Message {
  readonly role: string;
}

/**
 * Returns the indexes of the messages that end a cached prefix: the last system message, the last message, and the
 * last message of the previous request, so that its cached prefix is hit again. With the last tool these are four
 * cache breakpoints, Anthropic's maximum.
 */
export const cachePlaces = (prompt: readonly Message[]): readonly number[] => {
  const last = prompt.findLastIndex(isAsked);
  const answer = prompt.findLastIndex(({ role }, at) => role === "assistant" && at < last);
  const before = prompt.findLastIndex((message, at) => isAsked(message) && at < answer);
  const others = prompt.findIndex(({ role }) => role !== "system");
  const system = (others === -1 ? prompt.length : others) - 1;
  return [system, before, last].filter((place) => place !== -1);
};

/** True for a message that the model responds to. */
const isAsked = ({ role }: Message): boolean => role === "user" || role === "tool";
