import { constants, type Stats } from "node:fs";
import { open, readlink } from "node:fs/promises";
import type { ContentStore } from "../../base/index.ts";
import type { LinkVersion, Omission, RegularVersion } from "./file-version.ts";

/** The bits of a mode that are permissions, set-id bits and the sticky bit. */
export const PERMISSIONS = 0o7777;

/** The use of a file's content. */
export type KeepContent =
  | { readonly kind: "keep"; readonly contents: Pick<ContentStore, "put"> }
  /** Determine its name only. */
  | { readonly kind: "hash"; readonly omitted?: Omission }
  | { readonly kind: "skip"; readonly omitted: Omission };

/** Reads a regular file or a link that `stats` describes. Undefined if it is no longer there, or has become something else. */
export const readVersion = async (path: string, stats: Stats, keep: KeepContent): Promise<RegularVersion | LinkVersion | undefined> => {
  const ignored = keep.kind !== "keep" && keep.omitted === "ignored" ? ({ omitted: "ignored" } as const) : {};
  try {
    if (stats.isSymbolicLink()) return { kind: "link", target: await readlink(path), ...ignored };
    const file = { kind: "file", mode: stats.mode & PERMISSIONS, size: stats.size } as const;
    if (keep.kind === "skip") return { ...file, omitted: keep.omitted };
    // Opening a FIFO must not block.
    await using handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    // A FIFO that took the place of the file would be read as an empty file.
    if (!(await handle.stat()).isFile()) return undefined;
    if (keep.kind === "hash") {
      const hash = process.getBuiltinModule("node:crypto").createHash("sha256");
      for await (const bytes of handle.createReadStream({ autoClose: false })) hash.update(bytes as Buffer);
      return { ...file, content: `sha256-${hash.digest("hex")}`, ...(keep.omitted === undefined ? {} : { omitted: keep.omitted }) };
    }
    const bytes = await handle.readFile();
    const content = await keep.contents.put(bytes).catch(() => undefined);
    return content === undefined ? { ...file, size: bytes.length, omitted: "unstored" } : { ...file, size: bytes.length, content };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP" || code === "EINVAL") return undefined;
    return { kind: "file", mode: stats.mode & PERMISSIONS, size: stats.size, omitted: "unreadable", ...ignored };
  }
};
