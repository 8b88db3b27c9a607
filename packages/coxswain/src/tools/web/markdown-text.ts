/** White space between two written parts. */
type Gap = "none" | "space" | "line" | "block";
const WIDTHS: Readonly<Record<Gap, number>> = { none: 0, space: 1, line: 2, block: 3 };
/**
 * Maximum depth of nested lists and quotes to indent for. It bounds the work by the length of the text instead of its
 * depth.
 */
const DEEPEST = 12;

/** Container of lines: a list item or a quote. */
interface Container {
  /** Prefix of its first line and of the other lines. */
  readonly first: string;
  readonly rest: string;
  begun: boolean;
}

/** Markdown writer. Writes a gap only together with the text after it, so that gaps are never doubled or at an end. */
export class MarkdownText {
  readonly #parts: string[] = [];
  readonly #containers: Container[] = [];
  #gap: Gap = "none";
  #length = 0;
  #spaceBefore = false;

  /** Appends words. Collapses white space. */
  words(text: string): void {
    const one = text.replaceAll(/[ \t\r\n\f]+/g, " ");
    if (one.startsWith(" ")) this.space();
    if (one === " ") return;
    this.put(one.slice(one.startsWith(" ") ? 1 : 0, one.endsWith(" ") ? -1 : undefined));
    if (one.endsWith(" ")) this.space();
  }

  /** Appends text verbatim. */
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

  /** Returns false if the nesting is too deep. Following text is then written without this container. */
  enter(first: string, rest: string): boolean {
    if (this.#containers.length === DEEPEST) return false;
    this.#containers.push({ first, rest, begun: false });
    return true;
  }

  /** Returns true if anything was written to the container. */
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

  /** True for white space before the whole text and after it. */
  get spaces(): { readonly before: boolean; readonly after: boolean } {
    return { before: this.#spaceBefore, after: this.#gap === "space" };
  }

  #widen(gap: Gap): void {
    // The first text of a new container starts on the current line.
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

/** Formats a link. Shows both its text and its address. */
export const linkTo = (text: string, address: string): string => (address === "" ? text : `[${text}](${inBrackets(address)})`);

export const imageOf = (alt: string, address: string): string => (address === "" ? alt : `!${linkTo(escapedBrackets(alt), address)}`);

/** Escapes characters that would end the link text early. */
export const escapedBrackets = (text: string): string => text.replaceAll(/[\\[\]]/g, String.raw`\$&`);

const inBrackets = (address: string): string => address.replaceAll("(", "%28").replaceAll(")", "%29");

export const onOneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** Formats a code block with a fence that is longer than any fence inside. */
export const fenced = (code: string, language: string): string => {
  const text = code.replace(/^\n/, "").trimEnd();
  if (text === "") return "";
  let longest = 2;
  for (const [ticks] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, ticks.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
};

/**
 * Formats a table with the first row as header. Rows are not padded: padding could make the output of a small page
 * huge.
 */
export const tableOf = ([head, ...rows]: readonly (readonly string[])[]): string => {
  if (head === undefined) return "";
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
};

export const cellOf = (text: string): string => onOneLine(text).replaceAll("|", String.raw`\|`);
