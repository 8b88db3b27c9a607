import { join } from "node:path";

/** Up to 40 characters that begin with a letter, a digit or "_". */
const END_OF_SLUG = /[\p{L}\p{N}_].{0,39}$/u;

/**
 * The folder that holds a project's sessions: the end of its path for people, and a hash of all of it to tell paths apart
 * that read alike. Two that share even the hash share the folder; each session's header says whose it is.
 */
export const projectFolder = (directory: string, cwd: string): string => {
  const words = cwd.split(/[^\p{L}\p{N}_.]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const slug = END_OF_SLUG.exec(words.join("-"))?.[0] ?? "";
  return join(directory, slug === "" ? hash(cwd) : `${slug}-${hash(cwd)}`);
};

/** FNV-1a of 32 bits: loading a cryptographic one costs more than all else that a listing does. */
const hash = (text: string): string => {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, "0");
};
