import { isKeyRelease } from "@earendil-works/pi-tui";
import type { Event, PermissionMode } from "coxswain";
import { PERMISSION_MODES } from "coxswain/policy";
import { SessionView } from "coxswain/view";
import { escapeText } from "../output/index.ts";
import { fit, wrap } from "./blocks/index.ts";
import { type CommandHost, commandIn, type Next, ownCommands } from "./commands/index.ts";
import { type ChipContents, expandTexts, PromptEditor } from "./editor/index.ts";
import { Footer } from "./footer/index.ts";
import { type KeyAction, setEditorKeys } from "./keys/index.ts";
import { InlineSurface, MOTION_INTERVAL, type Surface, type Tail, tailRows, type TailSize } from "./layout/index.ts";
import { type Dialog, Dialogs, leavingChoices, QuestionDialog } from "./panels/index.ts";
import { QueuedMessages } from "./queued-messages.ts";
import type { ScreenOptions } from "./screen-options.ts";
import { isPathChange, isRead } from "./screen-session.ts";
import type { SessionScreen } from "./session-screen.ts";

/** Milliseconds in which a second Ctrl+C exits. */
const TWICE = 1500;

/** A session at a terminal: its transcript, and below it its activity, a dialog or the editor, and the footer. */
export class Screen implements SessionScreen {
  readonly #options: ScreenOptions;
  readonly #view: SessionView;
  readonly #surface: Surface;
  readonly #editor: PromptEditor;
  readonly #questions: QuestionDialog;
  readonly #dialogs: Dialogs;
  /** The dialog about leaving the session: it comes before the others. */
  readonly #leaving: Dialogs;
  readonly #queue: QueuedMessages;
  readonly #host: CommandHost;
  readonly #footer: Footer;
  readonly #left = Promise.withResolvers<Next>();
  #hasLeft = false;
  /** The dialog that takes the editor's text, and the text that was in the editor before. */
  #typing: { readonly dialog: Dialog & { readonly kind: "text" }; readonly draft: string } | undefined;
  /** A line about the last key or command. */
  #hint = "";
  #mode: PermissionMode;
  #interruptedAt = Number.NEGATIVE_INFINITY;
  #escapedAt = Number.NEGATIVE_INFINITY;
  #stopMotion: (() => void) | undefined;

  constructor(options: ScreenOptions) {
    const { session, terminal, timer, themes, now, mode, questions, textQuestions, questionPreview, editor, keys, describe } = options;
    const { theme } = themes;
    this.#options = options;
    this.#mode = mode;
    this.#view = new SessionView(session.id, describe === undefined ? {} : { describe });
    this.#surface = new InlineSurface({
      session: session.id,
      view: this.#view,
      terminal,
      timer,
      theme,
      now,
      tail: (size) => this.#tail(size),
    });
    setEditorKeys(keys.editor);
    this.#editor = new PromptEditor({
      terminal,
      theme,
      timer,
      now,
      commands: ownCommands(this.#listHost(options)),
      cwd: session.state.cwd,
      sources: editor,
      onChange: () => this.#surface.request(true),
      onSubmit: (text, attached) => this.#submit(text, "now", attached),
    });
    this.#dialogs = new Dialogs(() => this.#changeDialog());
    this.#leaving = new Dialogs(() => this.#changeDialog());
    this.#questions = new QuestionDialog({
      cwd: () => session.state.cwd,
      ruleFault: (asked, rules) => session.questions.find(({ question }) => question.id === asked.id)?.ruleFault(rules),
      questions,
      textQuestions,
      timer,
      preview: questionPreview,
      rows: () => terminal.rows,
      show: (render) => this.#surface.print(render(this.#surface.width, theme)),
      onType: (input) => {
        const target = keys.find(input);
        this.#type(input, target?.kind === "action" ? target.action : undefined);
      },
      onChange: () => this.#changeDialog(),
    });
    this.#queue = new QueuedMessages({
      session,
      editor: this.#editor,
      dialogs: this.#dialogs,
      onChange: (hint) => {
        this.#hint = hint;
        this.#surface.request(true);
      },
    });
    this.#host = this.#commandHost(options);
    const footerParts = {
      session,
      timer,
      status: () => this.#view.status,
      mode: () => this.#mode,
      onChange: () => this.#surface.request(),
      print: (line: string) => this.print(line),
    };
    this.#footer = new Footer(footerParts, options.footer);
  }

  /** Shows the session until the user leaves it. Returns what follows. */
  async run(): Promise<Next> {
    const { session } = this.#options;
    if (this.#options.opening !== undefined) this.print(this.#options.opening);
    for (const entry of session.entries) this.#view.add(entry);
    const last = session.entries.at(-1)?.seq ?? -1;
    this.#surface.open();
    this.#editor.set(this.#options.draft ?? "");
    const events = session.events();
    this.reopen();
    this.#questions.start();
    this.#footer.start();
    void this.#editor.restore().then((isRestored) => isRestored && this.#notice(RESTORED));
    const following = this.#follow(events, last);
    if (this.#options.command !== undefined) this.#send(this.#options.command, "now", new Map());
    const next = await this.#left.promise;
    this.#questions.stop();
    this.#dialogs.close();
    this.#footer.stop();
    this.#leaving.close();
    this.close();
    await events.return?.();
    await following;
    await this.#editor.close();
    return next;
  }

  /** Restores the terminal. What the screen has printed stays. */
  close(): void {
    this.#stopMotion?.();
    this.#stopMotion = undefined;
    this.#surface.stop();
    this.#options.announcer?.stop();
    this.#options.terminal.stop();
  }

  /** Shows the screen, also after `close`. */
  reopen(): void {
    this.#options.terminal.start(
      (input) => this.#input(input),
      () => this.#surface.resized(),
    );
    this.#surface.start();
    this.#options.announcer?.start();
    this.#move();
  }

  /** Draws a frame soon, because the appearance changed. */
  refresh(): void {
    this.#surface.request();
  }

  /** Leaves the session. */
  leave(next: Next = { kind: "exit" }): void {
    this.#hasLeft = true;
    this.#left.resolve(next);
  }

  /** Prints a text of the program itself. */
  print(text: string): void {
    const lines = escapeText(text).split("\n");
    this.#surface.print(["", ...lines.flatMap((line) => wrap(line, this.#surface.width))]);
  }

  #listHost({ ownSession, workplace }: ScreenOptions): Pick<CommandHost, "session" | "workplace"> {
    return {
      get session() {
        return ownSession();
      },
      workplace,
    };
  }

  #commandHost({ session, ownSession, workplace, actions, themes, keys }: ScreenOptions): CommandHost {
    return {
      get session() {
        return ownSession();
      },
      workplace,
      keys,
      themes,
      mode: () => this.#mode,
      setMode: (next) => {
        this.#mode = next;
        actions.setMode(next);
        for (const question of session.questions) question.review();
        this.#footer.changed();
      },
      print: (text) => this.print(text),
      show: (render) => this.#surface.print(["", ...render({ width: this.#surface.width }, themes.theme)]),
      choose: (choices) => this.#dialogs.choose(choices),
      read: (title, initial) => this.#dialogs.read(title, initial),
      draft: (text) => this.#editor.set(text),
      submit: async (text) => this.#show(await actions.submit(text, "now", new Map())),
      mayLeave: (next) => this.#mayLeave(next),
      leave: (next) => this.leave(next),
    };
  }

  async #follow(events: AsyncIterable<Event>, last: number): Promise<void> {
    for await (const event of events) {
      if (!isRead(event, this.#options.session, last)) this.#view.apply(event);
      this.#questions.apply(event);
      this.#footer.apply(event);
      this.#options.announcer?.apply(event);
      // Reduced motion: the next tick shows the change.
      if (this.#options.motion || this.#view.status.activity.kind === "idle") this.#surface.request();
      this.#move();
      if (isPathChange(event, this.#options.session)) this.leave({ kind: "again", draft: this.#editor.text });
    }
  }

  /** Draws moving signs and growing times while something runs. */
  #move(): void {
    if (this.#stopMotion !== undefined || this.#view.status.activity.kind === "idle") return;
    const interval = this.#options.motion ? MOTION_INTERVAL : 1000;
    this.#stopMotion = this.#options.timer.after(interval, () => {
      this.#stopMotion = undefined;
      this.#surface.request();
      this.#move();
    });
  }

  #tail(size: TailSize): Tail {
    const { session, now, motion } = this.#options;
    const { theme } = this.#options.themes;
    return tailRows(size, {
      status: this.#view.status,
      queue: session.waiting,
      footer: (place) => this.#footerRows(place),
      body: ({ width, height, isLow }) => {
        const dialog = this.#dialog;
        if (dialog?.kind === "panel") return { rows: dialog.panel.rows({ width, height }, theme) };
        const { rows, caret } = this.#editor.rows({ width, height, withRules: !isLow });
        return this.#editor.hasInputMethod ? { rows, caret } : { rows };
      },
      theme,
      now: now(),
      motion,
    });
  }

  /** A line about the last key, or about the text that a dialog asks for, replaces the facts. */
  #footerRows(size: { readonly width: number; readonly most: number }): readonly string[] {
    const { theme } = this.#options.themes;
    const line = this.#hint === "" ? this.#request : this.#hint;
    return line === "" ? this.#footer.rows(size, theme) : [theme.warning(fit(line, size.width))];
  }

  /** A line about the next step of the user, if it is not the usual one. */
  get #request(): string {
    if (this.#typing !== undefined) return `${this.#typing.dialog.title}: type it, then Enter · Esc goes back`;
    if (this.#questions.isWaiting) return "A question waits: stop typing to see it";
    return this.#queue.hint ?? "";
  }

  /** The dialog that is shown: a question comes before the dialog of a command. */
  get #dialog(): Dialog | undefined {
    return this.#leaving.current ?? this.#questions.current ?? this.#dialogs.current;
  }

  /** Lends the editor to the dialog that asks for a line, and gives the user's own text back afterwards. */
  #changeDialog(): void {
    this.#options.announcer?.ask(this.#options.questions.first);
    const dialog = this.#dialog;
    if (dialog !== this.#typing?.dialog) {
      const draft = this.#typing?.draft ?? this.#editor.text;
      if (dialog?.kind === "text") {
        this.#typing = { dialog, draft };
        this.#editor.set(dialog.initial ?? "");
      } else if (this.#typing !== undefined) {
        this.#typing = undefined;
        this.#editor.set(draft);
      }
    }
    this.#surface.request(true);
  }

  #input(input: string): void {
    // Terminals with the keyboard protocol of kitty report that a key is released too.
    if (isKeyRelease(input)) return;
    this.#hint = "";
    const dialog = this.#dialog;
    const target = this.#options.keys.find(input);
    const action = target?.kind === "action" ? target.action : undefined;
    const isPassed = action === "mode" || action === "suspend" || (action === "clear" && dialog === this.#questions.current);
    if (dialog?.kind === "panel" && !isPassed) {
      if (dialog !== this.#questions.current) this.#questions.typed();
      dialog.panel.input(input);
    } else if (dialog?.kind === "text" && (action === "interrupt" || action === "clear")) dialog.take(undefined);
    else if (target?.kind === "command" && dialog === undefined) this.#send(target.text, "now", new Map());
    else this.#type(input, action);
    this.#surface.request(true);
  }

  /** Handles a key that no panel gets. */
  #type(input: string, action: KeyAction | undefined): void {
    this.#questions.typed();
    if (action === undefined || !this.#act(action)) this.#editor.input(input);
    this.#queue.edited();
  }

  /** Returns false if the editor gets the key. */
  #act(action: KeyAction): boolean {
    switch (action) {
      case "interrupt":
        return this.#interrupt() || this.#goBack();
      case "clear":
        return this.#clear();
      case "exit":
        if (!this.#editor.isEmpty) return false;
        void this.#exit();
        return true;
      case "queue":
        this.#submit(this.#editor.text, "later", this.#editor.attached);
        return true;
      case "mode":
        this.#host.setMode(PERMISSION_MODES[(PERMISSION_MODES.indexOf(this.#mode) + 1) % PERMISSION_MODES.length] ?? this.#mode);
        return true;
      case "expand":
        this.#hint = this.#surface.expand();
        return true;
      case "suspend":
        this.#options.actions.suspend();
        return true;
      case "restore":
        return this.#queue.takeBack();
      case "history":
        void this.#dialogs.show((close: () => void) =>
          this.#editor.historyPanel((hint) => {
            close();
            this.#notice(hint);
          }),
        );
        return true;
      case "edit":
        this.#editExternally();
        return true;
      case "image":
        this.#editor.pasteImage().catch((error: unknown) => this.print(`! ${messageOf(error)}`));
        return true;
    }
  }

  /** Shows a line about what just happened, until the next key. */
  #notice(hint: string): void {
    this.#hint = hint;
    this.#surface.request(true);
  }

  /** Gives the terminal to the user's editor, and takes it back. */
  #editExternally(): void {
    this.close();
    this.#editor
      .editExternally()
      .catch((error: unknown) => this.print(`! ${messageOf(error)}`))
      .finally(() => {
        if (!this.#hasLeft) this.reopen();
      });
  }

  /** Aborts the run. The messages that were queued for it return to the editor. */
  #interrupt(): boolean {
    // Escape closes the list of completions first.
    if (this.#editor.isCompleting) return false;
    const { session, actions } = this.#options;
    if (actions.stopCommands()) return true;
    if (session.status !== "running") return false;
    this.#queue.takeForRun();
    session.abort("Interrupted by the user.");
    return true;
  }

  /** Goes back in the conversation, if Escape is pressed twice with an empty editor and there is a command for it. */
  #goBack(): boolean {
    const now = this.#options.now();
    const isTwice = now - this.#escapedAt < TWICE;
    this.#escapedAt = now;
    if (!isTwice || !this.#editor.isEmpty || commandIn("/tree") === undefined) return false;
    this.#submit("/tree", "now", this.#editor.attached);
    return true;
  }

  #clear(): true {
    const now = this.#options.now();
    const isTwice = now - this.#interruptedAt < TWICE;
    this.#interruptedAt = now;
    if (isTwice) void this.#exit();
    else if (!this.#editor.isEmpty && this.#questions.current === undefined) this.#editor.set("");
    else if (!this.#interrupt()) this.#hint = "Press Ctrl+C again to exit";
    return true;
  }

  /** Asks whether to leave, if that ends work. */
  async #mayLeave(kind: Next["kind"]): Promise<boolean> {
    const choices = leavingChoices(this.#options.session, kind);
    return choices === undefined || (await this.#leaving.choose(choices)) === true;
  }

  async #exit(): Promise<void> {
    if (await this.#mayLeave("exit")) this.leave();
  }

  #submit(text: string, when: "now" | "later", attached: ChipContents): void {
    if (this.#typing !== undefined) return this.#typing.dialog.take(expandTexts(text, attached).trim());
    if (text.trim() === "") return;
    const how = this.#queue.sendingOf(when);
    this.#editor.set("");
    this.#editor.remember(text);
    this.#send(text, how, attached);
  }

  /** Runs a command, or sends text to the session. */
  #send(text: string, when: "now" | "later", attached: ChipContents): void {
    const found = commandIn(text);
    const done =
      found === undefined
        ? this.#options.actions.submit(text, when, attached)
        : found.command.run(expandTexts(found.words, attached), this.#host);
    done.then(
      (line) => this.#show(line ?? undefined),
      (error: unknown) => {
        this.#report(error);
        // A prompt that was not sent can be corrected.
        if (found === undefined && this.#editor.isEmpty) this.#editor.set(text);
      },
    );
  }

  #show(line: string | undefined): void {
    if (line !== undefined && line !== "") this.print(line);
  }

  #report(error: unknown): void {
    this.print(`! ${messageOf(error)}`);
  }
}

const RESTORED = "Restored an unsent prompt · Ctrl+C clears it";

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
