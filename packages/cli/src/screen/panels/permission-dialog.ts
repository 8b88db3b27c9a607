import { resolve } from "node:path";
import type { Answer, Question } from "coxswain";
import { escapeLine } from "../../output/index.ts";
import { readableRule } from "../../terminal/index.ts";
import { colorlessTheme, type Theme } from "../themes/index.ts";
import type { BatchAnswer, CallBatches, PendingCall } from "./call-batches.ts";
import { type ChoiceContent, ChoicePanel } from "./choice-panel.ts";
import type { Dialog } from "./dialog.ts";
import { answerActions, type QuestionAction, questionTools, savedFirst } from "./question-actions.ts";
import { batchRows, questionBody, type QuestionPreview, questionRows, questionTitle, reasonRows, ruleRows } from "./question-rows.ts";
import type { TypingPause } from "./typing-pause.ts";

export interface PermissionDialogOptions {
  readonly question: Question;
  readonly preview: QuestionPreview;
  /** Returns the effect of another call. */
  readonly previewOf: (question: Question) => Promise<QuestionPreview>;
  readonly batches: CallBatches;
  readonly pause: TypingPause;
  /** The meaning of Escape in a word. Default: `no`. */
  readonly escape?: string;
  /** The session's folder, absolute. */
  readonly cwd: string;
  /** Returns the task of a sub-agent, by its session, if it is known. */
  readonly taskOf: (agent: string) => string | undefined;
  readonly onAnswer: (answer: Answer) => void;
  /** Returns why these rules cannot be saved; undefined if they can. Default: the user cannot edit rules. */
  readonly ruleFault?: (rules: readonly string[]) => string | undefined;
  /** Shows rows in the transcript, as wide as it is. */
  readonly show: (render: (width: number, theme: Theme) => readonly string[]) => void;
  /** Gets keys of a user who is still typing something else. */
  readonly onType: (data: string) => void;
  /** Called if another dialog is open. */
  readonly onChange: () => void;
}

/** The dialog of one permission question: its choices, or the editor for a reason or for its rules. */
export class PermissionDialog {
  readonly #options: PermissionDialogOptions;
  readonly #panel: ChoicePanel<QuestionAction>;
  #rules: readonly string[];
  #dialog: Dialog;
  #body: { readonly width: number; readonly theme: Theme; readonly rows: readonly string[] } | undefined;

  constructor(options: PermissionDialogOptions) {
    const { question, pause, onAnswer, onType } = options;
    this.#options = options;
    this.#rules = savedFirst(question);
    this.#panel = new ChoicePanel({
      content: ({ width }, theme) => this.#content(width, theme),
      pause,
      onTake: (action) => this.#take(action),
      onEscape: () => onAnswer({ kind: "deny" }),
      onType,
    });
    this.#dialog = { kind: "panel", panel: this.#panel };
  }

  get dialog(): Dialog {
    return this.#dialog;
  }

  /** True once keys answer the question. */
  get takesKeys(): boolean {
    return this.#panel.takesKeys;
  }

  /** True for commands that a panel on this many rows can show only in parts. */
  isLong(rows: number): boolean {
    const { question, batches, cwd, taskOf } = this.#options;
    if (!question.requests.some(({ effect }) => effect === "execute")) return false;
    const options = { width: PANEL_WIDTH, theme: colorlessTheme, cwd, taskOf };
    const body = [...this.#bodyRows(PANEL_WIDTH, colorlessTheme), ...batchRows(batches.like(question), question, options)];
    return body.length > rows - OTHER_ROWS;
  }

  #content(width: number, theme: Theme): ChoiceContent<QuestionAction> {
    const { question, batches, cwd, taskOf, ruleFault } = this.#options;
    const options = { width, theme, cwd, taskOf };
    const like = batches.like(question);
    const choices = answerActions(question, this.#rules, like);
    const isCut = choices.some(({ text }) => text.length + 5 > width) || this.#rules.length > 1;
    const body = [...this.#bodyRows(width, theme), ...batchRows(like, question, options), ...(isCut ? ruleRows(this.#rules, options) : [])];
    return {
      title: questionTitle(question, options),
      body,
      notes: reasonRows(question, options),
      choices,
      tools: questionTools(question, this.#rules, ruleFault !== undefined),
      escape: this.#options.escape ?? "no",
    };
  }

  /** A long change takes time to compare, and is shown in many frames. */
  #bodyRows(width: number, theme: Theme): readonly string[] {
    const { question, preview, cwd, taskOf } = this.#options;
    if (this.#body?.width !== width || this.#body.theme !== theme)
      this.#body = { width, theme, rows: questionBody(question, preview, { width, theme, cwd, taskOf }) };
    return this.#body.rows;
  }

  #take(action: QuestionAction): void {
    switch (action.kind) {
      case "answer":
        return this.#answer(action.answer);
      case "batch":
        return this.#answerAll(action.answer, action.calls);
      case "reason":
        return this.#set({ kind: "text", title: "Reason", take: (text) => this.#deny(text) });
      case "edit":
        return this.#editRules(this.#rules.join("\n"));
      case "rules":
        this.#rules = action.rules;
        return this.#options.onChange();
      case "view":
        return void this.view();
    }
  }

  #answer(answer: Answer): void {
    const { onAnswer, show } = this.#options;
    if (answer.kind === "session" || answer.kind === "project" || answer.kind === "always") {
      const rules = this.#rules.map((rule) => escapeLine(readableRule(rule))).join(", ");
      show((_, { dim }) => [dim(`${SAVED[answer.kind]}: ${rules}`)]);
    }
    onAnswer(answer);
  }

  #answerAll(answer: BatchAnswer, calls: readonly PendingCall[]): void {
    const { question, batches, onAnswer } = this.#options;
    batches.answer(question, calls, answer);
    onAnswer(answer);
  }

  #deny(reason: string | undefined): void {
    if (reason === undefined) return this.#set({ kind: "panel", panel: this.#panel });
    this.#options.onAnswer({ kind: "deny", ...(reason === "" ? {} : { reason }) });
  }

  /** Opens the editor for the rules, one per line. Rules that no answer can save stay in it, with the reason below. */
  #editRules(initial: string, problem?: string): void {
    const take = (text: string | undefined): void => {
      if (text === undefined) return this.#set({ kind: "panel", panel: this.#panel });
      const rules = text
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "");
      const fault = this.#options.ruleFault?.(rules);
      if (fault !== undefined) return this.#editRules(text, fault);
      this.#rules = rules;
      return this.#set({ kind: "panel", panel: this.#panel });
    };
    this.#set({ kind: "text", title: "Rule", initial, take, ...(problem === undefined ? {} : { problem }) });
  }

  /** Shows the whole question in the transcript, and the changes of the edits that the same answer may cover. */
  async view(): Promise<void> {
    const { question, preview, previewOf, cwd, taskOf, batches, show } = this.#options;
    const like = batches.like(question);
    const edits = like.flatMap((call) => (call.session === question.sessionId ? editOf(call, question, cwd) : []));
    const others = like.filter(({ id }) => !edits.some(({ callId }) => callId === id));
    show((width, theme) => {
      const options = { width, theme, cwd, taskOf };
      return [...questionRows(question, preview, options), ...batchRows(others, question, options), ...ruleRows(this.#rules, options)];
    });
    for (const edit of edits) {
      const change = await previewOf(edit);
      show((width, theme) => questionRows(edit, change, { width, theme, cwd, taskOf }));
    }
  }

  #set(dialog: Dialog): void {
    this.#dialog = dialog;
    this.#options.onChange();
  }
}

/** The question about a later edit, as far as it is known before the session asks. */
const editOf = ({ id, tool, input }: PendingCall, question: Question, cwd: string): readonly Question[] => {
  const { path }: { readonly path?: unknown } = { ...(input as object) };
  if (typeof path !== "string") return [];
  return [
    { ...question, tool, callId: id, input, reasons: [], requests: [{ tool, effect: "write", subject: resolve(cwd, path), inside: true }] },
  ];
};

/** Columns of a panel, and its rows that do not show the command. */
const PANEL_WIDTH = 60;
const OTHER_ROWS = 14;

const SAVED = { session: "Allowed in this session", project: "Allowed in this project", always: "Always allowed" } as const;
