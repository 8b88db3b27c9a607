import type { PathUse } from "../../loop/index.ts";
import { below } from "./word-paths.ts";

/** Limit of folders that a line may be in. */
const MAX_FOLDERS = 16;
/** Limit of paths per line. */
const MAX_PATHS = 1000;

/** Collects the paths of a line. Follows `cd`, and links that the line creates. */
export class LinePaths {
  /** Folders that the line may be in now. */
  #folders: readonly string[] = ["."];
  /** Folders that the line may be in at any time. */
  readonly #everywhere = new Set<string>(["."]);
  readonly #uses = new Map<string, PathUse>();
  /** Paths of commands that may run again, in another folder. */
  readonly #repeatable: PathUse[] = [];
  readonly #links: { readonly name: string; readonly of: string }[] = [];
  #depth = 0;

  add(use: PathUse): void {
    if (this.#depth > 0) this.#repeatable.push(use);
    this.#put(use, this.#folders);
  }

  link(name: string, of: string): void {
    this.#links.push({ name: plain(name), of });
  }

  /** @param certain true if the following commands run only in the new folder. */
  enter(folder: string, certain: boolean): void {
    // A shell removes `..` and the name before it, even if that is a link.
    const entered = this.#folders.map((from) => below(from, folder)).flatMap((path) => [path, collapsed(path)]);
    this.#folders = [...new Set(certain && this.#depth === 0 ? entered : [...this.#folders, ...entered])].slice(0, MAX_FOLDERS);
    for (const one of entered) if (this.#everywhere.size < MAX_FOLDERS) this.#everywhere.add(one);
  }

  /**
   * Reads commands that may or may not change the folder of the commands after them.
   * @param read receives a function that returns to the folders before these commands, in addition.
   */
  optionally(read: (alsoBefore: () => void) => void): void {
    const before = this.#folders;
    const alsoBefore = (): void => {
      this.#folders = [...new Set([...before, ...this.#folders])].slice(0, MAX_FOLDERS);
    };
    read(alsoBefore);
    alsoBefore();
  }

  /** Reads commands that may run more than once, or later. */
  repeated(read: () => void): void {
    this.#depth += 1;
    read();
    this.#depth -= 1;
  }

  /** True if paths may be missing. */
  get full(): boolean {
    return this.#uses.size >= MAX_PATHS;
  }

  all(): readonly PathUse[] {
    for (const use of this.#repeatable) this.#put(use, [...this.#everywhere]);
    // A snapshot, because a link may lead to itself.
    const before = [...this.#uses.values()];
    for (const use of before) for (const path of this.#linked(use.path)) this.#record({ ...use, path });
    return [...this.#uses.values()];
  }

  #put(use: PathUse, folders: readonly string[]): void {
    for (const folder of folders) this.#record(folder === "." ? use : moved(use, folder));
  }

  #record(use: PathUse): void {
    if (!this.full) this.#uses.set(`${use.use} ${use.redirect ?? ""} ${use.whole ?? ""} ${use.path}`, use);
  }

  /** Other paths of a file that is named through a link. A relative link starts in the folder of the link. */
  #linked(path: string): readonly string[] {
    const name = plain(path);
    return this.#links.flatMap((link) => {
      if (name !== link.name && !name.startsWith(`${link.name}/`)) return [];
      const rest = name.slice(link.name.length);
      const folder = link.name.includes("/") ? link.name.slice(0, link.name.lastIndexOf("/")) : ".";
      return [link.of + rest, below(folder, link.of) + rest];
    });
  }
}

const moved = (use: PathUse, folder: string): PathUse => ({
  ...use,
  path: below(folder, use.path),
  ...(use.within === undefined ? {} : { within: below(folder, use.within) }),
});

/** A path without `name/..`. */
const collapsed = (path: string): string => {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === ".." && !["..", "", "~", undefined].includes(parts.at(-1))) parts.pop();
    else if (part !== "." && (part !== "" || parts.length === 0)) parts.push(part);
  }
  return parts.join("/") || ".";
};

const plain = (path: string): string =>
  path
    .replaceAll(/(?<=^|\/)(?:\.\/+)+/g, "")
    .replaceAll(/\/+/g, "/")
    .replace(/(.)\/$/, "$1");
