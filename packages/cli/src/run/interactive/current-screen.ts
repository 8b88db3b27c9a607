import type { Output } from "../../output/index.ts";
import type { SessionScreen } from "../../screen/index.ts";

/** The screen that is open, which shows messages of the program: on its own, standard error would disturb it. */
export class CurrentScreen {
  readonly #stderr: Output;
  #screen: SessionScreen | undefined;

  constructor(stderr: Output) {
    this.#stderr = stderr;
  }

  open(screen: SessionScreen): void {
    this.#screen = screen;
    this.#stderr.redirect((text) => screen.print(text.trimEnd()));
  }

  close(): void {
    this.#screen = undefined;
    this.#stderr.redirect(undefined);
  }

  /** Prints a line on the screen, or on standard error. */
  readonly print = (line: string): void => {
    if (this.#screen === undefined) this.#stderr.message(line);
    else this.#screen.print(line);
  };

  /** Leaves the screen. */
  readonly leave = (): void => this.#screen?.leave();
}
