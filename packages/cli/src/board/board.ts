import { isKeyRelease, matchesKey } from "@earendil-works/pi-tui";
import type { Question } from "coxswain";
import type { sendAnswerToOwner } from "coxswain/store";
import {
  DialogDesk,
  expandTexts,
  fit,
  type Frame,
  type FrameTimer,
  InlineOutput,
  type Keymap,
  NO_SOURCES,
  OpenQuestions,
  OpenTextQuestions,
  PromptEditor,
  QuestionDialog,
  type QuestionPreview,
  type ScreenTerminal,
  setEditorKeys,
  textProblemRows,
  type Theme,
} from "../screen/index.ts";
import { boardRows } from "./board-rows.ts";
import type { BoardSession, BoardState } from "./board-session.ts";

/** The user's choice on the board. */
export type BoardChoice =
  | { readonly kind: "exit" }
  | { readonly kind: "new" }
  /** `prompt`: the first one to send. */
  | { readonly kind: "open"; readonly id: string; readonly prompt?: string };

export interface BoardOptions {
  readonly terminal: ScreenTerminal;
  readonly timer: FrameTimer;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly theme: Theme;
  readonly keys: Keymap;
  /** A line about the session that was open before. Empty: none. */
  readonly hint: string;
  /** The sessions, the latest first. */
  readonly sessions: () => readonly BoardSession[];
  /** Returns the effect of a call that is asked about. */
  readonly questionPreview: (question: Question) => Promise<QuestionPreview>;
  /** Sends an answer to the process that waits for it. */
  readonly answer: (session: string, question: string, answer: SentAnswer) => Promise<void>;
  /** Sends a prompt to the process that has the session open. */
  readonly prompt: (session: string, text: string) => Promise<void>;
}

/** An answer to a process that waits for it. */
type SentAnswer = Parameters<typeof sendAnswerToOwner>[3];

/** A question that is shown. */
interface ShownQuestion {
  readonly session: string;
  readonly id: string;
  readonly task: string | undefined;
  /** Aborting it takes the question from the screen, without an answer. */
  readonly withdraw: AbortController;
}

/** The order of the list. */
const ORDER: readonly BoardState[] = ["waiting", "running", "interrupted", "idle", "failed", "done"];
/** Milliseconds between two frames while nothing changes, because times grow. */
const REDRAW = 5000;
const KEYS = "↑↓ · Enter answers or opens · o opens · p prompts · n new · q exits";

/** All sessions of the user in the alternate screen, those that need an answer first. Answers and prompts go to their owners. */
export class Board {
  readonly #options: BoardOptions;
  readonly #output: InlineOutput;
  readonly #editor: PromptEditor;
  readonly #desk: DialogDesk;
  readonly #questions = new OpenQuestions();
  readonly #userQuestions = new OpenTextQuestions();
  readonly #question: QuestionDialog;
  readonly #chosen = Promise.withResolvers<BoardChoice>();
  #hasLeft = false;
  /** Id of the selected session: it stays selected when the order changes. */
  #selected: string | undefined;
  /** Rows of the question that the panel has no room for. */
  #asked: readonly string[] = [];
  #shown: ShownQuestion | undefined;
  #hint: string;
  #stopRedraw: (() => void) | undefined;

  constructor(options: BoardOptions) {
    const { terminal, timer, now, theme, keys, questionPreview } = options;
    this.#options = options;
    this.#hint = options.hint;
    this.#output = new InlineOutput({ output: terminal, timer, frame: () => this.#frame() });
    setEditorKeys(keys.editor);
    this.#editor = new PromptEditor({
      terminal,
      theme,
      timer,
      now,
      commands: [],
      cwd: "/",
      sources: NO_SOURCES,
      onChange: () => this.#output.request(true),
      onSubmit: (text, attached) => this.#desk.typing?.take(expandTexts(text, attached).trim()),
    });
    this.#desk = new DialogDesk({
      editor: this.#editor,
      question: () => this.#question.current,
      onChange: () => this.#output.request(true),
    });
    this.#question = new QuestionDialog({
      questions: this.#questions,
      textQuestions: this.#userQuestions,
      timer,
      cwd: () => this.#current?.session.cwd ?? "/",
      taskOf: () => this.#shown?.task,
      // On the board, Escape goes back and does not deny.
      escape: "back",
      preview: questionPreview,
      rows: () => terminal.rows,
      show: (render) => (this.#asked = render(this.#width, theme)),
      onType: () => {},
      onChange: () => this.#desk.changed(),
    });
  }

  /** Shows the board until the user chooses. */
  async run(): Promise<BoardChoice> {
    const { terminal } = this.#options;
    terminal.write(ENTER_SCREEN);
    terminal.start(
      (input) => this.#input(input),
      () => this.#output.resized(),
    );
    this.#output.start();
    this.#question.start();
    this.#redraw();
    const choice = await this.#chosen.promise;
    this.#shown?.withdraw.abort();
    this.#question.stop();
    this.#desk.close();
    await terminal.drain();
    this.close();
    return choice;
  }

  /** Restores the terminal. */
  close(): void {
    this.#stopRedraw?.();
    this.#output.stop();
    this.#options.terminal.stop();
    this.#options.terminal.write(LEAVE_SCREEN);
  }

  /** The sessions changed. */
  changed(): void {
    const shown = this.#shown;
    const open = this.#options.sessions().find(({ session }) => session.id === shown?.session)?.question;
    if (shown !== undefined && open?.id !== shown.id) shown.withdraw.abort();
    this.#output.request();
  }

  leave(choice: BoardChoice = { kind: "exit" }): void {
    this.#hasLeft = true;
    this.#chosen.resolve(choice);
  }

  #redraw(): void {
    this.#stopRedraw = this.#options.timer.after(REDRAW, () => {
      this.#output.request();
      this.#redraw();
    });
  }

  get #width(): number {
    return Math.max(10, this.#options.terminal.columns - 1);
  }

  get #sessions(): readonly BoardSession[] {
    return this.#options.sessions().toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state));
  }

  get #current(): BoardSession | undefined {
    const sessions = this.#sessions;
    return sessions.find(({ session }) => session.id === this.#selected) ?? sessions[0];
  }

  #frame(): Frame {
    const { terminal, theme, now } = this.#options;
    const width = this.#width;
    const height = Math.max(2, terminal.rows - 1);
    const title = fit(theme.accent(`Sessions${this.#hint === "" ? "" : ` · ${this.#hint}`}`), width);
    const dialog = this.#desk.current;
    if (dialog?.kind === "panel") {
      const panel = dialog.panel.rows({ width, height: height - 1 }, theme);
      const room = Math.max(0, height - 1 - panel.length);
      return { rows: [title, ...(room === 0 ? [] : this.#asked.slice(-room)).map((row) => fit(row, width)), ...panel].slice(0, height) };
    }
    if (dialog?.kind === "text") {
      const problem = textProblemRows(dialog, width, theme);
      const { rows, caret } = this.#editor.rows({ width, height: height - problem.length, ruleWidth: height > 6 ? width : 0 });
      const head = [title, theme.dim(fit(`${dialog.title}: type it, then Enter · Esc goes back`, width))];
      return { rows: [...head, ...rows, ...problem], caret: { row: head.length + caret.row, column: caret.column } };
    }
    const sessions = this.#sessions;
    const selected = Math.max(
      0,
      sessions.findIndex(({ session }) => session.id === this.#selected),
    );
    const list = boardRows({ sessions, selected, width, height: height - 2, theme, now: now() });
    return { rows: [title, ...list, theme.dim(fit(KEYS, width))] };
  }

  #input(input: string): void {
    if (isKeyRelease(input) || this.#hasLeft) return;
    this.#hint = "";
    const dialog = this.#desk.current;
    const target = this.#options.keys.find(input);
    const action = target?.kind === "action" ? target.action : undefined;
    const leaves = action === "interrupt" || action === "clear" || matchesKey(input, "escape");
    if (dialog?.kind === "panel") {
      if (leaves) this.#shown?.withdraw.abort();
      else dialog.panel.input(input);
    } else if (dialog?.kind === "text") {
      if (leaves) dialog.take(undefined);
      else this.#editor.input(input);
    } else if (leaves || input === "q" || action === "exit") this.leave();
    else this.#choose(input);
    this.#output.request(true);
  }

  #choose(input: string): void {
    const current = this.#current;
    if (matchesKey(input, "up")) this.#select(-1);
    else if (matchesKey(input, "down")) this.#select(1);
    else if (matchesKey(input, "pageUp")) this.#select(-10);
    else if (matchesKey(input, "pageDown")) this.#select(10);
    else if (input === "n") this.leave({ kind: "new" });
    else if (current === undefined) return;
    else if (matchesKey(input, "enter") && current.question !== undefined) this.#answer(current, current.question);
    else if (matchesKey(input, "enter") || input === "o") this.leave({ kind: "open", id: current.session.id });
    else if (input === "p") this.#report(this.#prompt(current));
  }

  #select(steps: number): void {
    const sessions = this.#sessions;
    const at = sessions.findIndex(({ session }) => session.id === this.#current?.session.id);
    this.#selected = sessions[Math.max(0, Math.min(at + steps, sessions.length - 1))]?.session.id;
  }

  /** Asks the user the question of a session. It is withdrawn if it is answered elsewhere. */
  #answer({ session, task }: BoardSession, question: NonNullable<BoardSession["question"]>): void {
    const withdraw = new AbortController();
    const shown: ShownQuestion = { session: session.id, id: question.id, task, withdraw };
    this.#shown = shown;
    this.#selected = session.id;
    const answering = this.#ask(session.id, question, withdraw.signal).then(async (answer) => {
      if (this.#shown === shown) this.#shown = undefined;
      this.#asked = [];
      if (withdraw.signal.aborted || answer === undefined) return;
      await this.#options.answer(session.id, question.id, answer);
      this.#hint = "Answer sent";
    });
    this.#report(answering);
  }

  async #ask(session: string, question: NonNullable<BoardSession["question"]>, signal: AbortSignal): Promise<SentAnswer | undefined> {
    if (question.type === "question_ask") return { kind: "answers", answers: await this.#userQuestions.ask(question, signal) };
    const asked: Question = { ...question, root: session, sessionId: question.agent?.id ?? session };
    const answer = await this.#questions.ask(asked, signal);
    return answer.kind === "unanswered" ? undefined : answer;
  }

  async #prompt({ session, owner }: BoardSession): Promise<void> {
    const text = await this.#desk.commands.read("Prompt");
    if (text === undefined || text === "") return;
    if (owner === undefined) return this.leave({ kind: "open", id: session.id, prompt: text });
    await this.#options.prompt(session.id, text);
    this.#hint = "Prompt sent";
  }

  #report(done: Promise<void>): void {
    done
      .catch((error: unknown) => (this.#hint = error instanceof Error ? error.message : String(error)))
      .finally(() => this.#output.request(true));
  }
}

/** The alternate screen of xterm (DEC private mode 1049). */
const ENTER_SCREEN = "\u001b[?1049h\u001b[H";
const LEAVE_SCREEN = "\u001b[?1049l";
