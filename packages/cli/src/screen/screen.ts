import { isKeyRelease } from "@earendil-works/pi-tui";
import type { Event, PermissionMode } from "coxswain";
import { SessionView } from "coxswain/view";
import { escapeText } from "../output/index.ts";
import { wrap } from "./blocks/index.ts";
import { type CommandHost, type Next, nextMode, ownCommands } from "./commands/index.ts";
import { DialogDesk } from "./dialog-desk.ts";
import { PromptEditor } from "./editor/index.ts";
import { Footer } from "./footer/index.ts";
import { type KeyAction, setEditorKeys } from "./keys/index.ts";
import { type Focus, isAtWork, MOTION_INTERVAL, ScreenSurface, type SurfaceMode, type TailSize, Transcript } from "./layout/index.ts";
import { Motion } from "./motion.ts";
import { QuestionDialog } from "./panels/index.ts";
import { Prompting } from "./prompting.ts";
import { QueuedMessages } from "./queued-messages.ts";
import { type ScreenOptions, viewOptionsOf } from "./screen-options.ts";
import { isPathChange, isRead, OWNERS_MODE } from "./screen-session.ts";
import { shownEnd } from "./shown-end.ts";
import { leaveEditor } from "./leave-editor.ts";
import { screenHost } from "./screen-host.ts";
import { ScreenTail } from "./screen-tail.ts";
import type { SessionScreen } from "./session-screen.ts";

/** A session at a terminal: its transcript, and below it its activity, a dialog or the editor, and the footer. */
export class Screen implements SessionScreen {
  readonly #options: ScreenOptions;
  readonly #view: SessionView;
  readonly #surface: ScreenSurface;
  readonly #editor: PromptEditor;
  readonly #questions: QuestionDialog;
  readonly #desk: DialogDesk;
  readonly #prompting: Prompting;
  readonly #queue: QueuedMessages;
  readonly #host: CommandHost;
  readonly #footer: Footer;
  readonly #tail: ScreenTail;
  readonly #left = Promise.withResolvers<Next>();
  #hasLeft = false;
  /** True from a request for the terminal by another program until the screen is shown again. */
  #isReleased = false;
  /** Text for the screen that shows the session again. */
  #again: { readonly notice?: string } = {};
  /** A line about the last key or command. */
  #hint = "";
  #permissionMode: PermissionMode;
  readonly #motion: Motion;

  constructor(options: ScreenOptions) {
    const { session, terminal, timer, themes, now, mode, questions, textQuestions, questionPreview, editor, keys } = options;
    const { theme } = themes;
    this.#options = options;
    this.#permissionMode = mode;
    const viewOptions = viewOptionsOf(options);
    this.#view = new SessionView(session.id, viewOptions);
    const surface = {
      session: session.id,
      transcript: new Transcript(session, this.#view, viewOptions),
      terminal,
      timer,
      theme,
      styles: () => themes.styles,
      keys,
      now,
      tail: (size: TailSize) => this.#tail.rows(size),
      page: () => this.#desk.page,
      copy: (text: string) => options.workplace.copy(text),
      hint: (line: string) => void (this.#hint = line),
    };
    this.#surface = new ScreenSurface(surface, options.surface);
    setEditorKeys(keys.editor);
    this.#editor = new PromptEditor({
      terminal,
      theme,
      timer,
      now,
      commands: ownCommands({
        get session() {
          return options.ownSession();
        },
        workplace: options.workplace,
      }),
      cwd: session.state.cwd,
      sources: editor,
      onChange: () => this.#surface.request(true),
      onSubmit: (text, attached) => this.#prompting.submit(text, "now", attached),
    });
    this.#desk = new DialogDesk({
      editor: this.#editor,
      question: () => this.#questions.current,
      onChange: () => {
        options.announcer?.ask(questions.first ?? textQuestions.first);
        this.#surface.request(true);
      },
    });
    this.#questions = new QuestionDialog({
      cwd: () => session.state.cwd,
      ruleFault: (asked, rules) => session.questions.find(({ question }) => question.id === asked.id)?.ruleFault(rules),
      taskOf: (agent) => this.#view.taskOf(agent),
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
      onChange: () => this.#desk.changed(),
    });
    this.#queue = new QueuedMessages({
      session,
      editor: this.#editor,
      dialogs: this.#desk.commands,
      onChange: (hint) => {
        this.#hint = hint;
        this.#surface.request(true);
      },
    });
    this.#prompting = new Prompting({
      session,
      actions: options.actions,
      now,
      editor: this.#editor,
      desk: this.#desk,
      queue: this.#queue,
      host: () => this.#host,
      isAsking: () => this.#questions.current !== undefined,
      print: (text) => this.print(text),
      isTypingAhead: () => this.#isTypingAhead,
      leave: () => this.leave(),
      toEnd: () => this.#surface.toEnd(),
    });
    this.#host = screenHost(options, {
      surface: this.#surface,
      desk: this.#desk,
      editor: this.#editor,
      prompting: this.#prompting,
      mode: () => this.#permissionMode,
      setMode: (next) => this.#setMode(next),
      print: (text) => this.print(text),
      printAgain: (text) => void (this.#again = { notice: text }),
      leave: (next) => this.leave(next),
    });
    this.#motion = new Motion({
      timer,
      interval: options.motion ? MOTION_INTERVAL : 1000,
      isMoving: () => isAtWork(this.#view.status),
      draw: () => this.#surface.request(),
    });
    const footerParts = {
      session,
      timer,
      status: () => this.#view.status,
      mode: () => (session.isShared === true ? undefined : this.#permissionMode),
      onChange: () => this.#surface.request(),
      print: (line: string) => this.print(line),
    };
    this.#footer = new Footer(footerParts, options.footer);
    this.#tail = new ScreenTail({
      ...options,
      view: this.#view,
      editor: this.#editor,
      desk: this.#desk,
      questions: this.#questions,
      queue: this.#queue,
      footer: this.#footer,
      hint: () => this.#hint,
    });
  }

  /** Shows the session until the user leaves it. Returns what follows. */
  async run(): Promise<Next> {
    const { session } = this.#options;
    const last = session.entries.at(-1)?.seq ?? -1;
    this.#surface.open(this.#options.opening === undefined ? [] : this.#textRows(this.#options.opening));
    this.#editor.set(this.#options.draft ?? "");
    const events = session.events();
    this.reopen();
    this.#questions.start();
    this.#footer.start();
    void this.#editor.restore().then((isRestored) => isRestored && this.#notice(RESTORED));
    const following = this.#follow(events, last);
    if (this.#options.command !== undefined) this.#prompting.send(this.#options.command, "now", new Map());
    const next = await this.#left.promise;
    this.#questions.stop();
    this.#desk.close();
    // The end of the run would drop them.
    if (next.kind !== "again" && session.isShared !== true) this.#queue.takeForRun();
    if (next.kind !== "again") await shownEnd(this.#options.actions.finish(next), following, this.#options.timer);
    this.#footer.stop();
    await this.#surface.end();
    this.close();
    await events.return?.();
    await following;
    return leaveEditor(next, this.#editor);
  }

  get mode(): SurfaceMode {
    return this.#surface.mode;
  }

  /** Restores the terminal. What the screen has printed stays. */
  close(): void {
    this.#motion.stop();
    this.#surface.stop();
    this.#options.announcer?.stop();
    this.#options.terminal.stop();
  }

  /** Shows the screen, also after `close`. */
  reopen(): void {
    this.#isReleased = false;
    this.#options.terminal.start(
      (input) => this.#input(input),
      () => this.#surface.resized(),
    );
    this.#surface.start();
    this.#options.announcer?.start();
    this.#motion.start();
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
    this.#surface.print(this.#textRows(text));
  }

  #textRows(text: string): readonly string[] {
    const lines = escapeText(text).split("\n");
    return ["", ...lines.flatMap((line) => wrap(line, this.#surface.width))];
  }

  #setMode(next: PermissionMode): void {
    const { session, actions } = this.#options;
    if (session.isShared === true) return this.#notice(OWNERS_MODE);
    this.#permissionMode = next;
    actions.setMode(next);
    for (const question of session.questions) question.review();
    this.#footer.changed();
  }

  async #follow(events: AsyncIterable<Event>, last: number): Promise<void> {
    for await (const event of events) {
      if (!isRead(event, this.#options.session, last)) this.#view.apply(event);
      this.#questions.apply(event);
      this.#footer.apply(event);
      this.#options.announcer?.apply(event);
      // Reduced motion: the next tick shows the change.
      if (this.#options.motion || !isAtWork(this.#view.status)) this.#surface.request();
      this.#motion.start();
      if (isPathChange(event, this.#options.session)) this.leave({ kind: "again", ...this.#again });
    }
  }

  #input(input: string): void {
    // Terminals with the keyboard protocol of kitty report that a key is released too.
    if (isKeyRelease(input)) return;
    if (this.#isTypingAhead) return this.#typeAhead(input);
    this.#hint = "";
    const dialog = this.#desk.current;
    const target = this.#options.keys.find(input);
    const action = target?.kind === "action" ? target.action : undefined;
    this.#prompting.pressed(action);
    const isPassed =
      action === "mode" || action === "suspend" || action === "screen" || (action === "clear" && dialog === this.#questions.current);
    if (this.#surface.input(input, this.#focus)) {
      // It was a key or the mouse for the transcript.
    } else if (dialog?.kind === "panel" && !isPassed) {
      if (dialog !== this.#questions.current) this.#questions.typed();
      dialog.panel.input(input);
    } else if (dialog?.kind === "page" && action !== "suspend") {
      this.#questions.typed();
      dialog.page.input(input);
    } else if (dialog?.kind === "text" && (action === "interrupt" || action === "clear")) dialog.take(undefined);
    else if (target?.kind === "command" && dialog === undefined) this.#prompting.send(target.text, "now", new Map());
    else this.#type(input, action);
    this.#surface.request(true);
  }

  /** True while nothing can be sent: the session ends, or another program gets the terminal. Keys only change the text. */
  get #isTypingAhead(): boolean {
    return this.#hasLeft || this.#isReleased;
  }

  #typeAhead(input: string): void {
    this.#editor.input(input);
    this.#surface.request(true);
  }

  get #focus(): Focus {
    if (this.#desk.current?.kind === "panel") return "panel";
    return this.#editor.isEmpty ? "empty editor" : "editor";
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
        return this.#prompting.interrupt() || this.#prompting.goBack();
      case "clear":
        this.#hint = this.#prompting.clear();
        return true;
      case "exit":
        if (!this.#editor.isEmpty) return false;
        this.#prompting.exit();
        return true;
      case "queue":
        this.#prompting.submit(this.#editor.text, "later", this.#editor.attached);
        return true;
      case "mode":
        this.#host.setMode(nextMode(this.#permissionMode));
        return true;
      case "expand":
        this.#hint = this.#surface.expand();
        return true;
      case "suspend":
        void this.#release().then(() => this.#options.actions.suspend());
        return true;
      case "screen":
        this.#surface.toggle();
        return true;
      case "restore":
        return this.#queue.takeBack();
      case "history":
        void this.#desk.commands.show((close: () => void) =>
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

  /** Resolves once another program can have the terminal. */
  #release(): Promise<void> {
    this.#isReleased = true;
    return this.#surface.release();
  }

  /** Gives the terminal to the user's editor, and takes it back. */
  #editExternally(): void {
    this.#release()
      .then(() => this.close())
      .then(() => this.#editor.editExternally())
      .catch((error: unknown) => this.print(`! ${messageOf(error)}`))
      .finally(() => {
        if (!this.#hasLeft) this.reopen();
      });
  }
}

const RESTORED = "Restored an unsent prompt · Ctrl+C clears it";

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
