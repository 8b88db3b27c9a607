/**
 * The parts of a path as a file system may find it under other names too: in any case, composed or not, without the letters that some
 * leave out, and with `..` and `/proc/self/root` followed. A relative path keeps its `..` at the beginning.
 */
export const pathParts = (path: string): readonly string[] => {
  const parts: string[] = [];
  for (const part of folded(path).split(/[\\/]+/)) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== ".." || !/^[\\/]/.test(path)) parts.push(part === ".." ? part : part.replace(/(?:[. ]+|::\$.*)$/, "") || part);
    if (parts[0] === "proc" && parts.at(-1) === "root" && ROOT.test(parts.join("/"))) parts.length = 0;
  }
  return parts;
};

const ROOT = /^proc\/(?:self|thread-self|\d+)(?:\/task\/\d+)?\/root$/;

/** HFS+ leaves them out of names, so that `.g\u200Cit` is `.git`. */
const IGNORED = /[\u200B-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g;

const folded = (path: string): string => path.replaceAll(IGNORED, "").normalize("NFC").toLowerCase().normalize("NFC");
