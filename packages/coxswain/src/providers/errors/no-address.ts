/** Node.js error codes for an unusable URL. A retry would fail in the same way. */
export const NO_ADDRESS: ReadonlySet<string> = new Set(["ERR_INVALID_URL", "ERR_INVALID_PROTOCOL"]);
