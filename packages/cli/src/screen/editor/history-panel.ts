import { matchesKey, visibleWidth } from "@earendil-works/pi-tui";
import { escapeLine } from "../../output/index.ts";
import { fit, formatAge, LEAST_WITH_NOTES } from "../blocks/index.ts";
import type { Panel } from "../panels/index.ts";
import { pastedText } from "../terminal/index.ts";
import type { Theme } from "../themes/index.ts";
import { cleanText } from "./clean-text.ts";
import { matchingPrompts } from "./matching-prompts.ts";
import type { EarlierPrompt, PromptHistory } from "./prompt-history.ts";

export interface HistoryPanelOptions {
  readonly history: Pick<PromptHistory, "prompts" | "isReading">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onChoose: (prompt: EarlierPrompt) => void;
  readonly onClose: () => void;
}

/** Characters of a prompt that a row may show. */
const SHOWN = 1000;

/** The prompts of the project's sessions with their age, the latest first. Typed letters filter them. */
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
    const now = this.#options.now();
    const shown = found.slice(from, from + most).map((prompt, at) => {
      const row = promptRow(prompt, now, width);
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
      this.#matches = { prompts, filter: this.#filter, found: matchingPrompts(prompts, this.#filter) };
    return this.#matches.found;
  }
}

/** The beginning of a prompt, and at the end of the row its age if there is room. */
const promptRow = ({ text, at }: EarlierPrompt, now: number, width: number): string => {
  const line = `  ${escapeLine(text.slice(0, SHOWN))}`;
  if (width < LEAST_WITH_NOTES) return fit(line, width);
  const age = formatAge(now - at);
  const cut = fit(line, width - age.length - 2);
  return `${cut}${" ".repeat(Math.max(2, width - age.length - visibleWidth(cut)))}${age}`;
};
