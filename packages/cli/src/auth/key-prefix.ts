/** Beginnings of API keys that their providers document. Other keys begin as those of several providers. */
const PREFIXES: readonly (readonly [string, string])[] = [
  ["sk-ant-", "anthropic"],
  ["sk-or-", "openrouter"],
  ["sk-proj-", "openai"],
  ["AIza", "google"],
  ["xai-", "xai"],
  ["gsk_", "groq"],
  ["csk-", "cerebras"],
];

/** Returns the name of the provider that a key belongs to by its beginning. Undefined if that is not certain. */
export const providerOfKey = (key: string): string | undefined => PREFIXES.find(([prefix]) => key.startsWith(prefix))?.[1];
