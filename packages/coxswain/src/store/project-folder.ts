import { createHash } from "node:crypto";
import { join } from "node:path";

/** Up to 40 characters that begin with a letter, a digit or "_". */
const END_OF_SLUG = /[\p{L}\p{N}_].{0,39}$/u;
const HASH_LENGTH = 10;

/** The folder that holds a project's sessions: the end of its path for people, a hash of the whole for certainty. */
export const projectFolder = (directory: string, cwd: string): string => {
  const words = cwd.split(/[^\p{L}\p{N}_.]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const slug = END_OF_SLUG.exec(words.join("-"))?.[0] ?? "";
  const hash = createHash("sha256").update(cwd).digest("hex").slice(0, HASH_LENGTH);
  return join(directory, slug === "" ? hash : `${slug}-${hash}`);
};
