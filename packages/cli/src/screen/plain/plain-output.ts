import type { LineTerminal } from "./line-terminal.ts";

/** Lines at the end of a terminal, and the prompts after which the user types. */
export class PlainOutput {
  readonly #terminal: LineTerminal;
  /** `prompt`: the user types behind a prompt. `open`: the line is not ended for another reason. */
  #line: "ended" | "open" | "prompt" = "ended";
  #prompt = "";

  constructor(terminal: LineTerminal) {
    this.#terminal = terminal;
  }

  /** True if the last line is a prompt. */
  get isPrompting(): boolean {
    return this.#line === "prompt";
  }

  print(lines: readonly string[]): void {
    if (lines.length > 0) this.#write(`${lines.map((line) => line.trimEnd()).join("\n")}\n`, "ended");
  }

  /** Begins a line that the user ends. */
  prompt(text: string): void {
    this.#prompt = text;
    this.#write(text, "prompt");
  }

  /** Shows the prompt again, if there is one, after another program has used the terminal. */
  promptAgain(): void {
    if (this.isPrompting) this.#terminal.write(this.#prompt);
  }

  /** Ends an open line. */
  end(): void {
    this.#write("", "ended");
  }

  /** The user has ended the line, and the terminal has shown that. */
  typed(): void {
    this.#line = "ended";
  }

  /** The terminal has shown a key in the last line, which ends a prompt. */
  interrupted(): void {
    this.#line = "open";
  }

  #write(text: string, line: "ended" | "prompt"): void {
    this.#terminal.write(`${this.#line === "ended" ? "" : "\n"}${text}`);
    this.#line = line;
  }
}
