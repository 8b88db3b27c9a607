import { matchesKey } from "@earendil-works/pi-tui";
import { escapeLine } from "../../output/index.ts";
import { backgroundRows, fit, type ImageSpace } from "../blocks/index.ts";
import { type FullKeyAction, keyLabel } from "../keys/index.ts";
import { type FullFrame, FullOutput, mouseEvent } from "../terminal/index.ts";
import { imageSpace } from "./image-space.ts";
import { imagesOnView } from "./images-on-view.ts";
import { MouseSelection } from "./mouse-selection.ts";
import { type Columns, markColumns, matchingColumns } from "./row-columns.ts";
import type { Focus, HighlightedOptions, Surface, Tail } from "./surface.ts";
import { selectedColumns } from "./text-selection.ts";
import { TranscriptRows } from "./transcript-rows.ts";
import { TranscriptSearch } from "./transcript-search.ts";
import { TranscriptWindow, type WindowRow } from "./transcript-window.ts";

/** Below this many rows, only the necessary rows of the tail are shown. */
const LOW = 12;
/** Rows of one step of the wheel. */
const WHEEL = 3;
/** Rows of work in the background, above the tail. */
const BACKGROUND_ROWS = 4;
/** Milliseconds that a search may take before the next key is handled. */
const SLICE = 8;

/** Shows a transcript in the alternate screen, with scrolling, search and selection. */
export class FullSurface implements Surface {
  readonly #options: HighlightedOptions;
  readonly #output: FullOutput;
  readonly #rows: TranscriptRows;
  readonly #window: TranscriptWindow;
  readonly #search: TranscriptSearch;
  readonly #selection: MouseSelection;
  #searching = false;
  #cancelSearch: (() => void) | undefined;
  /** The rows of the transcript on view, from the first row of the screen. */
  #shown: readonly WindowRow[] = [];
  /** Rows of the screen that the transcript has. */
  #height = 1;
  /** The styles that the rows were made with. */
  #styles: unknown;
  /** The selected block. */
  #block: number | undefined;

  constructor(options: HighlightedOptions) {
    const { transcript, terminal, timer, theme, highlighter } = options;
    this.#options = options;
    this.#rows = new TranscriptRows(transcript, theme, highlighter);
    this.#window = new TranscriptWindow(transcript, this.#rows);
    this.#search = new TranscriptSearch(transcript, this.#rows);
    this.#selection = new MouseSelection({ rows: this.#rows, now: () => timer.now(), copy: (text) => this.#copy(text) });
    this.#output = new FullOutput({ output: terminal, timer, frame: () => this.#frame() });
  }

  get width(): number {
    return Math.max(1, this.#options.terminal.columns);
  }

  start(): void {
    this.#output.start();
  }

  stop(): void {
    this.#cancelSearch?.();
    this.#output.stop();
  }

  resized(): void {
    this.#output.resized();
  }

  request(urgent = false): void {
    this.#output.request(urgent);
  }

  /** Draws the rows again, because their colors changed. */
  restyle(): void {
    this.#rows.restyle();
    this.request();
  }

  print(rows: readonly string[]): void {
    this.#options.transcript.print(rows);
    this.request();
  }

  expand(): string {
    if (this.#block !== undefined && this.#rows.toggle(this.#block)) return "";
    return this.#rows.expandAll() ? "Showing everything" : "Showing the usual output";
  }

  toEnd(): void {
    this.#block = undefined;
    this.#window.toEnd();
  }

  input(data: string, focus: Focus): boolean {
    const mouse = mouseEvent(data);
    if (mouse !== undefined) {
      if (mouse === "ignored") return true;
      if (mouse.kind === "up" || mouse.kind === "down") this.#window.scroll(mouse.kind === "up" ? -WHEEL : WHEEL);
      else {
        if (mouse.kind === "drag" && mouse.row >= this.#height) this.#window.scroll(1);
        if (mouse.kind === "drag" && mouse.row <= 0) this.#window.scroll(-1);
        this.#selection.handle(mouse, this.#shown, this.width);
      }
      return true;
    }
    if (this.#searching) return this.#searchInput(data);
    const action = this.#options.keys.findInFull(data);
    return action !== undefined && this.#act(action, focus);
  }

  /** Returns false if the key belongs to the editor or to a panel. */
  #act(action: FullKeyAction, focus: Focus): boolean {
    const page = Math.max(1, this.#height - 2);
    switch (action) {
      case "pageUp":
      case "pageDown":
        if (focus === "panel") return false;
        this.#window.scroll(action === "pageUp" ? -page : page);
        return true;
      case "lineUp":
      case "lineDown":
        this.#window.scroll(action === "lineUp" ? -1 : 1);
        return true;
      case "startIfEmpty":
      case "start":
        if (action === "startIfEmpty" && focus !== "empty editor") return false;
        this.#window.toStart();
        return true;
      case "endIfEmpty":
      case "end":
        if (action === "endIfEmpty" && focus !== "empty editor") return false;
        this.toEnd();
        return true;
      case "previousBlock":
      case "nextBlock":
        this.#selectBlock(action === "previousBlock" ? -1 : 1);
        return true;
      case "search":
        this.#searching = true;
        this.#search.set("");
        return true;
      case "mouse":
        this.#output.capturesMouse = !this.#output.capturesMouse;
        this.#options.hint(this.#output.capturesMouse ? "cox has the mouse" : "The terminal has the mouse: select as usual");
        return true;
    }
  }

  #selectBlock(step: -1 | 1): void {
    const { transcript } = this.#options;
    const end = transcript.end + transcript.live.length;
    let item = this.#block ?? (step < 0 ? (this.#shown.at(-1)?.item ?? end - 1) + 1 : (this.#shown[0]?.item ?? 0) - 1);
    do {
      item += step;
      if (item < transcript.first && !transcript.loadEarlier()) return;
    } while (item < transcript.first || (item < end && !this.#rows.isFoldable(item)));
    this.#block = item < end ? item : undefined;
    if (this.#block === undefined) this.#window.toEnd();
    else if (!this.#shown.some((row) => row.item === item)) this.#window.show({ item, row: 0 });
  }

  #searchInput(data: string): boolean {
    if (matchesKey(data, "escape") || matchesKey(data, "ctrl+c")) this.#endSearch();
    else if (matchesKey(data, "enter") || matchesKey(data, "up") || matchesKey(data, "ctrl+s")) this.#go("earlier");
    else if (matchesKey(data, "down")) this.#go("later");
    else if (matchesKey(data, "ctrl+u")) this.#find("");
    else if (matchesKey(data, "backspace")) this.#find(Array.from(this.#search.query).slice(0, -1).join(""));
    else if (/^[^\p{Cc}]+$/u.test(data)) this.#find(this.#search.query + data);
    else return false;
    return true;
  }

  #endSearch(): void {
    this.#searching = false;
    this.#cancelSearch?.();
    this.#search.set("");
  }

  #find(query: string): void {
    this.#search.set(query);
    this.#runSearch();
  }

  #go(direction: "earlier" | "later"): void {
    const found = this.#search.go(direction);
    if (found !== undefined) this.#window.show(found);
  }

  /** Searches in slices, so that keys are handled between them. Shows the first match. */
  #runSearch(): void {
    this.#cancelSearch?.();
    const { timer } = this.#options;
    const end = timer.now() + SLICE;
    const hasMore = this.#search.run(() => timer.now() > end);
    if (this.#search.current === undefined) this.#go("earlier");
    this.request();
    if (hasMore) this.#cancelSearch = timer.after(1, () => this.#runSearch());
  }

  #copy(text: string | undefined): void {
    const { copy, hint } = this.#options;
    if (text === undefined) return hint("The selection is too long to copy");
    copy(text).then(
      (line) => {
        hint(line);
        this.request();
      },
      (error: unknown) => {
        hint(`Cannot copy: ${error instanceof Error ? error.message : String(error)}`);
        this.request();
      },
    );
  }

  #frame(): FullFrame {
    const { terminal, tail, transcript, theme, now } = this.#options;
    const { width } = this;
    transcript.update();
    const styles = this.#options.styles();
    if (styles !== this.#styles) this.#rows.restyle();
    this.#styles = styles;
    const isLow = terminal.rows < LOW;
    const time = now();
    const options = { width, theme, now: time, most: BACKGROUND_ROWS };
    const background = isLow ? [] : backgroundRows(transcript.status, (agent) => transcript.lastOf(agent), options);
    const height = Math.max(1, terminal.rows - 1 - background.length);
    const below = this.#clip(background, tail({ width, firstWidth: width, ruleWidth: width, height, isLow }));
    const space = terminal.rows - below.rows.length;
    let hasBar = this.#show(space, time);
    // It may have reached the end.
    if (hasBar && !this.#needsBar) hasBar = this.#show(space, time);
    const rows = this.#shown.map((row) => this.#marked(row));
    while (rows.length < this.#height) rows.push("");
    if (hasBar) rows.push(this.#bar());
    const above = rows.length;
    rows.push(...below.rows);
    const images = imagesOnView(this.#shown, (item) => this.#rows.images(item));
    return { rows, images, ...(below.caret === undefined ? {} : { caret: { row: above + below.caret.row, column: below.caret.column } }) };
  }

  get #needsBar(): boolean {
    return this.#searching || !this.#window.follows;
  }

  /** Takes the rows on view, with space for the bar below them if there is one. Returns true for a bar. */
  #show(space: number, now: number): boolean {
    const hasBar = space > 1 && this.#needsBar;
    this.#height = Math.max(0, space - (hasBar ? 1 : 0));
    this.#shown = this.#height === 0 ? [] : this.#window.view(this.#height, this.width, now, this.#imageSpace);
    return hasBar;
  }

  /** Only kitty's protocol can remove an image and draw a part of one. */
  get #imageSpace(): ImageSpace | undefined {
    const space = imageSpace(this.#options);
    if (space?.protocol !== "iterm2") return space;
    const [key] = this.#options.keys.rows.find(({ action }) => action === "screen")?.keys ?? [];
    return { ...space, mostRows: 0, ...(key === undefined ? {} : { hint: `${keyLabel(key)} draws it inline` }) };
  }

  /** The last rows above and in the tail that the screen has space for. */
  #clip(above: readonly string[], tail: Tail): Tail {
    const rows = [...above, ...tail.rows];
    const caret = tail.caret && { row: tail.caret.row + above.length, column: tail.caret.column };
    const hidden = Math.max(0, rows.length - this.#options.terminal.rows);
    if (hidden === 0) return caret === undefined ? { rows } : { rows, caret };
    return {
      rows: rows.slice(hidden),
      ...(caret === undefined || caret.row < hidden ? {} : { caret: { ...caret, row: caret.row - hidden } }),
    };
  }

  #marked(row: WindowRow): string {
    const { theme } = this.#options;
    const { pattern } = this.#search;
    const { current } = this.#selection;
    const selected = current === undefined ? undefined : selectedColumns(current, row, this.width);
    if (selected !== undefined) return markColumns(row.text, [selected], theme.selected);
    if (row.item === this.#block && row.row === this.#rows.title(row.item))
      return markColumns(row.text, [{ from: 0, to: this.width }], theme.selected);
    const found: readonly Columns[] = pattern === undefined ? [] : matchingColumns(row.text, pattern);
    return found.length === 0 ? row.text : markColumns(row.text, found, theme.selected);
  }

  #bar(): string {
    const { theme, transcript, session } = this.#options;
    if (this.#searching) {
      const { query, summary } = this.#search;
      return fit(
        `${theme.accent("Search:")} ${escapeLine(query)}  ${theme.dim(`${summary} · Enter earlier · ↓ later · Esc ends`)}`,
        this.width,
      );
    }
    const { rows, fresh } = this.#window.below ?? { rows: 0, fresh: 0 };
    const top = this.#shown[0];
    const isFirst = top?.item === transcript.first && top.row === 0;
    const parts = [
      `↓ ${rows} rows below`,
      ...(fresh > 0 ? [`${fresh} new`] : []),
      "Ctrl+End follows",
      ...(isFirst && transcript.earlier === "stored" ? [`earlier messages: cox sessions show ${session}`] : []),
    ];
    return fit(theme.dim(parts.join(" · ")), this.width);
  }
}
