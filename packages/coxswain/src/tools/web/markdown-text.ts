/** What comes between what is written and what is written next. */
type Gap = "none" | "space" | "line" | "block";
const WIDTHS: Readonly<Record<Gap, number>> = { none: 0, space: 1, line: 2, block: 3 };
/** Entries of lists and quotes within each other that lines are indented for: it has to be the text that makes the work, and not its depth. */
const DEEPEST = 12;

/** What lines stand in: an entry of a list, a quote. */
interface Container {
  /** What its first line begins with, and what the others do. */
  readonly first: string;
  readonly rest: string;
  begun: boolean;
}

/** Markdown that is being written. Gaps are written with what follows them, so that they come once and never at an end. */
export class MarkdownText {
  readonly #parts: string[] = [];
  readonly #containers: Container[] = [];
  #gap: Gap = "none";
  #length = 0;
  #spaceBefore = false;

  /** Words, of which any white space is one space. */
  words(text: string): void {
    const one = text.replaceAll(/[ \t\r\n\f]+/g, " ");
    if (one.startsWith(" ")) this.space();
    if (one === " ") return;
    this.put(one.slice(one.startsWith(" ") ? 1 : 0, one.endsWith(" ") ? -1 : undefined));
    if (one.endsWith(" ")) this.space();
  }

  /** Text as it is. */
  put(text: string): void {
    if (text === "") return;
    const written = this.#begin() + (this.#containers.length === 0 ? text : text.replaceAll("\n", `\n${this.#lineStart()}`));
    this.#parts.push(written);
    this.#length += written.length;
    this.#gap = "none";
  }

  space(): void {
    if (this.isEmpty) this.#spaceBefore = true;
    this.#widen("space");
  }

  line(): void {
    this.#widen("line");
  }

  block(): void {
    this.#widen("block");
  }

  /** False where it is too deep for that: what follows is then written as if nothing had been entered. */
  enter(first: string, rest: string): boolean {
    if (this.#containers.length === DEEPEST) return false;
    this.#containers.push({ first, rest, begun: false });
    return true;
  }

  /** Whether anything was written since it was entered. */
  leave(gap: "line" | "block"): boolean {
    const { begun = false } = this.#containers.pop() ?? {};
    if (begun) this.#gap = gap;
    return begun;
  }

  get content(): string {
    return this.#parts.join("");
  }

  get length(): number {
    return this.#length;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Whether white space came before all of it, and after. */
  get spaces(): { readonly before: boolean; readonly after: boolean } {
    return { before: this.#spaceBefore, after: this.#gap === "space" };
  }

  #widen(gap: Gap): void {
    // What has just been entered begins where it stands.
    if (this.#containers.at(-1)?.begun !== false && WIDTHS[gap] > WIDTHS[this.#gap]) this.#gap = gap;
  }

  #begin(): string {
    if (this.isEmpty) return this.#lineStart();
    if (this.#gap === "none") return "";
    if (this.#gap === "space") return " ";
    const blank = this.#containers.map(({ begun, rest }) => (begun ? rest : "")).join("");
    return this.#gap === "line" ? `\n${this.#lineStart()}` : `\n${blank.trimEnd()}\n${this.#lineStart()}`;
  }

  #lineStart(): string {
    const starts = this.#containers.map(({ begun, first, rest }) => (begun ? rest : first));
    for (const container of this.#containers) container.begun = true;
    return starts.join("");
  }
}
