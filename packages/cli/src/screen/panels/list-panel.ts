import { fuzzyFilter, matchesKey } from "@earendil-works/pi-tui";
import { escapeLine } from "../../output/index.ts";
import { fit } from "../blocks/index.ts";
import type { Theme } from "../themes/index.ts";
import type { ChoiceItem, Choices } from "./dialog.ts";
import type { Panel } from "./panel.ts";

export interface ListPanelOptions<Value> extends Choices<Value> {
  readonly onChoose: (value: Value) => void;
  readonly onClose: () => void;
}

/** Rows of the panel that a sample leaves to the list at least. */
const SAMPLE_BESIDE = 6;

/** A list to choose from. Typed letters filter it. */
export class ListPanel<Value> implements Panel {
  readonly #options: ListPanelOptions<Value>;
  #filter = "";
  #selected: number;

  constructor(options: ListPanelOptions<Value>) {
    this.#options = options;
    this.#selected = options.selected ?? 0;
  }

  get #items(): readonly ChoiceItem<Value>[] {
    const items = [...this.#options.items];
    return this.#filter === "" ? items : fuzzyFilter(items, this.#filter, ({ label, note = "" }) => `${label} ${note}`);
  }

  input(data: string): void {
    const before = this.#items[this.#selected];
    this.#handle(data);
    const item = this.#items[this.#selected];
    if (item !== undefined && item !== before) this.#options.onSelect?.(item.value);
  }

  #handle(data: string): void {
    const count = Math.max(1, this.#items.length);
    if (matchesKey(data, "escape") || matchesKey(data, "ctrl+c")) return this.#options.onClose();
    if (matchesKey(data, "enter")) {
      const item = this.#items[this.#selected];
      return item === undefined ? undefined : this.#options.onChoose(item.value);
    }
    if (matchesKey(data, "up")) this.#selected = (this.#selected + count - 1) % count;
    else if (matchesKey(data, "down")) this.#selected = (this.#selected + 1) % count;
    else if (matchesKey(data, "pageUp")) this.#selected = Math.max(0, this.#selected - 10);
    else if (matchesKey(data, "pageDown")) this.#selected = Math.min(count - 1, this.#selected + 10);
    else if (matchesKey(data, "backspace")) this.#setFilter(Array.from(this.#filter).slice(0, -1).join(""));
    else if (/^[^\p{Cc}]+$/u.test(data)) this.#setFilter(this.#filter + data);
    return undefined;
  }

  rows({ width, height }: { readonly width: number; readonly height: number }, theme: Theme): readonly string[] {
    const { accent, dim, selected } = theme;
    const items = this.#items;
    const sample = this.#options.sample?.(width, theme) ?? [];
    const below = height - sample.length < SAMPLE_BESIDE ? [] : sample;
    const most = Math.max(1, height - 2 - below.length);
    const from = Math.max(0, Math.min(this.#selected - Math.floor(most / 2), items.length - most));
    const shown = items.slice(from, from + most).map(({ label, note = "" }, at) => {
      const row = fit(`  ${escapeLine(label)}${note === "" ? "" : `  ${escapeLine(note)}`}`, width);
      return from + at === this.#selected ? selected(row) : row;
    });
    const counted = items.length > most ? `${this.#selected + 1} of ${items.length} · ` : "";
    return [
      fit(`${accent(escapeLine(this.#options.title))} ${this.#filter === "" ? dim("type to filter") : escapeLine(this.#filter)}`, width),
      ...(shown.length === 0 ? [dim("  Nothing matches.")] : shown),
      ...below.map((row) => fit(row, width)),
      dim(fit(`  ${counted}↑↓ Enter · Esc closes`, width)),
    ];
  }

  #setFilter(filter: string): void {
    this.#filter = filter;
    this.#selected = 0;
  }
}
