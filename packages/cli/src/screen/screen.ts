import type { Answer, Session } from "coxswain";
import { SessionView } from "coxswain/view";
import { escapeLine } from "../output/index.ts";
import { fit, wrap } from "./blocks/index.ts";
import { PromptEditor } from "./editor/prompt-editor.ts";
import { actionOf, type KeyAction } from "./keys/key-table.ts";
import { InlineTranscript, MOTION_INTERVAL, statusRow } from "./layout/index.ts";
import { type OpenQuestions, QuestionPanel } from "./panels/index.ts";
import { type Frame, type FrameTimer, InlineOutput, type ScreenTerminal } from "./terminal/index.ts";
import type { Theme } from "./themes/index.ts";

/** What the screen asks its owner to do. */
export interface ScreenActions {
  /** Sends text to the session: `now` steers a run, `later` queues for its end. Resolves to a line for the user, if there is one. */
  submit(text: string, when: "now" | "later"): Promise<string | undefined>;
  /** Changes to the next permission mode, and returns it. */
  nextMode(): string;
  /** Stops the process until the user continues it. */
  suspend(): void;
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
  readonly questionText: (question: NonNullable<OpenQuestions["first"]>, width: number) => Promise<string>;
  /** The permission mode at the beginning. */
  readonly mode: string;
  /** False shows nothing that moves. */
  readonly motion: boolean;
}

/** Tail rows other than the first are at most this wide, so that a narrower terminal does not wrap them. */
const TAIL_WIDTH = 60;
/** Below this many rows, the editor has no rules and nothing live is shown. */
const LOW = 12;
/** Milliseconds in which a second Ctrl+C exits. */
const TWICE = 1500;
const MOST_LIVE = 8;

/** A session at a terminal: its transcript is printed, and below it stand its activity, a question or the editor, and the footer. */
export class Screen {
  readonly #options: ScreenOptions;
  readonly #view: SessionView;
  readonly #transcript: InlineTranscript;
  readonly #output: InlineOutput;
  readonly #editor: PromptEditor;
  readonly #left = Promise.withResolvers<void>();
  #panel: QuestionPanel | undefined;
  /** True while the editor takes the reason of a denial. */
  #reason = false;
  /** A line about the last key or command. */
  #hint = "";
  #mode: string;
  #interruptedAt = Number.NEGATIVE_INFINITY;
  #stopMotion: (() => void) | undefined;

  constructor(options: ScreenOptions) {
    const { session, terminal, timer, theme, mode } = options;
    this.#options = options;
    this.#mode = mode;
    this.#view = new SessionView(session.id);
    this.#transcript = new InlineTranscript({ view: this.#view, theme });
    this.#output = new InlineOutput({ output: terminal, timer, frame: () => this.#frame() });
    this.#editor = new PromptEditor({
      terminal,
      theme,
      onChange: () => this.#output.request(true),
      onSubmit: (text) => this.#submit(text, "now"),
    });
  }

  /** Shows the session until the user leaves it. */
  async run(): Promise<void> {
    const { session, terminal, questions } = this.#options;
    for (const entry of session.entries) this.#view.add(entry);
    const events = session.events();
    terminal.start(
      (input) => this.#input(input),
      () => this.#output.resized(),
    );
    this.#output.start();
    questions.onChange = () => this.#showQuestion();
    const following = this.#follow(events);
    await this.#left.promise;
    questions.onChange = () => {};
    this.close();
    await events.return?.(undefined);
    await following;
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
  leave(): void {
    this.#left.resolve();
  }

  /** Prints a text of the program itself. */
  notify(text: string): void {
    this.#output.print(text.split("\n").flatMap((line) => wrap(escapeLine(line), this.#width())));
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
    ];
    const footer = isLow ? [] : [fit(this.#footer(), tailWidth)];
    if (this.#panel !== undefined && !this.#reason) {
      return { printed: final, rows: [...above, ...this.#panel.rows(tailWidth, theme), ...footer] };
    }
    const { rows, caret } = this.#editor.rows(tailWidth, !isLow);
    return { printed: final, rows: [...above, ...rows, ...footer], caret: { row: above.length + caret.row, column: caret.column } };
  }

  #footer(): string {
    const { theme, session } = this.#options;
    if (this.#hint !== "") return theme.warning(this.#hint);
    const { context, queue } = this.#view.status;
    const queued = queue.steering + queue.followUps + queue.prompts;
    const facts = [
      session.state.model,
      this.#mode,
      ...(context?.window === undefined ? [] : [`${context.percent} % context`]),
      ...(queued === 0 ? [] : [`${queued} queued`]),
    ];
    return theme.dim(facts.map(escapeLine).join(" · "));
  }

  #input(input: string): void {
    this.#hint = "";
    const panel = this.#reason ? undefined : this.#panel;
    const action = actionOf(input);
    if (panel !== undefined && action !== "clear" && action !== "mode" && action !== "suspend") this.#choose(panel.input(input));
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
        this.#mode = actions.nextMode();
        return true;
      case "expand":
        this.#transcript.expanded = !this.#transcript.expanded;
        this.#hint = this.#transcript.expanded ? "Showing all output from here on" : "Showing the usual output from here on";
        return true;
      case "suspend":
        actions.suspend();
        return true;
      case "restore":
        return false;
    }
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
    actions.submit(text, when).then(
      (line) => {
        if (line !== undefined) this.notify(line);
      },
      (error: unknown) => this.notify(`! ${error instanceof Error ? error.message : String(error)}`),
    );
  }

  #showQuestion(): void {
    const { questions, questionText } = this.#options;
    const { first } = questions;
    if (first?.id === this.#panel?.question.id) return;
    this.#panel = undefined;
    this.#reason = false;
    if (first === undefined) return this.#output.request(true);
    questionText(first, this.#width()).then(
      (text) => {
        if (questions.first?.id !== first.id) return;
        this.#output.print(text.split("\n"));
        this.#panel = new QuestionPanel(first);
        this.#output.request(true);
      },
      (error: unknown) => questions.answer({ kind: "deny", reason: error instanceof Error ? error.message : String(error) }),
    );
  }

  #choose(answer: Answer | "reason" | undefined): void {
    if (answer === "reason") {
      this.#reason = true;
      this.#hint = "Type the reason, then Enter";
    } else if (answer !== undefined) this.#options.questions.answer(answer);
  }
}
