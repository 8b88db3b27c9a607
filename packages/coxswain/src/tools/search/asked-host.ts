import { parseWebUrl } from "../judge-url.ts";
import type { WebOptions } from "../web/index.ts";

/**
 * Returns the origin to request permission for: `https://search.example:8443`.
 * @throws {ToolError} for an invalid web URL
 */
export const originOf = (url: string): string => parseWebUrl(url).origin;

/** Adds the host and port of a URL that the user configured to the reachable private hosts. */
export const reaching = (url: string, options: WebOptions): WebOptions => {
  const { hostname, port, protocol } = parseWebUrl(url);
  const named = `${hostname}:${port === "" ? (protocol === "https:" ? "443" : "80") : port}`;
  return { ...options, privateHosts: [...(options.privateHosts ?? []), named] };
};
