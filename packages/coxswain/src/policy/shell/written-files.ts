import type { CommandWord } from "../../loop/index.ts";
import { baseName } from "./words.ts";
import { pathPattern } from "./path-pattern.ts";

/** More texts of one file are not told apart. */
const MOST_TEXTS = 12;
/** With more files, any may hold anything. */
const MOST_FILES = 100;
/** The name of files whose names are not known. */
const UNNAMED = "";

/**
 * What the files hold that a line itself writes, so that what it runs from one of them can be read. They are known by their base names: a line may change its
 * folder, and call a file in many ways. A text that is not known is "".
 */
export class WrittenFiles {
  readonly #texts = new Map<string, readonly string[]>();
  /** What is being read, so that a script which runs itself is read once. */
  readonly #open = new Set<string>();
  /** What a file holds that is not among them. */
  #others: readonly string[] = [];

  get some(): boolean {
    return this.#texts.size > 0;
  }

  /** @param added it stands behind what the file holds already. */
  write(file: CommandWord, texts: readonly string[], added = false): void {
    const name = file.kind === "known" || file.kind === "guess" ? baseName(file.text) : UNNAMED;
    if (name === "" && file.kind === "known") return;
    if (this.#texts.size >= MOST_FILES && !this.#texts.has(name)) {
      this.#others = [""];
      return;
    }
    const before = this.#texts.get(name) ?? [];
    const after = added ? before.flatMap((one) => (one === "" ? [] : texts.flatMap((text) => [`${one}${text}`, `${one}\n${text}`]))) : [];
    this.#texts.set(name, told([...before, ...texts, ...after]));
  }

  /** What a file may hold; nothing where the line does not write it. */
  of({ kind, text }: CommandWord): readonly string[] {
    if (kind === "known" || kind === "guess") return this.#texts.get(baseName(text)) ?? this.#others;
    if (kind === "pattern")
      return told([...this.#all((name) => name !== UNNAMED && pathPattern(baseName(text)).test(name)), ...this.#others]);
    // It may be any of them: what is not known of one that is named otherwise says nothing.
    return told([...this.#all(() => true).filter((one) => one !== ""), ...(this.#texts.get(UNNAMED) ?? []), ...this.#others]);
  }

  /** Reads a text, unless it is being read. */
  reading<Result>(text: string, read: () => Result): Result | undefined {
    if (this.#open.has(text)) return undefined;
    this.#open.add(text);
    const result = read();
    this.#open.delete(text);
    return result;
  }

  /** What is known of the same files, to which others can be added apart: for what is only thought to be a command. */
  known(): WrittenFiles {
    const copy = new WrittenFiles();
    for (const [name, texts] of this.#texts)
      copy.#texts.set(
        name,
        texts.filter((text) => text !== ""),
      );
    for (const text of this.#open) copy.#open.add(text);
    return copy;
  }

  #all(is: (name: string) => boolean): readonly string[] {
    return [...this.#texts].flatMap(([name, texts]) => (is(name) ? texts : []));
  }
}

/** One that is not told is not known. */
function told(texts: readonly string[]): readonly string[] {
  const all = [...new Set(texts)];
  return all.length > MOST_TEXTS ? [...all.slice(0, MOST_TEXTS - 1), ""] : all;
}
