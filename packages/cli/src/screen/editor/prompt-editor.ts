import { matchesKey } from "@earendil-works/pi-tui";
import { type FrameTimer, pastedText, type TerminalOutput } from "../terminal/index.ts";
import type { Theme } from "../themes/index.ts";
import { type ChipContents, Chips, expandTexts, isLongText } from "./chips.ts";
import { cleanText } from "./clean-text.ts";
import { type Candidate, Completion, type EditorCommand, type Offer } from "./completion.ts";
import { CompletionList } from "./completion-list.ts";
import type { Draft } from "./draft-file.ts";
import { DraftKeeper } from "./draft-keeper.ts";
import { droppedFiles } from "./dropped-paths.ts";
import type { EditorSources } from "./editor-sources.ts";
import { EditBuffer, type EditorRows } from "./edit-buffer.ts";
import { HistoryPanel } from "./history-panel.ts";
import { HistoryWalk } from "./history-walk.ts";
import { PromptHistory } from "./prompt-history.ts";
import type { Panel } from "../panels/index.ts";

export interface PromptEditorOptions {
  readonly terminal: TerminalOutput;
  readonly theme: Theme;
  readonly timer: FrameTimer;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The commands of the screen. */
  readonly commands: readonly EditorCommand[];
  /** Folder of the session, absolute. */
  readonly cwd: string;
  readonly sources: EditorSources;
  /** Called if the shown text changes without a key, as by a completion. */
  readonly onChange: () => void;
  /** Receives the text with labels, and what they stand for. */
  readonly onSubmit: (text: string, attached: ChipContents) => void;
}

/** `height`: rows that are available. `ruleWidth`: columns of the rules above and below; 0: without them, on a low screen. */
export interface EditorSize {
  readonly width: number;
  readonly height: number;
  readonly ruleWidth: number;
}

/** Characters that are typed with input methods. */
const COMPOSED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Minimum number of completions in view, if there are that many. */
const LEAST_OFFERED = 3;

/** The editor for prompts: several lines, undo, a kill ring, history, completion, chips for pastes and images. */
export class PromptEditor {
  readonly #options: PromptEditorOptions;
  readonly #chips = new Chips();
  readonly #buffer: EditBuffer;
  readonly #history: PromptHistory;
  readonly #walk: HistoryWalk;
  readonly #completion: Completion;
  readonly #list = new CompletionList();
  readonly #drafts: DraftKeeper;
  #hasInputMethod: boolean;
  /** The text before the caret, if it ends with a file that was just completed, and a space. */
  #mentioned: string | undefined;
  /** The text for which the user asked for an earlier prompt while the sessions were read. */
  #waiting: string | undefined;

  constructor(options: PromptEditorOptions) {
    const { terminal, theme, timer, now, commands, cwd, sources, onChange } = options;
    this.#options = options;
    this.#hasInputMethod = sources.hasInputMethod;
    this.#buffer = new EditBuffer({
      terminal,
      theme,
      chips: this.#chips,
      onChange: () => this.#drafts.changed(),
      onSubmit: (text) => {
        void this.#drafts.flush();
        options.onSubmit(text, this.#chips.in(text));
      },
    });
    this.#history = new PromptHistory({ load: () => sources.prompts(), now, onChange: () => this.#historyRead() });
    this.#walk = new HistoryWalk(this.#history, (text) => this.#shownAs(text));
    this.#completion = new Completion({
      commands,
      moreCommands: () => sources.commands(),
      files: () => sources.files(),
      cwd,
      timer,
      onChange,
    });
    this.#drafts = new DraftKeeper(sources.drafts, timer, () => this.#draft());
  }

  /** The text, with labels for pastes and images. */
  get text(): string {
    return this.#buffer.text;
  }

  /** The content of the labels in the text. */
  get attached(): ChipContents {
    return this.#chips.in(this.#buffer.text);
  }

  get isEmpty(): boolean {
    return this.#buffer.text === "";
  }

  /** True while a list of completions is open, which takes Escape. */
  get isCompleting(): boolean {
    return this.#offer() !== undefined;
  }

  /** True if the window of an input method should open at the caret: by the user's language, or by earlier input. */
  get hasInputMethod(): boolean {
    return this.#hasInputMethod;
  }

  /** The text for another editor: with pastes in full, and with mentions for images of files. */
  get portableText(): string {
    const { text } = this.#draft();
    return expandTexts(text, this.#chips.in(text));
  }

  set(text: string): void {
    this.#show(this.#shownAs(text), "end");
  }

  /** Adds a prompt to the history. */
  remember(text: string): void {
    this.#history.add(text);
  }

  /** Returns a sent message as it was typed: with its labels, and without the blocks of files that were added to it. */
  typedAs(message: string): string {
    const found = this.#history.own.find(({ text }) => {
      const sent = expandTexts(text, this.#chips.in(text));
      return message.startsWith(sent) && /^(?:$|\n\n<)/.test(message.slice(sent.length));
    });
    return found?.text ?? message;
  }

  /** Brings back the text that a crashed process left: to the history if something was typed already. Returns true if it is shown. */
  async restore(): Promise<boolean> {
    const draft = await this.#options.sources.drafts.take();
    if (draft === undefined) return false;
    const { isEmpty } = this;
    this.#chips.restore(draft.pasted);
    if (isEmpty) this.set(draft.text);
    else this.remember(draft.text);
    return isEmpty;
  }

  /** Saves the draft, and ends what runs in the background. */
  async close(): Promise<void> {
    this.#completion.close();
    await this.#drafts.flush();
  }

  /** A panel with the prompts of the project's sessions. */
  historyPanel(onClose: (hint: string) => void): Panel {
    return new HistoryPanel({
      history: this.#history,
      now: this.#options.now,
      onChoose: (prompt) => {
        this.set(prompt.text);
        onClose(prompt.isCut ? "Only the beginning of this long prompt is in the history" : "");
      },
      onClose: () => onClose(""),
    });
  }

  /** Inserts the image of the clipboard. Rejects with an Error for the user. */
  async pasteImage(): Promise<void> {
    const label = this.#chips.addImage(await this.#options.sources.clipboardImage());
    if (label !== undefined) this.#insertWord(label);
  }

  /** Opens the text in the user's editor. Rejects with an Error for the user. */
  async editExternally(): Promise<void> {
    const edited = await this.#options.sources.editExternally(expandTexts(this.text, this.attached));
    this.set(edited);
  }

  input(data: string): void {
    this.#hasInputMethod ||= COMPOSED.test(data);
    const pasted = pastedText(data);
    const isAfterMention = this.#mentioned === this.#buffer.before;
    this.#mentioned = undefined;
    if (pasted !== undefined) this.#paste(pasted);
    // Lines follow the path without a space.
    else if (isAfterMention && (data === ":" || data === "#")) this.#buffer.replace({ before: 1, text: data });
    else if (!this.#complete(data) && !this.#walkHistory(data)) this.#buffer.press(/^[^\p{Cc}]/u.test(data) ? cleanText(data) : data);
  }

  /** Renders the text between two rules, or without them on a low screen, and the completions below. */
  rows({ width, height, ruleWidth }: EditorSize): EditorRows {
    const { theme } = this.#options;
    const shell = shellMode(this.text);
    const { rows, caret } = this.#buffer.rows(width, { rule: shell === "" ? theme.dim : theme.warning, ruleWidth, mark: shell });
    const text = ruleWidth > 0 ? rows : rows.slice(1, -1);
    const at = ruleWidth > 0 ? caret.row : caret.row - 1;
    const offer = this.#offer();
    const most = Math.max(1, offer === undefined ? height : height - Math.min(LEAST_OFFERED, offer.candidates.length));
    // On a low screen, the rows around the caret.
    const from = Math.max(0, Math.min(at - Math.floor(most / 2), text.length - most));
    const shown = text.slice(from, from + most);
    const listed = offer === undefined ? [] : this.#list.rows(offer, { width, height: Math.max(1, height - shown.length) }, theme);
    return { rows: [...shown, ...listed], caret: { row: at - from, column: caret.column } };
  }

  #offer(): Offer | undefined {
    const { before, caret } = this.#buffer;
    const isShell = this.#buffer.text.startsWith("!");
    return this.#list.open(before, (isForced) => this.#completion.at({ before, line: caret.line, isShell, isForced }));
  }

  /** Returns true if the key belongs to the completions. */
  #complete(data: string): boolean {
    const offer = this.#offer();
    if (offer === undefined) {
      if (!matchesKey(data, "tab")) return false;
      this.#list.force(this.#buffer.before);
      const forced = this.#offer();
      if (forced?.candidates.length === 1) this.#take(forced, forced.candidates[0]);
      return true;
    }
    const selected = this.#list.selected(offer);
    if (matchesKey(data, "escape")) this.#list.dismiss(offer);
    else if (matchesKey(data, "up")) this.#list.move(offer, -1);
    else if (matchesKey(data, "down")) this.#list.move(offer, 1);
    else if (matchesKey(data, "tab")) this.#take(offer, selected);
    else if (matchesKey(data, "enter") && data !== "\n") {
      // A word that is complete as it stands is sent.
      if (selected.text === offer.typed || !this.#list.isChosen(offer)) return false;
      this.#take(offer, selected);
      return selected.isComplete !== true;
    } else return false;
    return true;
  }

  /** Replaces the word before the caret by a completion. */
  #take(offer: Offer, { text, isWhole }: Candidate): void {
    const closes = text.endsWith('"');
    const after = closes && this.#buffer.after.startsWith('"') ? 1 : 0;
    // Inside of the quotes, more of the path can be typed.
    const isOpen = closes && !isWhole;
    const space = isWhole && !/^\s/.test(this.#buffer.after.slice(after)) ? " " : "";
    this.#buffer.replace({
      before: offer.typed.length,
      after,
      text: isOpen ? text.slice(0, -1) : `${text}${space}`,
      ...(isOpen ? { rest: '"' } : {}),
    });
    this.#list.taken();
    if (text.startsWith("@") && space !== "") this.#mentioned = this.#buffer.before;
  }

  /** The arrows walk the history where they cannot move the caret. */
  #walkHistory(data: string): boolean {
    const isUp = matchesKey(data, "up");
    if (!isUp && !matchesKey(data, "down")) return false;
    const { text, caret } = this.#buffer;
    const isAtEnd = caret.line === (isUp ? 0 : text.split("\n").length - 1);
    if (!isAtEnd || !this.#walk.isAt(text)) {
      this.#buffer.press(data);
      const now = this.#buffer.caret;
      if (now.line !== caret.line || now.offset !== caret.offset) return true;
    }
    const found = isUp ? this.#walk.earlier(text) : this.#walk.later(text);
    if (found !== undefined) this.#show(found, isUp ? "start" : "end");
    else if (isUp && this.#history.isReading) this.#waiting = text;
    return true;
  }

  #historyRead(): void {
    const { text } = this;
    const earlier = this.#waiting === text ? this.#walk.earlier(text) : undefined;
    this.#waiting = undefined;
    if (earlier !== undefined) this.#show(earlier, "start");
    this.#options.onChange();
  }

  /** Shows an earlier prompt or a draft. No list opens for its last word. */
  #show(text: string, caret: "start" | "end"): void {
    this.#buffer.set(text, caret);
    const offer = this.#offer();
    if (offer !== undefined) this.#list.dismiss(offer);
  }

  #paste(pasted: string): void {
    const text = cleanText(pasted);
    const files = this.text.startsWith("!") ? undefined : droppedFiles(text, this.#options.cwd);
    if (files === undefined) return this.#buffer.insert(isLongText(text) ? this.#chips.addText(text) : text);
    const words = files.map((file) =>
      file.kind === "path" ? mentionOf(file.mention) : (this.#chips.addImage(file.bytes, file) ?? mentionOf(file.path)),
    );
    this.#insertWord(words.join(" "));
  }

  /** Inserts a word, set apart from the ones around it. */
  #insertWord(word: string): void {
    const { before, after } = this.#buffer;
    this.#buffer.insert(`${before === "" || /\s$/.test(before) ? "" : " "}${word}${/^\s/.test(after) ? "" : " "}`);
  }

  #shownAs(text: string): string {
    return this.#chips.collapse(cleanText(text));
  }

  /** Images are not saved: those of files become mentions. */
  #draft(): Draft {
    let { text } = this;
    const pasted: Record<string, string> = {};
    for (const [label, content] of this.attached) {
      if (content.type === "text") pasted[label] = content.text;
      else text = text.replaceAll(label, () => (content.path === undefined ? "" : mentionOf(content.path)));
    }
    return { text, pasted };
  }
}

const mentionOf = (path: string): string => (/\s/.test(path) ? `@"${path}"` : `@${path}`);

/** The mark of a shell command, for the rule above it; empty for other text. */
const shellMode = (text: string): string => {
  if (text.startsWith("!!")) return "!! shell command, not for the model";
  return text.startsWith("!") ? "! shell command" : "";
};
