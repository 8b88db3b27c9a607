import { fuzzyMatch, matchesKey } from "@earendil-works/pi-tui";
import { escapeLine } from "../../output/index.ts";
import { fit } from "../blocks/index.ts";
import type { Panel } from "../panels/index.ts";
import { pastedText } from "../terminal/index.ts";
import type { Theme } from "../themes/index.ts";
import { cleanText } from "./clean-text.ts";
import type { EarlierPrompt, PromptHistory } from "./prompt-history.ts";

export interface HistoryPanelOptions {
  readonly history: Pick<PromptHistory, "prompts" | "isReading">;
  readonly onChoose: (prompt: EarlierPrompt) => void;
  readonly onClose: () => void;
}

/** Characters of a prompt that are compared and shown. */
const COMPARED = 2000;

/** The prompts of the project's sessions, the latest first. Typed letters filter them. */
export class HistoryPanel implements Panel {
  readonly #options: HistoryPanelOptions;
  #filter = "";
  #selected = 0;
  /** Matching prompts for the last filter and prompts. */
  #matches: { readonly prompts: readonly EarlierPrompt[]; readonly filter: string; readonly found: readonly EarlierPrompt[] };

  constructor(options: HistoryPanelOptions) {
    this.#options = options;
    this.#matches = { prompts: [], filter: "", found: [] };
  }

  input(data: string): void {
    const found = this.#found();
    const count = Math.max(1, found.length);
    const isRepeat = matchesKey(data, "ctrl+r");
    const pasted = pastedText(data);
    if (matchesKey(data, "escape") || matchesKey(data, "ctrl+c")) return this.#options.onClose();
    if (matchesKey(data, "enter") || matchesKey(data, "tab")) {
      const prompt = found[this.#selected];
      return prompt === undefined ? this.#options.onClose() : this.#options.onChoose(prompt);
    }
    if (matchesKey(data, "up") || matchesKey(data, "ctrl+s")) this.#selected = (this.#selected + count - 1) % count;
    else if (matchesKey(data, "down") || isRepeat) this.#selected = (this.#selected + 1) % count;
    else if (matchesKey(data, "pageUp")) this.#selected = Math.max(0, this.#selected - 10);
    else if (matchesKey(data, "pageDown")) this.#selected = Math.min(count - 1, this.#selected + 10);
    else if (matchesKey(data, "ctrl+u")) this.#setFilter("");
    else if (matchesKey(data, "backspace")) this.#setFilter(Array.from(this.#filter).slice(0, -1).join(""));
    else if (pasted !== undefined) this.#setFilter(this.#filter + cleanText(pasted).replaceAll(/\s+/g, " "));
    else if (/^[^\p{Cc}]+$/u.test(data)) this.#setFilter(this.#filter + data);
    return undefined;
  }

  rows({ width, height }: { readonly width: number; readonly height: number }, { accent, dim, selected }: Theme): readonly string[] {
    const found = this.#found();
    const most = Math.max(1, height - 2);
    const from = Math.max(0, Math.min(this.#selected - Math.floor(most / 2), found.length - most));
    const shown = found.slice(from, from + most).map(({ text }, at) => {
      const row = fit(`  ${escapeLine(text.slice(0, COMPARED))}`, width);
      return from + at === this.#selected ? selected(row) : row;
    });
    const counted = found.length > most ? `${this.#selected + 1} of ${found.length} · ` : "";
    const reading = this.#options.history.isReading ? "reading sessions… · " : "";
    const none = this.#options.history.isReading ? "" : "  No earlier prompt matches.";
    return [
      fit(`${accent("Earlier prompts")} ${this.#filter === "" ? dim("type to filter") : escapeLine(this.#filter)}`, width),
      ...(shown.length === 0 ? [dim(fit(none, width))] : shown),
      dim(fit(`  ${reading}${counted}↑↓ Ctrl+R · Enter takes it · Esc closes`, width)),
    ];
  }

  #setFilter(filter: string): void {
    this.#filter = filter;
    this.#selected = 0;
  }

  #found(): readonly EarlierPrompt[] {
    const prompts = this.#options.history.prompts();
    if (prompts !== this.#matches.prompts || this.#filter !== this.#matches.filter)
      this.#matches = { prompts, filter: this.#filter, found: matching(prompts, this.#filter) };
    return this.#matches.found;
  }
}

/** First the prompts that contain each word, then those that contain its letters in order; the latest first in both. */
const matching = (prompts: readonly EarlierPrompt[], filter: string): readonly EarlierPrompt[] => {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return prompts;
  const exact: EarlierPrompt[] = [];
  const fuzzy: EarlierPrompt[] = [];
  for (const prompt of prompts) {
    const text = prompt.text.slice(0, COMPARED).toLowerCase();
    if (words.every((word) => text.includes(word))) exact.push(prompt);
    else if (words.every((word) => fuzzyMatch(word, text).matches)) fuzzy.push(prompt);
  }
  return [...exact, ...fuzzy];
};
