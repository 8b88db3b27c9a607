/** Headers about one connection, and headers for a proxy only. */
const OF_A_CONNECTION: ReadonlySet<string> = new Set([
  "connection",
  "expect",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
]);

/**
 * Filters names and values in turns (Node's format): drops connection headers, those that `connection` lists, and
 * `but`.
 */
export const forwardedHeaders = (raw: readonly string[], connection = "", but: readonly string[] = []): string[] => {
  const more = new Set([...connection.split(",").map((name) => name.trim().toLowerCase()), ...but]);
  const isLeftOut = (name: string): boolean => OF_A_CONNECTION.has(name) || more.has(name);
  return raw.filter((_, at) => !isLeftOut((raw[at - (at % 2)] ?? "").toLowerCase()));
};
