import { escapeLine } from "../../output/index.ts";
import { fit, LEAST_WITH_NOTES } from "../blocks/index.ts";
import type { Theme } from "../themes/index.ts";
import type { Candidate, Offer } from "./completion.ts";

/** Completions in view at most. */
const MOST_SHOWN = 8;

/**
 * The list of completions below the text. Its content always belongs to the current text and caret: the state is only the
 * dismissed word, the request for completions of any word, and the selection for one typed word.
 */
export class CompletionList {
  #dismissed: string | undefined;
  /** The text before the caret when the user asked for completions. */
  #forced: string | undefined;
  #selection: { readonly typed: string | undefined; readonly at: number } = { typed: undefined, at: 0 };

  /** Opens the next list for any word, because the user asked for it. */
  force(before: string): void {
    this.#forced = before;
    this.#dismissed = undefined;
  }

  /** Returns the offer in view. `before`: the text before the caret. `find` gets true if the user asked for completions. */
  open(before: string, find: (isForced: boolean) => Offer | undefined): Offer | undefined {
    if (this.#forced !== undefined && !before.startsWith(this.#forced)) this.#forced = undefined;
    const offer = find(this.#forced !== undefined);
    // After another word, the same place may have a new one.
    if (offer?.word !== this.#dismissed) this.#dismissed = undefined;
    return offer === undefined || offer.word === this.#dismissed ? undefined : offer;
  }

  /** Closes the list until another word is typed. */
  dismiss({ word }: Offer): void {
    this.#dismissed = word;
    this.#forced = undefined;
  }

  /** A completion was taken. */
  taken(): void {
    this.#forced = undefined;
    this.#selection = { typed: undefined, at: 0 };
  }

  selected({ typed, candidates }: Offer): Candidate {
    return (this.#selection.typed === typed ? candidates[this.#selection.at] : undefined) ?? candidates[0];
  }

  /** True if the user chose from the list or began the word: Enter takes the selected completion then. */
  isChosen({ typed }: Offer): boolean {
    return this.#forced !== undefined || typed !== "" || this.#selection.typed === typed;
  }

  move(offer: Offer, by: number): void {
    const { length } = offer.candidates;
    const at = offer.candidates.indexOf(this.selected(offer));
    this.#selection = { typed: offer.typed, at: (at + by + length) % length };
  }

  /** The completions around the selected one. If there are more than fit, the last row counts them. */
  rows(offer: Offer, { width, height }: { readonly width: number; readonly height: number }, { dim, selected }: Theme): readonly string[] {
    const { candidates, total } = offer;
    const current = candidates.indexOf(this.selected(offer));
    const isCounted = total > Math.min(MOST_SHOWN, height) && height > 1;
    const most = Math.min(MOST_SHOWN, isCounted ? height - 1 : height);
    const from = Math.max(0, Math.min(current - Math.floor(most / 2), candidates.length - most));
    const shown = candidates.slice(from, from + most);
    const labels = shown.map(({ label }) => escapeLine(label));
    const column = Math.min(Math.floor(width / 2), Math.max(...labels.map(({ length }) => length))) + 2;
    const rows = shown.map(({ note }, at) => {
      const label = `  ${labels[at] ?? ""}`;
      const hasNote = note !== undefined && width >= LEAST_WITH_NOTES;
      const behind = hasNote ? `${" ".repeat(Math.max(2, column + 2 - label.length))}${escapeLine(note)}` : "";
      return from + at === current ? selected(fit(label + behind, width)) : fit(label + dim(behind), width);
    });
    return isCounted ? [...rows, dim(fit(`  ${countText(current + 1, offer)}`, width))] : rows;
  }
}

/** Describes the place in a list, of which only the best may be offered. */
const countText = (place: number, { candidates: { length }, total }: Offer): string =>
  total > length ? `${place} of ${length} · ↑↓ · ${total - length} more match: type on` : `${place} of ${total} · ↑↓`;
