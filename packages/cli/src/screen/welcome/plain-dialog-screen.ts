import { escapeLine, escapeText } from "../../output/index.ts";
import type { Choices } from "../panels/index.ts";
import { chooseItem, Conversations, type LineTerminal, PlainOutput } from "../plain/index.ts";
import type { WelcomeScreen } from "./welcome-screen.ts";

export interface PlainDialogScreenOptions {
  readonly terminal: LineTerminal;
  /**
   * Reads a line that the terminal does not show, after `begin` has shown the prompt. Resolves to undefined if the user or the
   * signal cancels.
   */
  readonly readHidden: (begin: () => void, signal: AbortSignal) => Promise<string | undefined>;
  /** Reads a line whose typed characters the terminal shows, but no paste. As `readHidden` otherwise. */
  readonly readTyped: (
    begin: () => void,
    signal: AbortSignal,
  ) => Promise<{ readonly text: string; readonly isPasted: boolean } | undefined>;
}

/** Questions before there is a session, in lines that are only added, with numbered choices. */
export class PlainDialogScreen implements WelcomeScreen {
  readonly #options: PlainDialogScreenOptions;
  readonly #output: PlainOutput;
  readonly #conversations: Conversations;
  readonly #cancelled = new AbortController();

  constructor(options: PlainDialogScreenOptions) {
    const { terminal } = options;
    this.#options = options;
    this.#output = new PlainOutput(terminal);
    this.#conversations = new Conversations({
      prompt: (text) => this.#output.prompt(text),
      drained: () => terminal.drained(),
      onQuiet: () => {},
    });
    this.#listen();
  }

  print(text: string): void {
    this.#output.print(escapeText(text.trimEnd()).split("\n"));
  }

  choose<Value>(choices: Choices<Value>): Promise<Value | undefined> {
    const { onPaste } = choices;
    if (onPaste !== undefined) return this.#chooseOrPaste(choices, onPaste);
    return this.#conversations.converse((ask) => chooseItem(choices, ask, (lines) => this.#output.print(lines)), this.#cancelled.signal);
  }

  /** A list to which a secret may be pasted, which the terminal would show. */
  async #chooseOrPaste<Value>(choices: Choices<Value>, onPaste: NonNullable<Choices<Value>["onPaste"]>): Promise<Value | undefined> {
    let pasted: Value | undefined;
    const ask = async (prompt: string): Promise<string | undefined> => {
      const line = await this.#read(prompt, this.#options.readTyped);
      pasted = line?.isPasted === true ? onPaste(line.text) : undefined;
      return pasted === undefined ? line?.text : undefined;
    };
    const chosen = await chooseItem(choices, ask, (lines) => this.#output.print(lines));
    return pasted ?? chosen;
  }

  async readSecret(title: string): Promise<string | undefined> {
    const prompt = `${escapeLine(title)}, hidden while you type or paste; Enter alone goes back: `;
    const secret = (await this.#read(prompt, this.#options.readHidden))?.trim() ?? "";
    return secret === "" ? undefined : secret;
  }

  async #read<Line>(
    prompt: string,
    read: (begin: () => void, signal: AbortSignal) => Promise<Line | undefined>,
  ): Promise<Line | undefined> {
    if (this.#cancelled.signal.aborted) return undefined;
    // Only one reader gets the keys.
    this.#options.terminal.stop();
    const line = await read(() => this.#output.prompt(prompt), this.#cancelled.signal);
    this.#output.end();
    this.#listen();
    return line;
  }

  cancel(): void {
    this.#cancelled.abort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }

  close(): void {
    this.cancel();
    this.#output.end();
    this.#options.terminal.stop();
  }

  #listen(): void {
    this.#options.terminal.start({
      typed: (text) => {
        this.#output.typed();
        this.#conversations.take(text);
      },
      interrupted: () => {
        this.#output.interrupted();
        this.#conversations.take(undefined);
      },
      continued: () => this.#output.promptAgain(),
      ended: () => this.cancel(),
    });
  }
}
