import { applyKeys, EMPTY_LINE, type HiddenLine } from "../../auth/index.ts";
import { fit } from "../blocks/index.ts";
import type { Theme } from "../themes/index.ts";
import type { Panel } from "./panel.ts";

export interface SecretPanelOptions {
  /** Name of the secret. */
  readonly title: string;
  /** Gets the secret, or undefined if the user types none. */
  readonly take: (secret: string | undefined) => void;
}

/** A line for a secret. It shows the number of characters only, and no history has it. */
export class SecretPanel implements Panel {
  readonly #options: SecretPanelOptions;
  #line: HiddenLine = EMPTY_LINE;

  constructor(options: SecretPanelOptions) {
    this.#options = options;
  }

  input(data: string): void {
    if (data === "\u001b") return this.#options.take(undefined);
    this.#line = applyKeys(this.#line, data);
    if (this.#line.state === "cancelled") this.#options.take(undefined);
    if (this.#line.state === "done") this.#options.take(this.#line.text.trim() === "" ? undefined : this.#line.text.trim());
  }

  rows({ width }: { readonly width: number }, { accent, dim }: Theme): readonly string[] {
    const { length } = Array.from(this.#line.text);
    return [
      fit(`${accent(this.#options.title)} ${"•".repeat(Math.min(length, width))}`, width),
      dim(fit("  hidden while you type or paste · Enter · Esc goes back", width)),
    ];
  }
}
