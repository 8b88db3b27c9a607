/** How long a provider is asked to keep a prefix that is marked for its cache. */
export type CacheTtl = "5m" | "1h";

interface Message {
  readonly role: string;
}

/**
 * Which messages of a prompt end a prefix that is to be cached: the last of the system prompt, with which it begins, the last of all, and the one
 * that the request before ended with, so that what that one had cached is found again. With the last tool that makes four,
 * which is as many as Anthropic takes.
 */
export const cachePlaces = (prompt: readonly Message[]): readonly number[] => {
  const last = prompt.findLastIndex(isAsked);
  const answer = prompt.findLastIndex(({ role }, at) => role === "assistant" && at < last);
  const before = prompt.findLastIndex((message, at) => isAsked(message) && at < answer);
  const others = prompt.findIndex(({ role }) => role !== "system");
  const system = (others === -1 ? prompt.length : others) - 1;
  return [system, before, last].filter((place) => place !== -1);
};

/** Whether a model is to answer it. */
const isAsked = ({ role }: Message): boolean => role === "user" || role === "tool";
