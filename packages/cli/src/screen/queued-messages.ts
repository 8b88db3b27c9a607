import type { PromptEditor } from "./editor/index.ts";
import { type Dialogs, queueChoices } from "./panels/index.ts";
import type { ScreenSession, WaitingMessage } from "./screen-session.ts";
import { takeForRun } from "./take-messages.ts";

export interface QueuedMessagesOptions {
  readonly session: Pick<ScreenSession, "isBusy" | "waiting">;
  readonly editor: Pick<PromptEditor, "text" | "isEmpty" | "set" | "typedAs">;
  readonly dialogs: Pick<Dialogs, "choose">;
  /** Called with a line for the user, and after the editor has changed without a key. */
  readonly onChange: (hint: string) => void;
}

/** The queued messages of a session, which return to the editor. */
export class QueuedMessages {
  readonly #options: QueuedMessagesOptions;
  /** The way to send a message again that was taken back. */
  #again: "now" | "later" | undefined;

  constructor(options: QueuedMessagesOptions) {
    this.#options = options;
  }

  /** A line about what Enter does with a message that was taken back, or undefined. */
  get hint(): string | undefined {
    if (this.#again === undefined || !this.#options.session.isBusy) return undefined;
    return `Enter sends it again ${this.#again === "now" ? "to steer the run" : "for the end of the run"}`;
  }

  /** Returns how the text in the editor is sent: a message that was taken back as before, unless it shall wait for the run's end. */
  sendingOf(when: "now" | "later"): "now" | "later" {
    const how = when === "later" ? when : (this.#again ?? when);
    this.#again = undefined;
    return how;
  }

  /** The user has changed the text in the editor. */
  edited(): void {
    if (this.#options.editor.isEmpty) this.#again = undefined;
  }

  /** Takes a message back: the only one, or one that the user chooses. Returns false if there is none. */
  takeBack(): boolean {
    const { session, dialogs } = this.#options;
    const { waiting } = session;
    const [first, ...others] = waiting;
    if (first === undefined) return false;
    if (others.length === 0) void this.#take(first);
    else void dialogs.choose(queueChoices(waiting)).then((chosen) => chosen && this.#take(chosen));
    return true;
  }

  /** Takes back all messages for a run that the user interrupts, which would be lost. */
  takeForRun(): void {
    const queued = takeForRun(this.#options.session);
    this.#again = undefined;
    if (queued !== "") this.#addBefore(queued);
  }

  async #take(message: WaitingMessage): Promise<void> {
    const { session, onChange } = this.#options;
    const before = session.waiting.length;
    try {
      await message.cancel("The user took it back.", { returned: true });
    } catch (error) {
      return onChange(error instanceof Error ? error.message : String(error));
    }
    if (session.waiting.length === before) return onChange("Too late to take the message back");
    this.#again = message.how === "steer" ? "now" : "later";
    this.#addBefore(message.text);
    onChange("");
  }

  /** Puts text before the one in the editor. */
  #addBefore(sent: string): void {
    const { editor } = this.#options;
    const text = editor.typedAs(sent);
    editor.set(editor.isEmpty ? text : `${text}\n${editor.text}`);
  }
}
