import type { McpServerConfig } from "./types.ts";

/** Shorter values are more likely words than secrets. */
const SHORTEST = 8;

/**
 * Returns a function that hides a server's configured variables and headers in text: its last output and its errors,
 * which users and models see, may quote them.
 */
export const hideSecrets = (config: McpServerConfig): ((text: string) => string) => {
  const configured = Object.values(config.kind === "command" ? config.env : config.headers);
  const secrets = [...new Set([...configured, ...configured.flatMap((value) => value.split(/\s+/))])]
    .filter((value) => value.length >= SHORTEST)
    .toSorted((a, b) => b.length - a.length);
  return (text) => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, "[hidden]"), text);
};
