import type { PermissionMode, Session } from "coxswain";
import { PERMISSION_MODES } from "coxswain/policy";
import { SessionView } from "coxswain/view";
import { escapeLine, escapeText } from "../output/index.ts";
import { wrap } from "./blocks/index.ts";
import { type CommandHost, commandIn, commandList, type Next, ownCommands } from "./commands/index.ts";
import { PromptEditor } from "./editor/index.ts";
import { actionOf, type KeyAction } from "./keys/index.ts";
import { InlineSurface, MOTION_INTERVAL, type Surface, type Tail, tailRows, type TailSize } from "./layout/index.ts";
import { type Dialog, Dialogs, QuestionDialog } from "./panels/index.ts";
import type { ScreenOptions } from "./screen-options.ts";

/** Milliseconds in which a second Ctrl+C exits. */
const TWICE = 1500;

/** A session at a terminal: its transcript, and below it its activity, a dialog or the editor, and the footer. */
export class Screen {
  readonly #options: ScreenOptions;
  readonly #view: SessionView;
  readonly #surface: Surface;
  readonly #editor: PromptEditor;
  readonly #questions: QuestionDialog;
  readonly #dialogs: Dialogs;
  readonly #host: CommandHost;
  readonly #left = Promise.withResolvers<Next>();
  /** The dialog that takes the editor's text, and the text that was in the editor before. */
  #typing: { readonly dialog: Dialog & { readonly kind: "text" }; readonly draft: string } | undefined;
  /** A line about the last key or command. */
  #hint = "";
  #mode: PermissionMode;
  #interruptedAt = Number.NEGATIVE_INFINITY;
  #stopMotion: (() => void) | undefined;

  constructor(options: ScreenOptions) {
    const { session, terminal, timer, theme, now, mode, questions, questionText } = options;
    this.#options = options;
    this.#mode = mode;
    this.#view = new SessionView(session.id);
    this.#surface = new InlineSurface({
      session: session.id,
      view: this.#view,
      terminal,
      timer,
      theme,
      now,
      tail: (size) => this.#tail(size),
    });
    this.#editor = new PromptEditor({
      terminal,
      theme,
      commands: ownCommands(options),
      cwd: session.state.cwd,
      onChange: () => this.#surface.request(true),
      onSubmit: (text) => this.#submit(text, "now"),
    });
    this.#dialogs = new Dialogs(() => this.#changeDialog());
    this.#questions = new QuestionDialog({
      questions,
      text: (question) => questionText(question, this.#surface.width),
      print: (rows) => this.#surface.print(rows),
      onChange: () => this.#changeDialog(),
    });
    this.#host = this.#commandHost(options);
  }

  /** Shows the session until the user leaves it. Returns what follows. */
  async run(): Promise<Next> {
    const { session } = this.#options;
    if (this.#options.opening !== undefined) this.print(this.#options.opening);
    for (const entry of session.entries) this.#view.add(entry);
    this.#surface.open();
    this.#editor.set(this.#options.draft ?? "");
    commandList(this.#host).then(
      (commands) => this.#editor.setCommands(commands),
      (error: unknown) => this.#report(error),
    );
    const events = session.events();
    this.reopen();
    this.#questions.start();
    const following = this.#follow(events);
    if (this.#options.command !== undefined) this.#submit(this.#options.command, "now");
    const next = await this.#left.promise;
    this.#questions.stop();
    this.#dialogs.close();
    this.close();
    await events.return?.(undefined);
    await following;
    return next;
  }

  /** Restores the terminal. What the screen has printed stays. */
  close(): void {
    this.#stopMotion?.();
    this.#stopMotion = undefined;
    this.#surface.stop();
    this.#options.terminal.stop();
  }

  /** Shows the screen, also after `close`. */
  reopen(): void {
    this.#options.terminal.start(
      (input) => this.#input(input),
      () => this.#surface.resized(),
    );
    this.#surface.start();
    this.#move();
  }

  /** Leaves the session. */
  leave(next: Next = { kind: "exit" }): void {
    this.#left.resolve(next);
  }

  /** Prints a text of the program itself. */
  print(text: string): void {
    const lines = escapeText(text).split("\n");
    this.#surface.print(["", ...lines.flatMap((line) => wrap(line, this.#surface.width))]);
  }

  #commandHost({ session, workplace, actions, theme }: ScreenOptions): CommandHost {
    return {
      session,
      workplace,
      mode: () => this.#mode,
      setMode: (next) => {
        this.#mode = next;
        actions.setMode(next);
      },
      print: (text) => this.print(text),
      show: (render) => this.#surface.print(["", ...render({ width: this.#surface.width }, theme)]),
      choose: (choices) => this.#dialogs.choose(choices),
      read: (title, initial) => this.#dialogs.read(title, initial),
      draft: (text) => this.#editor.set(text),
      submit: async (text) => this.#show(await actions.submit(text, "now")),
      leave: (next) => this.leave(next),
    };
  }

  async #follow(events: ReturnType<Session["events"]>): Promise<void> {
    for await (const event of events) {
      this.#view.apply(event);
      this.#surface.request();
      this.#move();
      // The conversation continues from another entry, so that other blocks are shown.
      if (event.type === "entry" && event.sessionId === this.#options.session.id && event.entry.type === "leaf")
        this.leave({ kind: "again", draft: this.#editor.text });
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
    const { session, theme, now, motion } = this.#options;
    return tailRows(size, {
      status: this.#view.status,
      queue: session.waiting.map(({ text }) => text),
      footer: this.#footer(),
      body: ({ width, height, isLow }) => {
        const dialog = this.#dialog;
        if (dialog?.kind === "panel") return { rows: dialog.panel.rows({ width, height }, theme) };
        return this.#editor.rows(width, !isLow);
      },
      theme,
      now: now(),
      motion,
    });
  }

  #footer(): string {
    const { theme, session } = this.#options;
    if (this.#hint !== "") return theme.warning(this.#hint);
    if (this.#typing !== undefined) return theme.warning(`${this.#typing.dialog.title}: type it, then Enter · Esc goes back`);
    const { context } = this.#view.status;
    const facts = [session.state.model, this.#mode, ...(context?.window === undefined ? [] : [`${context.percent} % context`])];
    return theme.dim(facts.map(escapeLine).join(" · "));
  }

  /** The dialog that is shown: a question comes before the dialog of a command. */
  get #dialog(): Dialog | undefined {
    return this.#questions.current ?? this.#dialogs.current;
  }

  /** Lends the editor to the dialog that asks for a line, and gives the user's own text back afterwards. */
  #changeDialog(): void {
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
    this.#hint = "";
    const dialog = this.#dialog;
    const action = actionOf(input);
    if (dialog?.kind === "panel" && action !== "mode" && action !== "suspend") dialog.panel.input(input);
    else if (dialog?.kind === "text" && (action === "interrupt" || action === "clear")) dialog.take(undefined);
    else if (action === undefined || !this.#act(action)) this.#editor.input(input);
    this.#surface.request(true);
  }

  /** Returns false if the editor gets the key. */
  #act(action: KeyAction): boolean {
    switch (action) {
      case "interrupt":
        return this.#interrupt();
      case "clear":
        return this.#clear();
      case "exit":
        if (!this.#editor.isEmpty) return false;
        this.leave();
        return true;
      case "queue":
        this.#submit(this.#editor.text, "later");
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
        return this.#restore();
    }
  }

  #interrupt(): boolean {
    if (this.#view.status.activity.kind === "idle") return false;
    this.#options.session.abort("Interrupted by the user.");
    return true;
  }

  /** Takes the last queued message back into the editor. */
  #restore(): boolean {
    const last = this.#options.session.waiting.at(-1);
    if (last === undefined) return false;
    last.cancel();
    this.#editor.set(this.#editor.isEmpty ? last.text : `${last.text}\n${this.#editor.text}`);
    return true;
  }

  #clear(): true {
    const now = this.#options.now();
    const isTwice = now - this.#interruptedAt < TWICE;
    this.#interruptedAt = now;
    if (isTwice) this.leave();
    else if (!this.#editor.isEmpty) this.#editor.set("");
    else if (!this.#interrupt()) this.#hint = "Press Ctrl+C again to exit";
    return true;
  }

  #submit(text: string, when: "now" | "later"): void {
    if (this.#typing !== undefined) return this.#typing.dialog.take(text.trim());
    if (text.trim() === "") return;
    this.#editor.set("");
    this.#editor.remember(text);
    const found = commandIn(text);
    const done = found === undefined ? this.#options.actions.submit(text, when) : found.command.run(found.words, this.#host);
    done.then(
      (line) => this.#show(line ?? undefined),
      (error: unknown) => this.#report(error),
    );
  }

  #show(line: string | undefined): void {
    if (line !== undefined && line !== "") this.print(line);
  }

  #report(error: unknown): void {
    this.print(`! ${error instanceof Error ? error.message : String(error)}`);
  }
}
