/**
 * Returns a stand-in for a signature or encrypted reasoning. It is opaque to the client, and valid only for the model
 * that issued it. It is self-contained, so the server stores nothing.
 */
export const seal = (model: string, number: number): string => Buffer.from(`loopback ${model} ${number}`).toString("base64");

export const isSealOf = (model: string, sealed: unknown): boolean =>
  typeof sealed === "string" && Buffer.from(sealed, "base64").toString().startsWith(`loopback ${model} `);
