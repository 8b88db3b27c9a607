import type { WebOptions } from "./web-options.ts";

/**
 * Refuses an address of this machine or of a private network before anybody is asked about it, who would be asked for nothing. Only where the URL itself
 * says where it leads: another name is looked up once that is allowed, since looking it up tells it to others.
 * @throws {ToolError}
 */
export const assertReachable = async (url: URL, options: WebOptions): Promise<void> => {
  const { hostname } = url;
  const [{ isIP }, { safeLookup }] = await Promise.all([import("node:net"), import("./safe-lookup.ts")]);
  if (hostname === "localhost" || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) await safeLookup(url, options);
};
