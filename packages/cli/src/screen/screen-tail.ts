import type { SessionView } from "coxswain/view";
import { wrap } from "./blocks/index.ts";
import type { DialogDesk } from "./dialog-desk.ts";
import type { PromptEditor } from "./editor/index.ts";
import type { Footer } from "./footer/index.ts";
import { keyLabel } from "./keys/index.ts";
import { type Tail, tailRows, type TailSize } from "./layout/index.ts";
import { type QuestionDialog, textProblemRows } from "./panels/index.ts";
import type { QueuedMessages } from "./queued-messages.ts";
import type { ScreenOptions } from "./screen-options.ts";

/** Rows from which on a panel has a rule above it, as the editor has. */
const ROOMY = 16;

export interface ScreenTailOptions extends Pick<ScreenOptions, "session" | "actions" | "themes" | "keys" | "now" | "motion"> {
  readonly view: SessionView;
  readonly editor: PromptEditor;
  readonly desk: DialogDesk;
  readonly questions: QuestionDialog;
  readonly queue: QueuedMessages;
  readonly footer: Footer;
  /** Returns a line about the last key or command. Empty: none. */
  readonly hint: () => string;
}

/** The rows of a screen below its transcript: the activity, a dialog or the editor, and the footer. */
export class ScreenTail {
  readonly #options: ScreenTailOptions;

  constructor(options: ScreenTailOptions) {
    this.#options = options;
  }

  rows(size: TailSize): Tail {
    const { session, actions, view, themes, now, motion } = this.#options;
    const { status } = view;
    const { agent } = status.asking ?? {};
    const task = agent === undefined ? undefined : view.taskOf(agent);
    const interruptKey = this.#interruptKey;
    return tailRows(size, {
      status,
      queue: session.waiting,
      offer: actions.offer(),
      footer: (place) => this.#footerRows(place),
      body: (room) => this.#body(room),
      theme: themes.theme,
      now: now(),
      motion,
      isShared: session.isShared === true,
      ...(task === undefined ? {} : { task }),
      ...(interruptKey === undefined ? {} : { interruptKey }),
    });
  }

  #body({ width, ruleWidth, height, isLow }: Omit<TailSize, "firstWidth">): Tail {
    const { themes, desk, editor } = this.#options;
    const { theme } = themes;
    const dialog = desk.current;
    if (dialog?.kind === "panel") {
      const rule = height < ROOMY ? [] : [theme.dim("─".repeat(ruleWidth))];
      return { rows: [...rule, ...dialog.panel.rows({ width, height: height - rule.length }, theme)] };
    }
    const problem = textProblemRows(dialog, width, theme);
    const { rows, caret } = editor.rows({ width, height: Math.max(1, height - problem.length), ruleWidth: isLow ? 0 : ruleWidth });
    const all = { rows: [...rows, ...problem] };
    return editor.hasInputMethod ? { ...all, caret } : all;
  }

  /** A line about the last key, or about the text that a dialog asks for, replaces the facts. */
  #footerRows(size: { readonly width: number; readonly most: number }): readonly string[] {
    const { themes, footer, hint } = this.#options;
    const line = hint() === "" ? this.#request : hint();
    return line === "" ? footer.rows(size, themes.theme) : wrap(line, size.width).map((row) => themes.theme.warning(row));
  }

  /** A line about the next step of the user, if it is not the usual one. */
  get #request(): string {
    const { desk, questions, queue } = this.#options;
    if (desk.typing !== undefined) return `${desk.typing.title}: type it, then Enter · Esc goes back`;
    if (questions.isWaiting) return "A question waits: stop typing to see it";
    return queue.hint ?? "";
  }

  /** The key that interrupts the run now. Undefined: there is none, or the key does something else first. */
  get #interruptKey(): string | undefined {
    const { session, view, desk, questions, editor, keys } = this.#options;
    // The user's own commands are stopped first.
    if (session.status !== "running" || view.status.commands.length > 0) return undefined;
    const dialog = desk.current;
    const labelOf = (action: "interrupt" | "clear"): string | undefined => {
      const [key] = keys.rows.find((row) => row.action === action)?.keys ?? [];
      return key === undefined ? undefined : keyLabel(key);
    };
    // A question in a panel leaves this key to the screen; every other dialog closes with both.
    if (dialog?.kind === "panel") return dialog === questions.current ? labelOf("clear") : undefined;
    if (dialog !== undefined || editor.isCompleting) return undefined;
    return labelOf("interrupt") ?? (editor.isEmpty ? labelOf("clear") : undefined);
  }
}
