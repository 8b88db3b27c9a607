import { fstatSync } from "node:fs";
import { UsageError } from "../argv/index.ts";
import type { ProcessContext } from "../process/index.ts";

export interface PipedTextOptions {
  /** Milliseconds to wait for the first byte. Default: as long as it takes. */
  readonly patience?: number;
}

/** More than any model takes in. */
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * What is piped in, to its end; undefined at a terminal, or when nothing came in time, which is told. A program that starts this one
 * may hold the pipe open and never write to it.
 * @throws {UsageError} when it is no text, or has no end in sight.
 */
export const pipedText = async (surroundings: ProcessContext, { patience }: PipedTextOptions = {}): Promise<string | undefined> => {
  if (!isPiped()) return undefined;
  const { stdin, stderr } = surroundings;
  const chunks: Uint8Array[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const timer = patience === undefined ? undefined : setTimeout(() => resolve(false), patience);
  let size = 0;
  const take = (chunk: Uint8Array): void => {
    clearTimeout(timer);
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) reject(tooMuch());
  };
  stdin
    .on("data", take)
    .once("end", () => resolve(true))
    .once("error", reject);
  try {
    const ended = await promise;
    if (ended) return textOf(Buffer.concat(chunks));
    // Whoever meant to pipe something in has to know that the model does not get it.
    stderr.write(`cox: Nothing came in over the pipe within ${Math.round((patience ?? 0) / 1000)} s: the task begins without it.\n`);
    return undefined;
  } finally {
    clearTimeout(timer);
    stdin.off("data", take);
    // A pipe that stays open must not keep the process.
    stdin.destroy();
  }
};

/** A log may have a broken character here and there; what has NUL bytes is no text. */
const textOf = (bytes: Uint8Array): string => {
  if (bytes.includes(0))
    throw new UsageError("what is piped in is binary, and not text in UTF-8: put it in a file, and name the file in the task");
  return new TextDecoder().decode(bytes);
};

const tooMuch = (): UsageError =>
  new UsageError(`more than ${MAX_BYTES / 1024 / 1024} MiB are piped in: put them in a file, and name the file in the task, without an @`);

/** A terminal and the null device are characters, and have nothing to say. Asked without making a stream of it, which takes its time. */
const isPiped = (): boolean => {
  try {
    return !fstatSync(0).isCharacterDevice();
  } catch {
    return false; // closed by who started us
  }
};
