import { commandIn, type CommandHost, type Next } from "./commands/index.ts";
import type { DialogDesk } from "./dialog-desk.ts";
import { type ChipContents, expandTexts, type PromptEditor } from "./editor/index.ts";
import type { KeyAction } from "./keys/index.ts";
import { leavingChoices } from "./panels/index.ts";
import type { QueuedMessages } from "./queued-messages.ts";
import type { ScreenOptions } from "./screen-options.ts";

export interface PromptingOptions extends Pick<ScreenOptions, "session" | "actions" | "now"> {
  readonly editor: PromptEditor;
  readonly desk: DialogDesk;
  readonly queue: QueuedMessages;
  /** Returns the host of commands. */
  readonly host: () => CommandHost;
  /** True if a question is shown. */
  readonly isAsking: () => boolean;
  readonly print: (text: string) => void;
  /** True while nothing can be sent. */
  readonly isTypingAhead: () => boolean;
  readonly leave: () => void;
  /** Shows the end of the transcript. */
  readonly toEnd: () => void;
}

/** Milliseconds in which a second press of a key counts as the second of two. */
const TWICE = 1500;

/** Sends the prompts and commands of the user to a session, and interrupts it. */
export class Prompting {
  readonly #options: PromptingOptions;
  /** Time of the Ctrl+C after which another one exits. */
  #armedAt = Number.NEGATIVE_INFINITY;
  #escapedAt = Number.NEGATIVE_INFINITY;

  constructor(options: PromptingOptions) {
    this.#options = options;
  }

  /** Sends the editor's text, or gives it to the dialog that asks for it. */
  submit(text: string, when: "now" | "later", attached: ChipContents): void {
    const { desk, queue, editor, actions, isTypingAhead } = this.#options;
    if (isTypingAhead()) return editor.set(`${text}\n`);
    if (desk.typing !== undefined) return desk.typing.take(expandTexts(text, attached).trim());
    if (text.trim() === "") {
      if (actions.offer() !== undefined) actions.resume();
      return;
    }
    const how = queue.sendingOf(when);
    editor.set("");
    editor.remember(text);
    this.send(text, how, attached);
  }

  /** Runs a command, or sends text to the session. */
  send(text: string, when: "now" | "later", attached: ChipContents): void {
    const { actions, host, editor, print, toEnd } = this.#options;
    toEnd();
    const found = commandIn(text);
    const done = found === undefined ? actions.submit(text, when, attached) : found.command.run(expandTexts(found.words, attached), host());
    done.then(
      (line) => this.#show(line ?? undefined),
      (error: unknown) => {
        print(`! ${error instanceof Error ? error.message : String(error)}`);
        // A prompt that was not sent can be corrected.
        if (found === undefined && editor.isEmpty) editor.set(text);
      },
    );
  }

  /** Sends a prompt of a command. */
  async prompt(text: string): Promise<void> {
    this.#show(await this.#options.actions.submit(text, "now", new Map()));
  }

  /** Aborts the run. The messages that were queued for it return to the editor. Returns false if the key means something else. */
  interrupt(): boolean {
    const { session, actions, editor, queue } = this.#options;
    // Escape closes the list of completions first.
    if (editor.isCompleting) return false;
    if (actions.stopCommands()) return true;
    if (session.status !== "running") return false;
    queue.takeForRun();
    session.abort("Interrupted by the user.");
    return true;
  }

  /** Goes back in the conversation, if Escape is pressed twice with an empty editor and there is a command for it. */
  goBack(): boolean {
    const { editor, now } = this.#options;
    const isTwice = now() - this.#escapedAt < TWICE;
    this.#escapedAt = now();
    if (!isTwice || !editor.isEmpty || commandIn("/tree") === undefined) return false;
    this.submit("/tree", "now", editor.attached);
    return true;
  }

  /** A key was pressed. Another one between them makes two presses separate. */
  pressed(action: KeyAction | undefined): void {
    if (action !== "clear") this.#armedAt = Number.NEGATIVE_INFINITY;
    if (action !== "interrupt") this.#escapedAt = Number.NEGATIVE_INFINITY;
  }

  /** Clears the editor, else interrupts, else exits with a second press. Returns a line for the user. */
  clear(): string {
    const { editor, isAsking, now } = this.#options;
    const isTwice = now() - this.#armedAt < TWICE;
    this.#armedAt = Number.NEGATIVE_INFINITY;
    if (!editor.isEmpty && !isAsking()) editor.set("");
    else if (!this.interrupt()) {
      if (!isTwice) {
        this.#armedAt = now();
        return "Press Ctrl+C again to exit";
      }
      this.exit();
    }
    return "";
  }

  /** Asks whether to leave, if that ends work. */
  async mayLeave(kind: Next["kind"]): Promise<boolean> {
    const choices = this.#leavingChoices(kind);
    return choices === undefined || (await this.#options.desk.leaving.choose(choices)) === true;
  }

  /** Exits, at once if there is nothing to ask, so that no key that follows is handled before. */
  exit(): void {
    const { desk, leave } = this.#options;
    const choices = this.#leavingChoices("exit");
    if (choices === undefined) leave();
    else void desk.leaving.choose(choices).then((leaves) => leaves === true && leave());
  }

  #leavingChoices(kind: Next["kind"]): ReturnType<typeof leavingChoices> {
    const { session, actions } = this.#options;
    return leavingChoices({ session, commands: actions.commands() }, kind);
  }

  #show(line: string | undefined): void {
    if (line !== undefined && line !== "") this.#options.print(line);
  }
}
