import { fstatSync } from "node:fs";
import type { Surroundings } from "../process/index.ts";

export interface PipedTextOptions {
  /** Milliseconds to wait for the first byte. Default: as long as it takes. */
  readonly patience?: number;
}

/**
 * What is piped in, to its end; undefined at a terminal, or when nothing came in time. A program that starts this one
 * may hold the pipe open and never write to it.
 */
export const pipedText = async (surroundings: Surroundings, { patience }: PipedTextOptions = {}): Promise<string | undefined> => {
  if (!isPiped()) return undefined;
  const { stdin } = surroundings;
  const chunks: Uint8Array[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const timer = patience === undefined ? undefined : setTimeout(() => resolve(false), patience);
  const take = (chunk: Uint8Array): void => {
    clearTimeout(timer);
    chunks.push(chunk);
  };
  stdin
    .on("data", take)
    .once("end", () => resolve(true))
    .once("error", reject);
  try {
    const ended = await promise;
    return ended ? new TextDecoder().decode(Buffer.concat(chunks)) : undefined;
  } finally {
    clearTimeout(timer);
    stdin.off("data", take);
    // A pipe that stays open must not keep the process.
    stdin.destroy();
  }
};

/** A terminal and the null device are characters, and have nothing to say. Asked without making a stream of it, which takes its time. */
const isPiped = (): boolean => {
  try {
    return !fstatSync(0).isCharacterDevice();
  } catch {
    return false; // closed by who started us
  }
};
