import { join } from "node:path";

/** Up to 40 characters, starting with a letter, a digit or "_". */
const END_OF_SLUG = /[\p{L}\p{N}_].{0,39}$/u;

/**
 * Returns the folder of a project's sessions. Its name is the readable end of the project's path and a hash of the
 * whole path. Projects with the same name and hash share the folder; the header of each session contains its project.
 */
export const projectFolder = (directory: string, cwd: string): string => {
  const words = cwd.split(/[^\p{L}\p{N}_.]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const slug = END_OF_SLUG.exec(words.join("-"))?.[0] ?? "";
  return join(directory, slug === "" ? hash(cwd) : `${slug}-${hash(cwd)}`);
};

/** 32-bit FNV-1a. Loading a cryptographic hash would cost more than the rest of a listing. */
const hash = (text: string): string => {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, "0");
};
