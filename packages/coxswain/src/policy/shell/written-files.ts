import type { CommandWord } from "../../loop/index.ts";
import { baseName } from "./words.ts";
import { pathPattern } from "./path-pattern.ts";

/** Limit of contents per file. */
const MAX_CONTENTS = 12;
/** With more files, any other file has unknown content. */
const MAX_FILES = 100;
/** Stands for files with unknown names. */
const UNNAMED = "";

/**
 * Possible contents of files that the line itself writes, so that the reader can read what the line runs from them. Files
 * are identified by base name, because a line may change its folder and name a file in many ways. "" is unknown content.
 */
export class WrittenFiles {
  readonly #contents = new Map<string, readonly string[]>();
  /** Contents that are being read, so that a script that runs itself is read once. */
  readonly #open = new Set<string>();
  /** Contents of all other files. */
  #others: readonly string[] = [];

  get hasAny(): boolean {
    return this.#contents.size > 0;
  }

  /** @param append true if the content is added to the file. */
  write(file: CommandWord, contents: readonly string[], append = false): void {
    const name = file.kind === "known" || file.kind === "guess" ? baseName(file.text) : UNNAMED;
    if (name === "" && file.kind === "known") return;
    if (this.#contents.size >= MAX_FILES && !this.#contents.has(name)) {
      this.#others = [""];
      return;
    }
    const before = this.#contents.get(name) ?? [];
    const after = append
      ? before.flatMap((one) => (one === "" ? [] : contents.flatMap((text) => [`${one}${text}`, `${one}\n${text}`])))
      : [];
    this.#contents.set(name, limited([...before, ...contents, ...after]));
  }

  /** Possible contents of a file; empty if the line does not write it. */
  of({ kind, text }: CommandWord): readonly string[] {
    if (kind === "known" || kind === "guess") return this.#contents.get(baseName(text)) ?? this.#others;
    if (kind === "pattern")
      return limited([...this.#all((name) => name !== UNNAMED && pathPattern(baseName(text)).test(name)), ...this.#others]);
    // It may be any file. Unknown content of a file with another name does not count.
    return limited([...this.#all(() => true).filter((one) => one !== ""), ...(this.#contents.get(UNNAMED) ?? []), ...this.#others]);
  }

  /** Reads a content, unless it is being read already. */
  reading<Result>(text: string, read: () => Result): Result | undefined {
    if (this.#open.has(text)) return undefined;
    this.#open.add(text);
    const result = read();
    this.#open.delete(text);
    return result;
  }

  /** A separate copy with the known contents, for reading a guessed command. */
  copyKnown(): WrittenFiles {
    const copy = new WrittenFiles();
    for (const [name, texts] of this.#contents)
      copy.#contents.set(
        name,
        texts.filter((text) => text !== ""),
      );
    for (const text of this.#open) copy.#open.add(text);
    return copy;
  }

  #all(is: (name: string) => boolean): readonly string[] {
    return [...this.#contents].flatMap(([name, texts]) => (is(name) ? texts : []));
  }
}

/** Beyond the limit, contents become unknown content. */
function limited(contents: readonly string[]): readonly string[] {
  const all = [...new Set(contents)];
  return all.length > MAX_CONTENTS ? [...all.slice(0, MAX_CONTENTS - 1), ""] : all;
}
