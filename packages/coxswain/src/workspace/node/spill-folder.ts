import { randomBytes } from "node:crypto";
import { chmodSync, closeSync, constants, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Where the whole output of commands goes that is too long to be held. */
export interface SpillFolder {
  /** Made with mode 0700 when it is needed. */
  readonly folder: string;
  /** Bytes that one file may have. */
  readonly maxBytes: number;
}

/** The whole output of one command, as far as it fits. Writes are synchronous: they go to the page cache. */
export interface SpillFile {
  write(chunk: Uint8Array): void;
  close(): { readonly path: string; readonly bytes: number; readonly complete: boolean };
}

const NEW_FILE = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;

/** Whether a file is named as kept output is. */
export const isOutputName = (name: string): boolean => /^[\da-f]{16}\.txt$/.test(name);

/** @throws what the file system throws */
export const openSpillFile = ({ folder, maxBytes }: SpillFolder): SpillFile => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const path = join(folder, `${randomBytes(8).toString("hex")}.txt`);
  const descriptor = openSync(path, NEW_FILE, 0o600);
  let bytes = 0;
  let complete = true;
  return {
    write(chunk) {
      const fitting = chunk.subarray(0, maxBytes - bytes);
      if (fitting.length < chunk.length) complete = false;
      for (let done = 0; done < fitting.length;) {
        const written = writeSync(descriptor, fitting, done);
        done += written;
        bytes += written;
      }
    },
    close() {
      closeSync(descriptor);
      return { path, bytes, complete };
    },
  };
};
