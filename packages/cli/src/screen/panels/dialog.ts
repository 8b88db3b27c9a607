import type { Theme } from "../themes/index.ts";
import type { Panel } from "./panel.ts";

/** An answer that is wanted from the user: a choice in place of the editor, or a line of text that is typed in it. */
export type Dialog = PanelDialog | TextDialog;

export interface PanelDialog {
  readonly kind: "panel";
  readonly panel: Panel;
}

export interface TextDialog {
  readonly kind: "text";
  /** Name of the text to type, for example `Reason`. */
  readonly title: string;
  /** Text to begin with. Default: none. */
  readonly initial?: string;
  /** Gets the text, or undefined if the user types none. */
  take(text: string | undefined): void;
}

/** A list to choose from. */
export interface Choices<Value> {
  readonly title: string;
  readonly items: readonly ChoiceItem<Value>[];
  /** Index of the item that is selected first. Default: 0. */
  readonly selected?: number;
  /** Called when another item is selected, before it is chosen. */
  readonly onSelect?: (value: Value) => void;
  /** Renders rows in the style of the selected item, below the list where there is room. */
  readonly sample?: (width: number, theme: Theme) => readonly string[];
}

export interface ChoiceItem<Value> {
  readonly label: string;
  /** Further facts, behind the label. */
  readonly note?: string;
  readonly value: Value;
}
