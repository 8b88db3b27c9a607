import type { PromptEditor } from "./editor/index.ts";
import { type Dialog, Dialogs, type Page } from "./panels/index.ts";

export interface DialogDeskOptions {
  readonly editor: Pick<PromptEditor, "text" | "set">;
  /** Returns the dialog of an open question. */
  readonly question: () => Dialog | undefined;
  /** Called if another dialog is shown, or none. */
  readonly onChange: () => void;
}

/** The dialogs of a screen. One of them is shown; one that asks for text borrows the editor. */
export class DialogDesk {
  /** The dialogs of commands. */
  readonly commands: Dialogs;
  /** The dialog about leaving the session: it comes before the others. */
  readonly leaving: Dialogs;
  readonly #options: DialogDeskOptions;
  /** The dialog that takes the editor's text, and the text that was in the editor before. */
  #typing: { readonly dialog: Dialog & { readonly kind: "text" }; readonly draft: string } | undefined;

  constructor(options: DialogDeskOptions) {
    this.#options = options;
    this.commands = new Dialogs(() => this.changed());
    this.leaving = new Dialogs(() => this.changed());
  }

  /** The dialog that is shown: a question comes before the dialog of a command. */
  get current(): Dialog | undefined {
    return this.leaving.current ?? this.#options.question() ?? this.commands.current;
  }

  /** The page that covers the screen. */
  get page(): Page | undefined {
    const { current } = this;
    return current?.kind === "page" ? current.page : undefined;
  }

  /** The dialog that takes the editor's text. */
  get typing(): (Dialog & { readonly kind: "text" }) | undefined {
    return this.#typing?.dialog;
  }

  /** Another dialog may be shown: lends the editor to the one that asks for text, and gives the user's own text back afterwards. */
  changed(): void {
    const { editor, onChange } = this.#options;
    const dialog = this.current;
    if (dialog !== this.#typing?.dialog) {
      const draft = this.#typing?.draft ?? editor.text;
      if (dialog?.kind === "text") {
        this.#typing = { dialog, draft };
        editor.set(dialog.initial ?? "");
      } else if (this.#typing !== undefined) {
        this.#typing = undefined;
        editor.set(draft);
      }
    }
    onChange();
  }

  /** Closes the dialogs of commands and the one about leaving. */
  close(): void {
    this.commands.close();
    this.leaving.close();
  }
}
