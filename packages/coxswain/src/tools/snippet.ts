/** Limits of an excerpt for the model. */
export const SNIPPET = { lines: 40, bytes: 6000, lineLength: 500 };
