import type { WebOptions } from "./web-options.ts";

/**
 * Rejects addresses of this machine and of private networks before the user is asked for permission. Only checks URLs
 * that contain the address: other names are resolved after permission is granted, since a DNS query reveals the name.
 * @throws {ToolError}
 */
export const assertReachable = async (url: URL, options: WebOptions): Promise<void> => {
  const { hostname } = url;
  const [{ isIP }, { safeLookup }] = await Promise.all([import("node:net"), import("./safe-lookup.ts")]);
  if (hostname === "localhost" || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) await safeLookup(url, options);
};
