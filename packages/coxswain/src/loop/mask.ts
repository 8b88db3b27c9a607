/** What stands in a log, and so in all that the model is sent, in the place of a secret. `kind` is lower-case words joined by `-`. */
export const maskOf = (kind: string): string => `[masked:${kind}]`;

const MASK = /\[masked:[a-z0-9-]+\]/g;

/** The masks that a text holds, each once. */
export const masksIn = (text: string): readonly string[] => [...new Set(text.match(MASK))];
