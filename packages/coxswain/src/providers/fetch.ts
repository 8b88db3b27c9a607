/** How requests are sent: the shape of the web's own function. */
export type Fetch = typeof globalThis.fetch;
