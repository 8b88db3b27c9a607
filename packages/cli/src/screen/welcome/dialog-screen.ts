import { escapeText } from "../../output/index.ts";
import { wrap } from "../blocks/index.ts";
import { type Choices, Dialogs, SecretPanel } from "../panels/index.ts";
import { type FrameTimer, InlineOutput, type ScreenTerminal } from "../terminal/index.ts";
import type { Theme } from "../themes/index.ts";
import type { WelcomeScreen } from "./welcome-screen.ts";

export interface DialogScreenOptions {
  readonly terminal: ScreenTerminal;
  readonly timer: FrameTimer;
  readonly theme: Theme;
}

/** Rows of a dialog are at most this wide, so that a narrower terminal does not wrap them. */
const WIDTH = 60;

/** Questions before there is a session, as panels at the terminal's end. */
export class DialogScreen implements WelcomeScreen {
  readonly #options: DialogScreenOptions;
  readonly #dialogs: Dialogs;
  readonly #output: InlineOutput;
  /** True if questions are no longer shown. */
  #isCancelled = false;

  constructor(options: DialogScreenOptions) {
    const { terminal, timer } = options;
    this.#options = options;
    this.#dialogs = new Dialogs(() => this.#output.request(true));
    this.#output = new InlineOutput({ output: terminal, timer, frame: () => ({ rows: this.#rows() }) });
    terminal.start(
      (input) => this.#input(input),
      () => this.#output.resized(),
    );
    this.#output.start();
  }

  print(text: string): void {
    const width = Math.max(10, this.#options.terminal.columns - 1);
    this.#output.print(
      escapeText(text.trimEnd())
        .split("\n")
        .flatMap((line) => wrap(line, width)),
    );
  }

  async choose<Value>(choices: Choices<Value>): Promise<Value | undefined> {
    return this.#isCancelled ? undefined : this.#dialogs.choose(choices);
  }

  async readSecret(title: string): Promise<string | undefined> {
    return this.#isCancelled ? undefined : this.#dialogs.show<string>((take) => new SecretPanel({ title, take }));
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#dialogs.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#output.stop();
    await this.#options.terminal.drain();
    this.close();
  }

  close(): void {
    this.#dialogs.close();
    this.#output.stop();
    this.#options.terminal.stop();
  }

  #input(input: string): void {
    const dialog = this.#dialogs.current;
    if (dialog?.kind === "panel") dialog.panel.input(input);
    this.#output.request(true);
  }

  #rows(): readonly string[] {
    const { terminal, theme } = this.#options;
    const dialog = this.#dialogs.current;
    if (dialog?.kind !== "panel") return [""];
    return dialog.panel.rows({ width: Math.max(10, Math.min(terminal.columns - 1, WIDTH)), height: Math.max(3, terminal.rows - 1) }, theme);
  }
}
