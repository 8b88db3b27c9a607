import { decodeKittyPrintable, fuzzyFilter, matchesKey, visibleWidth } from "@earendil-works/pi-tui";
import { escapeLine, escapeText } from "../../output/index.ts";
import { fit, LEAST_WITH_NOTES, wrap, wrapBehind } from "../blocks/index.ts";
import { pastedText } from "../terminal/index.ts";
import type { Theme } from "../themes/index.ts";
import type { ChoiceItem, Choices } from "./dialog.ts";
import type { Panel } from "./panel.ts";

export interface ListPanelOptions<Value> extends Choices<Value> {
  readonly onChoose: (value: Value) => void;
  readonly onClose: () => void;
  /** Called if the shown text changes without a key. */
  readonly onChange: () => void;
}

/** Rows of the panel that a sample leaves to the list at least. */
const SAMPLE_BESIDE = 6;
/** Rows of a preview at most. */
const MOST_PREVIEW = 6;
/** Characters of a preview's text at most. */
const MOST_CHARACTERS = 4000;
/** A preview needs as many rows for the list above it. */
const LEAST_LIST = 4;

/** Items up to which a list is short. */
const SHORT = 5;

/** A list to choose from. Typed letters filter it. The items of a short one have numbers, which choose them at once. */
export class ListPanel<Value> implements Panel {
  readonly #options: ListPanelOptions<Value>;
  #filter = "";
  /** The items that match the filter. */
  #items: readonly ChoiceItem<Value>[];
  #selected: number;
  /** The previewed item, and its text once there is one. */
  #preview: { readonly item: ChoiceItem<Value>; readonly text: string } | undefined;

  constructor(options: ListPanelOptions<Value>) {
    this.#options = options;
    this.#items = options.items;
    this.#selected = options.selected ?? 0;
  }

  input(data: string): void {
    const before = this.#items[this.#selected];
    this.#handle(data);
    const item = this.#items[this.#selected];
    if (item !== undefined && item !== before) this.#options.onSelect?.(item.value);
  }

  #handle(data: string): void {
    const { onChoose, onClose, onPaste, keys = [], escape } = this.#options;
    const count = Math.max(1, this.#items.length);
    if (matchesKey(data, "escape") && escape !== undefined) return onChoose(escape);
    if (matchesKey(data, "escape") || matchesKey(data, "ctrl+c")) return onClose();
    const item = this.#items[this.#selected];
    if (matchesKey(data, "enter")) return item === undefined ? undefined : onChoose(item.value);
    const other = keys.find(({ key }) => matchesKey(data, key));
    if (other !== undefined) return item === undefined ? undefined : onChoose(other.value(item.value));
    if (matchesKey(data, "up")) this.#selected = (this.#selected + count - 1) % count;
    else if (matchesKey(data, "down")) this.#selected = (this.#selected + 1) % count;
    else if (matchesKey(data, "pageUp")) this.#selected = Math.max(0, this.#selected - 10);
    else if (matchesKey(data, "pageDown")) this.#selected = Math.min(count - 1, this.#selected + 10);
    else if (onPaste !== undefined) {
      const pasted = pastedText(data);
      const value = pasted === undefined ? undefined : onPaste(pasted);
      if (value !== undefined) onChoose(value);
    } else if (matchesKey(data, "backspace")) this.#setFilter(Array.from(this.#filter).slice(0, -1).join(""));
    else {
      const text = decodeKittyPrintable(data) ?? data;
      if (/^[^\p{Cc}]+$/u.test(text)) this.#typed(text);
    }
    return undefined;
  }

  /** True if numbers choose items. Once the user has typed something else, they filter too. */
  get #isNumbered(): boolean {
    const { items, onPaste } = this.#options;
    // Digits of a secret that is typed at a list for pastes must not choose.
    return items.length <= SHORT && this.#filter === "" && onPaste === undefined;
  }

  #typed(text: string): void {
    const item = this.#isNumbered && /^[1-9]$/.test(text) ? this.#items[Number(text) - 1] : undefined;
    if (item === undefined) this.#setFilter(this.#filter + text);
    else this.#options.onChoose(item.value);
  }

  rows({ width, height }: { readonly width: number; readonly height: number }, theme: Theme): readonly string[] {
    const { accent, dim } = theme;
    const { title, keys = [], sample, escape, onPaste } = this.#options;
    const sampled = sample?.(width, theme).map((row) => fit(row, width)) ?? [];
    const preview = this.#previewRows(width, Math.min(MOST_PREVIEW, height - 2 - LEAST_LIST)).map((row) => dim(row));
    const below = [...preview, ...(height - sampled.length < SAMPLE_BESIDE ? [] : sampled)];
    const filter =
      this.#isNumbered || onPaste !== undefined ? "" : ` ${this.#filter === "" ? dim("type to filter") : escapeLine(this.#filter)}`;
    const counted = this.#items.length > height - 2 - below.length ? [`${this.#selected + 1} of ${this.#items.length}`] : [];
    const numbers = this.#isNumbered && this.#items.length > 1 ? [`1-${this.#items.length}`] : [];
    const help = [
      ...counted,
      ...numbers,
      "↑↓ Enter",
      ...keys.map(({ key, label }) => `${key} ${label}`),
      escape === undefined ? "Esc closes" : "Esc goes back",
    ].join(" · ");
    const helpRows = wrapBehind("  ", help, width).slice(0, Math.max(1, height - 2 - below.length));
    const shown = this.#listRows(Math.max(1, height - 1 - helpRows.length - below.length), width, theme);
    return [
      fit(`${accent(escapeLine(title))}${filter}`, width),
      ...(shown.length === 0 ? [dim("  Nothing matches.")] : shown),
      ...below,
      ...helpRows.map((row) => dim(row)),
    ];
  }

  #listRows(most: number, width: number, { selected }: Theme): readonly string[] {
    const markOf = (at: number): string => (this.#isNumbered ? `  ${at + 1}  ` : "  ");
    const item = this.#items[this.#selected];
    const whole = item === undefined ? [] : wholeItem(item, markOf(this.#selected), width).slice(0, most);
    const count = most - Math.max(0, whole.length - 1);
    const from = Math.max(0, Math.min(this.#selected - Math.floor(count / 2), this.#items.length - count));
    return this.#items
      .slice(from, from + count)
      .flatMap((shown, at) => (shown === item ? whole.map((row) => selected(row)) : [itemRow(shown, markOf(from + at), width)]));
  }

  #previewRows(width: number, most: number): readonly string[] {
    const { preview } = this.#options;
    const item = this.#items[this.#selected];
    if (preview === undefined || item === undefined || most <= 0) return [];
    if (this.#preview?.item !== item) void this.#load(item, preview);
    const lines = escapeText(this.#preview?.text.trim() ?? "").split("\n");
    const rows = lines.filter((line) => line.trim() !== "").flatMap((line) => wrap(line, width - 4));
    return rows.slice(0, most).map((row, at) => fit(`  | ${row}${at === most - 1 && rows.length > most ? " …" : ""}`, width));
  }

  async #load(item: ChoiceItem<Value>, preview: NonNullable<Choices<Value>["preview"]>): Promise<void> {
    this.#preview = { item, text: "" };
    let text: string;
    try {
      text = await preview(item.value);
    } catch (error) {
      text = error instanceof Error ? error.message : String(error);
    }
    if (this.#preview?.item !== item) return;
    this.#preview = { item, text: text.slice(0, MOST_CHARACTERS) };
    this.#options.onChange();
  }

  #setFilter(filter: string): void {
    this.#filter = filter;
    this.#selected = 0;
    const { items } = this.#options;
    this.#items =
      filter === "" ? items : fuzzyFilter([...items], filter, ({ label, note = "", search = "" }) => `${label} ${note} ${search}`);
  }
}

/** The rows of an item whose text may be necessary to decide. */
const wholeItem = <Value>({ label, note = "" }: ChoiceItem<Value>, mark: string, width: number): readonly string[] => {
  const text = escapeLine(note === "" || width < LEAST_WITH_NOTES ? label : `${label}  ${note}`);
  if (visibleWidth(text) + mark.length <= width) return [`${mark}${text}`];
  const indent = Math.max(INDENT, mark.length);
  const [first = "", ...others] = wrap(text, width - indent);
  return [`${mark}${first}`, ...others.map((row) => `${" ".repeat(indent)}${row}`)];
};

/** Columns before the second row of an item. */
const INDENT = 4;

/** Cuts a long label before the note, but not to less than half of the row. A narrow row has no note. */
const itemRow = <Value>({ label, note = "" }: ChoiceItem<Value>, mark: string, width: number): string => {
  if (note === "" || width < LEAST_WITH_NOTES) return fit(`${mark}${escapeLine(label)}`, width);
  const facts = `  ${escapeLine(note)}`;
  const space = Math.max(Math.floor(width / 2), width - mark.length - visibleWidth(facts));
  return fit(`${mark}${fit(escapeLine(label), space)}${facts}`, width);
};
