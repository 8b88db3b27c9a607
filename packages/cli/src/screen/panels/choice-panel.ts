import { decodeKittyPrintable, isKeyRepeat, matchesKey } from "@earendil-works/pi-tui";
import { fit, wrap, wrapBehind } from "../blocks/index.ts";
import type { Theme } from "../themes/index.ts";
import type { Panel } from "./panel.ts";
import type { TypingPause } from "./typing-pause.ts";

/** An item to choose. Its text is escaped. */
export interface PanelChoice<Action> {
  /** One character. */
  readonly key: string;
  readonly text: string;
  readonly action: Action;
}

/** A question and its answers. */
export interface ChoiceContent<Action> {
  readonly title: string;
  /** Rows that may be more than the panel has room for: they scroll. */
  readonly body: readonly string[];
  /** Rows that stay visible. */
  readonly notes: readonly string[];
  readonly choices: readonly PanelChoice<Action>[];
  /** Choices of which only the keys are shown, below the others. */
  readonly tools: readonly PanelChoice<Action>[];
  /** The meaning of Escape in a few words. */
  readonly escape: string;
  /** True wraps long choices. Default: they are cut. */
  readonly wraps?: boolean;
  /** The meaning of the other keys. Default: `↑↓ Enter`. */
  readonly help?: string;
}

export interface ChoicePanelOptions<Action> {
  readonly content: (size: { readonly width: number }, theme: Theme) => ChoiceContent<Action>;
  readonly pause: TypingPause;
  readonly onTake: (action: Action) => void;
  /** Called for Enter instead of `onTake`. */
  readonly onEnter?: (selected: Action) => void;
  /** Called for the space bar. Default: it does nothing. */
  readonly onSpace?: (selected: Action) => void;
  readonly onEscape: () => void;
  /** Gets keys of a user who is still typing something else. */
  readonly onType: (data: string) => void;
}

/** Least rows of the body, if it has them. */
const LEAST_BODY = 3;

/** Rows of a panel for each row of its hint. */
const HINT = 4;

const hintRows = (text: string, width: number, most: number): readonly string[] =>
  most < 2 ? [fit(`  ${text}`, width)] : wrapBehind("  ", text, width).slice(0, most);

/** A question with choices in place of the editor. Keys count only after a pause in the user's typing; a paste never does. */
export class ChoicePanel<Action> implements Panel {
  readonly #options: ChoicePanelOptions<Action>;
  #isOpen = false;
  /** As rendered last: keys mean what the user sees. */
  #content: ChoiceContent<Action> | undefined;
  /** Key of the selected choice. */
  #selected: string | undefined;
  #scrolled = 0;
  /** Rows that one page scrolls, as of the last rendering. */
  #page = 1;
  #most = 0;
  #isPasted = false;

  constructor(options: ChoicePanelOptions<Action>) {
    this.#options = options;
  }

  /** True once keys answer the question. */
  get takesKeys(): boolean {
    this.#isOpen ||= this.#options.pause.phase === "quiet";
    return this.#isOpen;
  }

  input(data: string): void {
    const { pause, onType, onEscape, onTake, onEnter = onTake, onSpace } = this.#options;
    this.#isPasted = data.startsWith(PASTE);
    if (!this.takesKeys) return pause.isTyping ? onType(data) : undefined;
    // A key that is held down repeats itself, and means one thing only.
    if (this.#content === undefined || (isKeyRepeat(data) && !SCROLLS.some((key) => matchesKey(data, key)))) return;
    const { choices, tools } = this.#content;
    const key = (decodeKittyPrintable(data) ?? data).toLowerCase();
    const found = [...choices, ...tools].find((choice) => choice.key === key);
    if (matchesKey(data, "up")) this.#select(choices, -1);
    else if (matchesKey(data, "down") || matchesKey(data, "tab")) this.#select(choices, 1);
    else if (matchesKey(data, "pageDown")) this.#scrolled = Math.min(this.#most, this.#scrolled + this.#page);
    else if (matchesKey(data, "pageUp")) this.#scrolled = Math.max(0, this.#scrolled - this.#page);
    else if (matchesKey(data, "escape")) onEscape();
    else if (matchesKey(data, "enter") || matchesKey(data, "space")) {
      const selected = choices[this.#at(choices)];
      if (selected !== undefined) (matchesKey(data, "enter") ? onEnter : onSpace)?.(selected.action);
    } else if (found !== undefined) onTake(found.action);
  }

  rows({ width, height }: { readonly width: number; readonly height: number }, theme: Theme): readonly string[] {
    const content = this.#options.content({ width }, theme);
    this.#content = content;
    const title = wrap(theme.strong(content.title), width).slice(0, height < 6 ? 1 : 2);
    const hint = height < 4 ? [] : hintRows(this.#hint(content), width, Math.floor(height / HINT)).map((row) => theme.dim(row));
    const notes = content.notes.slice(0, Math.max(0, height - title.length - hint.length - 2));
    const room = Math.max(1, height - title.length - notes.length - hint.length);
    const choices = this.takesKeys ? this.#choiceRows(content, width, theme) : [[theme.warning(fit(WAITS, width))]];
    const leastBody = Math.min(content.body.length, LEAST_BODY, room - 1);
    const choicesShown = window(choices, this.takesKeys ? this.#at(content.choices) : 0, room - leastBody);
    const body = this.#bodyRows(content.body, room - choicesShown.length, width, theme);
    return [...title, ...body, ...notes, ...choicesShown, ...hint];
  }

  /** Index of the selected choice. */
  #at(choices: readonly PanelChoice<Action>[]): number {
    return Math.max(
      0,
      choices.findIndex(({ key }) => key === this.#selected),
    );
  }

  #select(choices: readonly PanelChoice<Action>[], step: 1 | -1): void {
    this.#selected = choices[(this.#at(choices) + choices.length + step) % choices.length]?.key;
  }

  /** Returns the rows of each choice. */
  #choiceRows({ choices, wraps }: ChoiceContent<Action>, width: number, { selected }: Theme): readonly (readonly string[])[] {
    const chosen = this.#at(choices);
    return choices.map(({ key, text }, at) => {
      const mark = `  ${key}  `;
      const rows = wraps === true ? wrapBehind(mark, text, width) : [fit(`${mark}${text}`, width)];
      return at === chosen ? rows.map((row) => selected(row)) : rows;
    });
  }

  #bodyRows(body: readonly string[], room: number, width: number, { dim }: Theme): readonly string[] {
    if (body.length <= room) {
      this.#most = 0;
      return body;
    }
    const shown = Math.max(1, room - (room > 1 ? 1 : 0));
    this.#page = shown;
    this.#most = body.length - shown;
    const from = Math.min(this.#scrolled, this.#most);
    const rows = room === 0 ? [] : body.slice(from, from + shown);
    return room > 1 ? [...rows, dim(fit(`  rows ${from + 1}-${from + shown} of ${body.length}: PgUp PgDn`, width))] : rows;
  }

  #hint({ tools, escape, help = "↑↓ Enter" }: ChoiceContent<Action>): string {
    if (!this.takesKeys) return "";
    if (this.#isPasted) return "A paste answers nothing: press the letter";
    return [...(this.#most > 0 ? ["PgDn: more"] : []), `Esc: ${escape}`, ...tools.map(({ key, text }) => `${key}: ${text}`), help].join(
      " · ",
    );
  }
}

/** Begin of a paste in brackets. */
const PASTE = "\u001b[200~";

const SCROLLS = ["up", "down", "pageUp", "pageDown"] as const;

const WAITS = "  You were typing: the answers follow in a moment";

/** At most `most` rows of choices, around those of the selected one. */
const window = (choices: readonly (readonly string[])[], selected: number, most: number): readonly string[] => {
  const rows = choices.flat();
  const before = choices.slice(0, selected).flat().length;
  const center = before + Math.floor(Math.min(choices[selected]?.length ?? 0, most) / 2);
  const from = Math.max(0, Math.min(before, center - Math.floor(most / 2), rows.length - most));
  return rows.slice(from, from + most);
};
