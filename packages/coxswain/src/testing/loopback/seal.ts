/**
 * What stands for a signature or encrypted reasoning: opaque to the client, and recognised when it comes back, but only
 * by the model that gave it. It holds all that is needed for that, so that the server remembers nothing.
 */
export const seal = (model: string, number: number): string => Buffer.from(`loopback ${model} ${number}`).toString("base64");

export const isSealOf = (model: string, sealed: unknown): boolean =>
  typeof sealed === "string" && Buffer.from(sealed, "base64").toString().startsWith(`loopback ${model} `);
