import { webAddress } from "../judge-url.ts";
import type { WebOptions } from "../web/index.ts";

/** Where requests go, as permission is asked for it: `https://search.example:8443`. @throws {ToolError} for what is no URL of the web */
export const originOf = (url: string): string => webAddress(url).origin;

/** What may be reached where the person has named this URL: its host, at its port, also in a private network. */
export const reaching = (url: string, options: WebOptions): WebOptions => {
  const { hostname, port, protocol } = webAddress(url);
  const named = `${hostname}:${port === "" ? (protocol === "https:" ? "443" : "80") : port}`;
  return { ...options, privateHosts: [...(options.privateHosts ?? []), named] };
};
