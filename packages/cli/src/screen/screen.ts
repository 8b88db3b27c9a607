import type { PermissionMode, Question, Session } from "coxswain";
import { PERMISSION_MODES } from "coxswain/policy";
import { SessionView } from "coxswain/view";
import { escapeLine, escapeText } from "../output/index.ts";
import { fit, wrap } from "./blocks/index.ts";
import { commandIn, COMMANDS, type CommandHost, type Next, type SessionRow } from "./commands/index.ts";
import { PromptEditor } from "./editor/index.ts";
import { actionOf, type KeyAction } from "./keys/index.ts";
import { InlineTranscript, MOTION_INTERVAL, statusRow } from "./layout/index.ts";
import { type OpenQuestions, type Panel, QuestionPanel } from "./panels/index.ts";
import { type Frame, type FrameTimer, InlineOutput, type ScreenTerminal } from "./terminal/index.ts";
import type { Theme } from "./themes/index.ts";

/** Actions of the screen's owner. */
export interface ScreenActions {
  /** Sends text to the session: `now` steers a run, `later` queues for its end. Resolves to a line for the user, if there is one. */
  submit(text: string, when: "now" | "later"): Promise<string | undefined>;
  setMode(mode: PermissionMode): void;
  /** Stops the process until the user continues it. */
  suspend(): void;
  /** References of the models that the user can choose. */
  models(): Promise<readonly string[]>;
  /** The sessions of the folder, the latest first. */
  sessions(): Promise<readonly SessionRow[]>;
}

export interface ScreenOptions {
  readonly session: Session;
  readonly terminal: ScreenTerminal;
  readonly timer: FrameTimer;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly theme: Theme;
  readonly questions: OpenQuestions;
  readonly actions: ScreenActions;
  /** Formats what must be seen before a question is answered. */
  readonly questionText: (question: Question, width: number) => Promise<string>;
  /** The permission mode at the beginning. */
  readonly mode: PermissionMode;
  /** False shows nothing that moves. */
  readonly motion: boolean;
}

/** Tail rows other than the first are at most this wide, so that a narrower terminal does not wrap them. */
const TAIL_WIDTH = 60;
/** Below this many rows, the editor has no rules and nothing live is shown. */
const LOW = 12;
/** Milliseconds in which a second Ctrl+C exits. */
const TWICE = 1500;
/** Rows of what still changes, and queued messages, that are shown at most. */
const MOST_LIVE = 8;
const MOST_QUEUED = 3;
/** Turns of a continued session that are shown. */
const SHOWN_TURNS = 2;

/** A session at a terminal: its transcript is printed, and below it stand its activity, a question or the editor, and the footer. */
export class Screen {
  readonly #options: ScreenOptions;
  readonly #view: SessionView;
  readonly #transcript: InlineTranscript;
  readonly #output: InlineOutput;
  readonly #editor: PromptEditor;
  readonly #left = Promise.withResolvers<Next>();
  readonly #host: CommandHost;
  /** The choices at the first open question, once its text is printed. */
  #question: { readonly id: string; readonly panel: Panel } | undefined;
  /** The panel of a command. */
  #panel: Panel | undefined;
  /** True while the editor takes the reason of a denial. */
  #reason = false;
  /** A line about the last key or command. */
  #hint = "";
  #mode: PermissionMode;
  #interruptedAt = Number.NEGATIVE_INFINITY;
  #stopMotion: (() => void) | undefined;

  constructor(options: ScreenOptions) {
    const { session, terminal, timer, theme, mode, actions } = options;
    this.#options = options;
    this.#mode = mode;
    this.#view = new SessionView(session.id);
    this.#transcript = new InlineTranscript({ view: this.#view, theme });
    this.#output = new InlineOutput({ output: terminal, timer, frame: () => this.#frame() });
    this.#editor = new PromptEditor({
      terminal,
      theme,
      commands: COMMANDS,
      cwd: session.state.cwd,
      onChange: () => this.#output.request(true),
      onSubmit: (text) => this.#submit(text, "now"),
    });
    this.#host = {
      session,
      mode: () => this.#mode,
      setMode: (next) => {
        this.#mode = next;
        actions.setMode(next);
      },
      models: () => actions.models(),
      sessions: () => actions.sessions(),
      print: (text) => this.print(text),
      open: (panel) => this.#open(panel),
      close: () => this.#open(undefined),
      leave: (next) => this.leave(next),
    };
  }

  /** Shows the session until the user leaves it. Returns what follows. */
  async run(): Promise<Next> {
    const { session, terminal, questions } = this.#options;
    for (const entry of session.entries) this.#view.add(entry);
    const earlier = this.#transcript.showLastTurns(SHOWN_TURNS);
    if (earlier > 0)
      this.print(`${earlier === 1 ? "1 earlier prompt" : `${earlier} earlier prompts`}. To read them: cox sessions show ${session.id}`);
    const events = session.events();
    terminal.start(
      (input) => this.#input(input),
      () => this.#output.resized(),
    );
    this.#output.start();
    questions.onChange = () => this.#showQuestion();
    const following = this.#follow(events);
    const next = await this.#left.promise;
    questions.onChange = () => {};
    this.close();
    await events.return?.(undefined);
    await following;
    return next;
  }

  /** Restores the terminal. What the screen has printed stays. */
  close(): void {
    this.#stopMotion?.();
    this.#output.stop();
    this.#options.terminal.stop();
  }

  /** Shows the screen again after `close`. */
  reopen(): void {
    this.#options.terminal.start(
      (input) => this.#input(input),
      () => this.#output.resized(),
    );
    this.#output.start();
  }

  /** Leaves the session. */
  leave(next: Next = { kind: "exit" }): void {
    this.#left.resolve(next);
  }

  /** Prints a text of the program itself. */
  print(text: string): void {
    this.#output.print([
      "",
      ...escapeText(text)
        .split("\n")
        .flatMap((line) => wrap(line, this.#width())),
    ]);
  }

  #open(panel: Panel | undefined): void {
    this.#panel = panel;
    this.#output.request(true);
  }

  async #follow(events: ReturnType<Session["events"]>): Promise<void> {
    for await (const event of events) {
      this.#view.apply(event);
      this.#output.request();
      this.#move();
    }
  }

  /** Draws moving signs and growing times while something runs. */
  #move(): void {
    if (this.#stopMotion !== undefined || this.#view.status.activity.kind === "idle") return;
    const interval = this.#options.motion ? MOTION_INTERVAL : 1000;
    this.#stopMotion = this.#options.timer.after(interval, () => {
      this.#stopMotion = undefined;
      this.#output.request();
      this.#move();
    });
  }

  #width(): number {
    return Math.max(10, this.#options.terminal.columns - 1);
  }

  #frame(): Frame {
    const { terminal, theme, now, motion } = this.#options;
    const width = this.#width();
    const { final, live } = this.#transcript.update({ width, now: now() });
    const tailWidth = Math.min(width, TAIL_WIDTH);
    const isLow = terminal.rows < LOW;
    const shownLive = isLow ? [] : live.slice(-Math.min(MOST_LIVE, Math.floor(terminal.rows / 3)));
    const status = statusRow(this.#view.status, { theme, now: now(), motion });
    const above = [
      ...shownLive.map((row, at) => fit(row, at === 0 ? width : tailWidth)),
      ...(status === "" ? [] : [fit(status, shownLive.length === 0 ? width : tailWidth)]),
      ...(isLow ? [] : this.#queuedRows(tailWidth)),
    ];
    const footer = isLow ? [] : [fit(this.#footer(), tailWidth)];
    const panel = this.#shownPanel;
    if (panel !== undefined) {
      const height = Math.max(3, terminal.rows - 1 - above.length - footer.length);
      return { printed: final, rows: [...above, ...panel.rows({ width: tailWidth, height }, theme), ...footer] };
    }
    const { rows, caret } = this.#editor.rows(tailWidth, !isLow);
    return { printed: final, rows: [...above, ...rows, ...footer], caret: { row: above.length + caret.row, column: caret.column } };
  }

  /** A question comes before the panel of a command. While a reason is typed, the editor is shown. */
  get #shownPanel(): Panel | undefined {
    return this.#question === undefined ? this.#panel : this.#reason ? undefined : this.#question.panel;
  }

  #queuedRows(width: number): readonly string[] {
    const { theme, session } = this.#options;
    const waiting = session.waiting.map(({ text }) => theme.dim(fit(`  queued: ${escapeLine(text)}`, width)));
    const more = waiting.length - MOST_QUEUED;
    return more > 0 ? [...waiting.slice(0, MOST_QUEUED), theme.dim(`  and ${more} more`)] : waiting;
  }

  #footer(): string {
    const { theme, session } = this.#options;
    if (this.#hint !== "") return theme.warning(this.#hint);
    const { context } = this.#view.status;
    const facts = [session.state.model, this.#mode, ...(context?.window === undefined ? [] : [`${context.percent} % context`])];
    return theme.dim(facts.map(escapeLine).join(" · "));
  }

  #input(input: string): void {
    this.#hint = "";
    const panel = this.#shownPanel;
    const action = actionOf(input);
    if (panel !== undefined && action !== "mode" && action !== "suspend") panel.input(input);
    else if (action === undefined || !this.#act(action)) this.#editor.input(input);
    this.#output.request(true);
  }

  /** Returns false if the editor gets the key. */
  #act(action: KeyAction): boolean {
    const { session, actions } = this.#options;
    switch (action) {
      case "interrupt":
        if (this.#view.status.activity.kind === "idle") return false;
        session.abort("Interrupted by the user.");
        return true;
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
        this.#transcript.expanded = !this.#transcript.expanded;
        this.#hint = this.#transcript.expanded ? "Showing all output from here on" : "Showing the usual output from here on";
        return true;
      case "suspend":
        actions.suspend();
        return true;
      case "restore":
        return this.#restore();
    }
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
    else if (this.#view.status.activity.kind !== "idle") this.#options.session.abort("Interrupted by the user.");
    else this.#hint = "Press Ctrl+C again to exit";
    return true;
  }

  #submit(text: string, when: "now" | "later"): void {
    const { questions, actions } = this.#options;
    if (this.#reason) {
      this.#reason = false;
      this.#editor.set("");
      questions.answer(text.trim() === "" ? { kind: "deny" } : { kind: "deny", reason: text.trim() });
      return;
    }
    if (text.trim() === "") return;
    this.#editor.set("");
    this.#editor.remember(text);
    const found = commandIn(text);
    const done = found === undefined ? actions.submit(text, when) : found.command.run(found.words, this.#host);
    done.then(
      (line) => {
        if (line !== undefined && line !== "") this.print(line);
      },
      (error: unknown) => this.print(`! ${error instanceof Error ? error.message : String(error)}`),
    );
  }

  #showQuestion(): void {
    const { questions, questionText } = this.#options;
    const { first } = questions;
    if (first !== undefined && first.id === this.#question?.id) return;
    this.#question = undefined;
    this.#reason = false;
    this.#output.request(true);
    if (first === undefined) return;
    questionText(first, this.#width()).then(
      (text) => {
        if (questions.first?.id !== first.id) return;
        this.#output.print(text.trimEnd().split("\n"));
        const panel = new QuestionPanel({
          question: first,
          onAnswer: (answer) => questions.answer(answer),
          onReason: () => {
            this.#reason = true;
            this.#hint = "Type the reason, then Enter";
          },
        });
        this.#question = { id: first.id, panel };
        this.#output.request(true);
      },
      (error: unknown) => questions.answer({ kind: "deny", reason: error instanceof Error ? error.message : String(error) }),
    );
  }
}
