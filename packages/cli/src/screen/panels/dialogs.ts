import type { Choices, Dialog } from "./dialog.ts";
import { ListPanel } from "./list-panel.ts";
import type { Page } from "./page.ts";
import type { Panel } from "./panel.ts";

/** The dialogs of commands, one at a time: a new one closes the one that is open. */
export class Dialogs {
  readonly #onChange: () => void;
  #open: { readonly dialog: Dialog; readonly close: () => void } | undefined;

  /** @param onChange called if another dialog is open, or none */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get current(): Dialog | undefined {
    return this.#open?.dialog;
  }

  /** Shows a list. Resolves to the chosen value, or undefined if the user closes it. */
  choose<Value>(choices: Choices<Value>): Promise<Value | undefined> {
    return this.show(
      (close: (value?: Value) => void) => new ListPanel({ ...choices, onChoose: close, onClose: () => close(), onChange: this.#onChange }),
    );
  }

  /** Shows a panel until it calls `close`. Resolves to the value of that call, or undefined if another dialog replaces it. */
  show<Value>(makePanel: (close: (value?: Value) => void) => Panel): Promise<Value | undefined> {
    return this.#show<Value>((close) => ({ kind: "panel", panel: makePanel(close) }));
  }

  /** Shows a page until it calls `close`, as `show` does a panel. */
  showPage<Value>(makePage: (close: (value?: Value) => void) => Page): Promise<Value | undefined> {
    return this.#show<Value>((close) => ({ kind: "page", page: makePage(close) }));
  }

  /** Asks for a line of text. Resolves to undefined if the user types none. */
  read(title: string, initial = ""): Promise<string | undefined> {
    return this.#show<string>((close) => ({ kind: "text", title, initial, take: close }));
  }

  /** Closes the open dialog. */
  close(): void {
    this.#open?.close();
  }

  #show<Value>(makeDialog: (close: (value?: Value) => void) => Dialog): Promise<Value | undefined> {
    this.close();
    const { promise, resolve } = Promise.withResolvers<Value | undefined>();
    const close = (value?: Value): void => {
      if (this.#open === open) {
        this.#open = undefined;
        this.#onChange();
      }
      resolve(value);
    };
    const open = { dialog: makeDialog(close), close };
    this.#open = open;
    this.#onChange();
    return promise;
  }
}
