/** A function with the signature of the global `fetch`. */
export type Fetch = typeof globalThis.fetch;
