/** What Node.js says of a URL that nothing can be asked at, however often it is tried. */
export const NO_ADDRESS: ReadonlySet<string> = new Set(["ERR_INVALID_URL", "ERR_INVALID_PROTOCOL"]);
