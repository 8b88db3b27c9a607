import type { Keymap } from "../keys/index.ts";
import type { Page } from "../panels/index.ts";
import { type FrameTimer, FullOutput, mouseEvent, type ScreenTerminal } from "../terminal/index.ts";
import type { Theme } from "../themes/index.ts";

export interface PageSurfaceOptions {
  readonly terminal: ScreenTerminal;
  readonly timer: FrameTimer;
  readonly theme: Theme;
  readonly keys: Pick<Keymap, "findInFull">;
}

/** Rows of one step of the wheel. */
const WHEEL = 3;

/** Shows a page in the alternate screen. */
export class PageSurface {
  readonly page: Page;
  readonly #options: PageSurfaceOptions;
  readonly #output: FullOutput;

  constructor(page: Page, options: PageSurfaceOptions) {
    const { terminal, timer, theme } = options;
    this.page = page;
    this.#options = options;
    const size = () => ({ width: Math.max(1, terminal.columns), height: Math.max(1, terminal.rows) });
    this.#output = new FullOutput({ output: terminal, timer, frame: () => page.frame(size(), theme) });
  }

  start(): void {
    this.#output.start();
  }

  stop(): void {
    this.#output.stop();
  }

  resized(): void {
    this.#output.resized();
  }

  request(urgent?: boolean): void {
    this.#output.request(urgent);
  }

  /** Handles the mouse, and the key that leaves it to the terminal. Returns false if the page gets the input. */
  input(data: string): boolean {
    const mouse = mouseEvent(data);
    if (mouse !== undefined) {
      if (mouse !== "ignored" && (mouse.kind === "up" || mouse.kind === "down")) this.page.scroll(mouse.kind === "up" ? -WHEEL : WHEEL);
      return true;
    }
    if (this.#options.keys.findInFull(data) !== "mouse") return false;
    this.#output.capturesMouse = !this.#output.capturesMouse;
    return true;
  }
}
