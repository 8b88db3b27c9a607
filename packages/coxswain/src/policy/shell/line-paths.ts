import type { PathUse } from "../../loop/index.ts";
import { below } from "./word-paths.ts";

/** More folders that a line may be in are not told apart. */
const MOST_FOLDERS = 16;
/** More paths of one line are not kept. */
const MOST_PATHS = 1000;

/** The files of a line, as they are met: where relative ones begin after each `cd`, and what they are called by links that the line makes itself. */
export class PathsSeen {
  /** Where the line may be. */
  #folders: readonly string[] = ["."];
  /** Where it may have been or may come to. */
  readonly #everywhere = new Set<string>(["."]);
  readonly #uses = new Map<string, PathUse>();
  /** In what may be run again later, when the folder is another one. */
  readonly #again: PathUse[] = [];
  readonly #links: { readonly name: string; readonly of: string }[] = [];
  #depth = 0;

  add(use: PathUse): void {
    if (this.#depth > 0) this.#again.push(use);
    this.#put(use, this.#folders);
  }

  link(name: string, of: string): void {
    this.#links.push({ name: plain(name), of });
  }

  /** @param certain what comes next is run only if the folder was changed. */
  enter(folder: string, certain: boolean): void {
    const entered = this.#folders.map((from) => below(from, folder));
    this.#folders = [...new Set(certain && this.#depth === 0 ? entered : [...this.#folders, ...entered])].slice(0, MOST_FOLDERS);
    for (const one of entered) if (this.#everywhere.size < MOST_FOLDERS) this.#everywhere.add(one);
  }

  /** Commands after which the line may be where it was before, or where they went. */
  apart(read: () => void): void {
    const before = this.#folders;
    read();
    this.#folders = [...new Set([...before, ...this.#folders])].slice(0, MOST_FOLDERS);
  }

  /** Commands that may be run more than once, or later. */
  repeated(read: () => void): void {
    this.#depth += 1;
    read();
    this.#depth -= 1;
  }

  /** Whether there are more than are kept. */
  get full(): boolean {
    return this.#uses.size >= MOST_PATHS;
  }

  all(): readonly PathUse[] {
    for (const use of this.#again) this.#put(use, [...this.#everywhere]);
    // What is kept by this is not gone through again: a link may lead to itself.
    const met = [...this.#uses.values()];
    for (const use of met) for (const path of this.#linked(use.path)) this.#keep({ ...use, path });
    return [...this.#uses.values()];
  }

  #put(use: PathUse, folders: readonly string[]): void {
    for (const folder of folders) this.#keep(folder === "." ? use : moved(use, folder));
  }

  #keep(use: PathUse): void {
    if (!this.full) this.#uses.set(`${use.use} ${use.redirect ?? ""} ${use.whole ?? ""} ${use.path}`, use);
  }

  /** What a path is besides, if it goes through a link. A link to a relative path begins where the link lies. */
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

const plain = (path: string): string =>
  path
    .replaceAll(/(?<=^|\/)(?:\.\/+)+/g, "")
    .replaceAll(/\/+/g, "/")
    .replace(/(.)\/$/, "$1");
