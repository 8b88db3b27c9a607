/** Markdown that is being written, with how it ends so far, so that white space comes once. */
export class HtmlFrame {
  readonly tag: string;
  readonly #parts: string[] = [];
  #end: "start" | "text" | "space" | "line" | "block";
  /** Of a list, how many entries it has; of a row, its cells; of a table, its rows. */
  entries = 0;
  readonly cells: string[] = [];
  readonly rows: (readonly string[])[] = [];
  /** Where a link leads; what a code block is written in. */
  readonly attribute: string;

  /** `after`: the frame that this one is a part of a line in. */
  constructor(tag: string, attribute = "", after?: HtmlFrame) {
    this.tag = tag;
    this.attribute = attribute;
    this.#end = after === undefined ? "start" : after.#end;
  }

  /** Words, of which any white space is one space. */
  text(text: string): void {
    const one = text.replaceAll(/[ \t\r\n\f]+/g, " ");
    const fitting = this.#end === "text" ? one : one.trimStart();
    if (fitting === "") return;
    this.#parts.push(fitting);
    this.#end = fitting.endsWith(" ") ? "space" : "text";
  }

  /** Text as it is. */
  raw(text: string): void {
    if (text === "") return;
    this.#parts.push(text);
    this.#end = text.endsWith(" ") ? "space" : "text";
  }

  line(): void {
    if (this.#end === "text" || this.#end === "space") this.#breakWith("\n", "line");
  }

  block(): void {
    if (this.#end === "text" || this.#end === "space") this.#breakWith("\n\n", "block");
    else if (this.#end === "line") this.#breakWith("\n", "block");
  }

  get content(): string {
    return this.#parts.join("");
  }

  #breakWith(end: string, kind: "line" | "block"): void {
    const last = this.#parts.pop();
    if (last !== undefined) this.#parts.push(last.trimEnd() + (last.endsWith("\n") && last.trim() === "" ? last : ""));
    this.#parts.push(end);
    this.#end = kind;
  }
}
