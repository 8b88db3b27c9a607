import { UsageError } from "../argv/index.ts";
import { isPiped, type ProcessContext } from "../process/index.ts";

export interface PipedTextOptions {
  /** Milliseconds to wait for the first byte. Default: as long as it takes. */
  readonly timeout?: number;
}

/** More than any model accepts. */
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * Reads stdin to its end; undefined at a terminal, or with a warning if nothing arrives in time: a parent process may
 * hold the pipe open and never write to it.
 * @throws {UsageError} if it is not text, or too long
 */
export const pipedText = async (context: ProcessContext, { timeout }: PipedTextOptions = {}): Promise<string | undefined> => {
  if (!isPiped()) return undefined;
  const { stdin, stderr } = context;
  const chunks: Uint8Array[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const timer = timeout === undefined ? undefined : setTimeout(() => resolve(false), timeout);
  let size = 0;
  const onData = (chunk: Uint8Array): void => {
    clearTimeout(timer);
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) reject(tooMuch());
  };
  stdin
    .on("data", onData)
    .once("end", () => resolve(true))
    .once("error", reject);
  try {
    const ended = await promise;
    if (ended) return textOf(Buffer.concat(chunks));
    // A user who piped something in must know that the model does not receive it.
    stderr.write(`cox: no input on stdin within ${Math.round((timeout ?? 0) / 1000)} s; starting without it\n`);
    return undefined;
  } finally {
    clearTimeout(timer);
    stdin.off("data", onData);
    // An open pipe must not keep the process alive.
    stdin.destroy();
  }
};

/** Accepts invalid characters, which logs may contain, but not NUL bytes. */
const textOf = (bytes: Uint8Array): string => {
  if (bytes.includes(0)) throw new UsageError("stdin is binary, not UTF-8 text. Save it to a file and name the file in the task");
  return new TextDecoder().decode(bytes);
};

const tooMuch = (): UsageError =>
  new UsageError(`stdin is larger than ${MAX_BYTES / 1024 / 1024} MiB. Save it to a file and name the file in the task, without an @`);
