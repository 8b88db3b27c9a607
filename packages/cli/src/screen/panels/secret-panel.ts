import { applyKeys, EMPTY_LINE, type HiddenLine } from "../../auth/index.ts";
import { fit } from "../blocks/index.ts";
import type { Theme } from "../themes/index.ts";
import type { Panel } from "./panel.ts";

export interface SecretPanelOptions {
  /** Name of the secret. */
  readonly title: string;
  /** Gets the secret, or undefined if the user goes back. */
  readonly take: (secret: string | undefined) => void;
}

/** A line for a secret. It shows the number of characters only, and no history has it. Only Escape closes it without one. */
export class SecretPanel implements Panel {
  readonly #options: SecretPanelOptions;
  #line: HiddenLine = EMPTY_LINE;
  /** True after Enter without a secret. */
  #isMissing = false;

  constructor(options: SecretPanelOptions) {
    this.#options = options;
  }

  input(data: string): void {
    if (data === "\u001b") return this.#options.take(undefined);
    this.#line = applyKeys(this.#line, data);
    if (this.#line.state === "cancelled") return this.#options.take(undefined);
    const isDone = this.#line.state === "done";
    const secret = this.#line.text.trim();
    this.#isMissing = isDone && secret === "";
    if (this.#isMissing) this.#line = EMPTY_LINE;
    else if (isDone) this.#options.take(secret);
  }

  rows({ width }: { readonly width: number }, { accent, dim, warning }: Theme): readonly string[] {
    const { length } = Array.from(this.#line.text);
    return [
      fit(`${accent(this.#options.title)} ${"•".repeat(Math.min(length, width))}`, width),
      this.#isMissing
        ? warning(fit("  Nothing to take yet: type or paste it, then Enter · Esc", width))
        : dim(fit("  hidden while you type or paste · Enter · Esc goes back", width)),
    ];
  }
}
