/** How much of a text the model is shown at once. */
export const SNIPPET = { lines: 40, bytes: 6000, lineLength: 500 };
