import type { KeyId } from "@earendil-works/pi-tui";
import type { Theme } from "../themes/index.ts";
import type { Page } from "./page.ts";
import type { Panel } from "./panel.ts";

/** An answer that is wanted from the user: a choice in place of the editor, a line of text that is typed in it, or a page. */
export type Dialog = PanelDialog | TextDialog | PageDialog;

export interface PageDialog {
  readonly kind: "page";
  readonly page: Page;
}

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
  /** The reason why the text was not taken, shown below it. Default: it was not given yet. */
  readonly problem?: string;
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
  /** Describes the selected item, of which the first lines are shown. Called when the item is selected. */
  readonly preview?: (value: Value) => string | Promise<string>;
  /** Keys that choose the selected item in another way. */
  readonly keys?: readonly ChoiceKey<Value>[];
  /**
   * Makes a choice of a pasted text. Letters do not filter such a list: a secret may be typed or pasted at it, which must not be
   * shown. Default: a paste does nothing.
   */
  readonly onPaste?: (text: string) => Value | undefined;
  /** The choice that Escape makes, to go back to another list. Default: Escape closes the list. */
  readonly escape?: Value;
}

export interface ChoiceItem<Value> {
  readonly label: string;
  /** Further facts, behind the label. */
  readonly note?: string;
  /** Text that the filter searches beside the label and the note. */
  readonly search?: string;
  readonly value: Value;
}

export interface ChoiceKey<Value> {
  readonly key: KeyId;
  /** Its effect, in a word. */
  readonly label: string;
  /** The choice that it makes of the selected one. */
  readonly value: (selected: Value) => Value;
}
