import { FileError } from "../../workspace/index.ts";
import { withoutInvisible } from "../hidden-characters.ts";
import type { ResourceFile } from "./find-files.ts";
import type { ResourceReading } from "./resource-folder.ts";

/** Limits in bytes, per file and in total. */
const LARGEST = 256 * 1024;
const ALL = 16 * 1024 * 1024;
/** Number of files read concurrently. */
const TOGETHER = 16;

/** Yields the contents of files, in order. Skips files that cannot or must not be read, with a warning. */
export async function* readFiles(
  files: readonly ResourceFile[],
  reading: ResourceReading,
): AsyncGenerator<{ readonly file: ResourceFile; readonly text: string }> {
  let bytes = 0;
  for (let at = 0; at < files.length; at += TOGETHER) {
    const some = files.slice(at, at + TOGETHER);
    const read = await Promise.all(some.map((file) => textOf(file, reading)));
    for (const [index, file] of some.entries()) {
      const { text, problem } = read[index] ?? {};
      if (problem !== undefined) reading.warn(problem);
      if (text === undefined) continue;
      bytes += text.length;
      if (bytes > ALL)
        return reading.warn(`${file.path} and the files after it were not read: their total size exceeds ${ALL / 1024 / 1024} MiB.`);
      yield { file, text };
    }
  }
}

interface Read {
  readonly text?: string;
  readonly problem?: string;
}

const textOf = async ({ path, real, place }: ResourceFile, { workspace, isSecret }: ResourceReading): Promise<Read> => {
  if ([real, ...(place.alsoKnownAs ?? [])].some(isSecret)) return { problem: `${path} leads to a file with secrets. It was not read.` };
  try {
    // Reads the resolved path, so that a link changed meanwhile cannot redirect the read.
    const text = decode(await workspace.read(place, { maxBytes: LARGEST }));
    if (text === undefined) return { problem: `${path} is not a UTF-8 text file. It was not read.` };
    const seen = withoutInvisible(text);
    return seen === text ? { text } : { text: seen, problem: `${path} contains invisible characters. They were removed.` };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { problem: `${path === real ? "" : `${path}: `}${error.message} It was not read.` };
  }
};

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
};
