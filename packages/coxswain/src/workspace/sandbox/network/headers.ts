/** What is about one connection and not about what is passed on, and what is said to a proxy alone. */
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

/** Names and values in turns, as Node has them, without those of the connection, those that `connection` names, and those of `but`. */
export const passedOn = (raw: readonly string[], connection = "", but: readonly string[] = []): string[] => {
  const more = new Set([...connection.split(",").map((name) => name.trim().toLowerCase()), ...but]);
  const isLeftOut = (name: string): boolean => OF_A_CONNECTION.has(name) || more.has(name);
  return raw.filter((_, at) => !isLeftOut((raw[at - (at % 2)] ?? "").toLowerCase()));
};
