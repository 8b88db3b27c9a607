import { readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fuzzyFilter } from "@earendil-works/pi-tui";
import { shellWord } from "../../output/index.ts";
import type { FrameTimer } from "../terminal/index.ts";
import { cleanText } from "./clean-text.ts";
import { withDistinctNames } from "./distinct-names.ts";
import { FileList } from "./file-list.ts";
import { type FoundPaths, PathSearch } from "./path-search.ts";

/** A command that a slash completes. */
export interface EditorCommand {
  /** Without the slash. */
  readonly name: string;
  /** A name that reaches it where another command has the same name. Default: none. */
  readonly fullName?: string;
  /** As in the help, for example `[NAME]`. Default: it takes none. */
  readonly arguments?: string;
  readonly summary: string;
  /** Values of its arguments, for the words that are typed behind its name. */
  readonly complete?: (typed: string) => readonly ArgumentValue[] | Promise<readonly ArgumentValue[]>;
}

/** A value of a command's argument. */
interface ArgumentValue {
  readonly value: string;
  readonly note?: string;
}

export interface CompletionOptions {
  readonly commands: readonly EditorCommand[];
  /** Reads further commands, whenever a command begins. */
  readonly moreCommands: () => Promise<readonly EditorCommand[]>;
  /** Yields the project's files as paths relative to `cwd`, without those that it ignores. */
  readonly files: () => AsyncIterable<string>;
  /** Folder of the session, absolute. */
  readonly cwd: string;
  readonly timer: FrameTimer;
  /** Called when there are other completions for the same input. */
  readonly onChange: () => void;
}

/** A word that may replace the one before the caret. */
export interface Candidate {
  /** The whole word, as it appears in the text. */
  readonly text: string;
  readonly label: string;
  readonly note?: string;
  /** True if a space follows. False: the word continues, as behind a folder. */
  readonly isWhole: boolean;
  /** True for a command that needs no more words. */
  readonly isComplete?: boolean;
}

/** Completions of the word before the caret. */
export interface Offer {
  /** The same while the same word is typed. */
  readonly word: string;
  /** The word so far, which ends at the caret. */
  readonly typed: string;
  readonly candidates: readonly [Candidate, ...Candidate[]];
  /** Number of matches, of which only the best may be candidates. */
  readonly total: number;
}

interface Found extends Omit<Offer, "candidates"> {
  readonly candidates: readonly Candidate[];
}

export interface CompletionContext {
  /** Text of the caret's line before the caret. */
  readonly before: string;
  /** Line of the caret, from 0. */
  readonly line: number;
  /** True for the text of a shell command. */
  readonly isShell: boolean;
  /** True if the user asks for it: then any word may be a path. */
  readonly isForced: boolean;
}

const COMMAND = /^\/([^\s/]*)$/;
const ARGUMENT = /^\/([^\s/]+)\s+(.*)$/;
/** As a mention in a task: see the task's grammar. */
const MENTION = /(?:^|[\s([{<'])(@(?:"([^"\n]*)|([^\s"]*)))$/;
const WORD = /(?:^|[\s"'=(])([^\s"'=(]*)$/;
/** A path that is listed folder by folder, because it may be outside of the project. */
const LISTED = /^(?:~?\/|\.\.?\/)/;
const MOST_LISTED = 50;

/** Finds what the word before the caret may become: a pure function of the text, the project's files and the commands. */
export class Completion {
  readonly #options: CompletionOptions;
  readonly #list: FileList;
  readonly #search: PathSearch;
  /** The word at the last call of `at`. */
  #word: string | undefined;
  /** The paths that were listed last. */
  #listed: FoundPaths & { readonly typed: string } = { typed: "", paths: [], total: 0 };
  #more: readonly EditorCommand[] = [];
  #isReading = false;
  /** The last argument values that were asked for. */
  #values: { readonly key: string; values: readonly ArgumentValue[] } = { key: "", values: [] };

  constructor(options: CompletionOptions) {
    const { files, timer, onChange } = options;
    this.#options = options;
    this.#list = new FileList({ files, timer, onChange });
    this.#search = new PathSearch({ timer, onChange });
  }

  /** Ends what runs in the background. */
  close(): void {
    this.#list.stop();
    this.#search.stop();
  }

  /** Returns undefined if nothing fits. */
  at({ before, line, isShell, isForced }: CompletionContext): Offer | undefined {
    const found =
      (line === 0 ? (this.#command(before) ?? this.#argument(before)) : undefined) ??
      (isShell ? undefined : this.#mention(before, line)) ??
      (isForced ? this.#path(before, line, isShell) : undefined);
    this.#word = found?.word;
    const [first, ...others] = found?.candidates ?? [];
    return found === undefined || first === undefined ? undefined : { ...found, candidates: [first, ...others] };
  }

  #command(before: string): Found | undefined {
    const [, typed] = COMMAND.exec(before) ?? [];
    if (typed === undefined) return undefined;
    if (typed === "") void this.#readCommands();
    const found = fuzzyFilter([...this.#commands], typed, ({ name }) => name);
    const first = found.filter(({ name }) => name.startsWith(typed)).toSorted((one, other) => rank(one, typed) - rank(other, typed));
    const candidates = [...first, ...found.filter((one) => !first.includes(one))].map(({ name, arguments: words, summary }) => ({
      text: `/${name}`,
      label: `/${name}${words === undefined ? "" : ` ${words}`}`,
      note: summary,
      isWhole: true,
      isComplete: words === undefined || words.startsWith("["),
    }));
    return { word: "command", typed: before, candidates, total: candidates.length };
  }

  /** A command of the screen hides one of the same name. */
  get #commands(): readonly EditorCommand[] {
    const { commands } = this.#options;
    return [...commands, ...withDistinctNames(commands, this.#more)];
  }

  async #readCommands(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    // Without them, those of the screen remain. Sending one reports what is wrong.
    const commands = await this.#options.moreCommands().catch((): readonly EditorCommand[] => []);
    const isOther = commands.map(({ name }) => name).join() !== this.#more.map(({ name }) => name).join();
    this.#more = commands;
    this.#isReading = false;
    // The same list again would be read again.
    if (isOther) this.#options.onChange();
  }

  #argument(before: string): Found | undefined {
    const [, name, typed] = ARGUMENT.exec(before) ?? [];
    if (name === undefined || typed === undefined) return undefined;
    const complete = this.#commands.find((command) => command.name === name)?.complete;
    if (complete === undefined) return undefined;
    const found = fuzzyFilter([...this.#valuesOf(name, typed, complete)], typed, ({ value }) => value);
    // A value that is typed completely is no longer offered, so that Enter runs the command.
    const candidates = found.some(({ value }) => value === typed)
      ? []
      : found.map(({ value, note }) => ({
          text: value,
          label: value,
          ...(note === undefined ? {} : { note }),
          isWhole: true,
          isComplete: true,
        }));
    return { word: `argument ${name}`, typed, candidates, total: candidates.length };
  }

  #valuesOf(name: string, typed: string, complete: NonNullable<EditorCommand["complete"]>): readonly ArgumentValue[] {
    const key = `${name} ${typed}`;
    if (this.#values.key === key) return this.#values.values;
    const found = complete(typed);
    // The values of the text before remain until these arrive.
    const values = found instanceof Promise ? (this.#values.key.startsWith(`${name} `) ? this.#values.values : []) : found;
    const current = { key, values };
    this.#values = current;
    if (found instanceof Promise)
      found.then(
        (arrived) => {
          current.values = arrived;
          if (this.#values === current) this.#options.onChange();
        },
        () => {}, // the command itself reports what is wrong
      );
    return current.values;
  }

  #mention(before: string, line: number): Found | undefined {
    const [, typed, quoted, bare] = MENTION.exec(before) ?? [];
    if (typed === undefined) return undefined;
    const query = quoted ?? bare ?? "";
    const word = `mention ${line}:${before.length - typed.length}`;
    const { paths, total } = this.#paths(query, word);
    const candidates = paths.map((path) => ({
      text: quoted !== undefined || /\s/.test(path) ? `@"${path}"` : `@${path}`,
      label: path,
      isWhole: !path.endsWith("/"),
    }));
    return { word, typed, candidates, total };
  }

  #path(before: string, line: number, isShell: boolean): Found | undefined {
    // The first word of a shell command begins after its `!`.
    const [, typed = ""] = WORD.exec(isShell && line === 0 ? before.replace(/^!!?/, "") : before) ?? [];
    const word = `path ${line}:${before.length - typed.length}`;
    const { paths, total } = this.#paths(typed, word);
    const candidates = paths.map((path) => ({
      text: isShell ? (shellWord(path) ?? path) : path,
      label: path,
      isWhole: !path.endsWith("/"),
    }));
    return { word, typed, candidates, total };
  }

  #paths(query: string, word: string): FoundPaths {
    if (LISTED.test(query)) {
      if (this.#listed.typed !== query) this.#listed = { typed: query, ...listed(query, this.#options.cwd) };
      return this.#listed;
    }
    // A new list would change the order while the user chooses.
    if (word !== this.#word) this.#list.refresh();
    return this.#search.results(this.#list.paths, query);
  }
}

/** A name that is typed completely is first. */
const rank = ({ name }: EditorCommand, typed: string): number => (name === typed ? 0 : 1);

/** Lists the folder of a path, as it is typed: names that begin with its last part, folders first. */
const listed = (typed: string, cwd: string): FoundPaths => {
  const at = typed.lastIndexOf("/") + 1;
  const folder = typed.slice(0, at);
  const name = typed.slice(at).toLowerCase();
  const path = folder.startsWith("~/") ? join(homedir(), folder.slice(2)) : resolve(cwd, folder);
  try {
    const entries = readdirSync(path, { withFileTypes: true }).filter(
      (entry) => entry.name.toLowerCase().startsWith(name) && cleanText(entry.name) === entry.name && !/["\n]/.test(entry.name),
    );
    const names = entries.slice(0, 1000).map((entry) => {
      const isFolder =
        entry.isDirectory() || (entry.isSymbolicLink() && statSync(join(path, entry.name), { throwIfNoEntry: false })?.isDirectory());
      return { name: `${folder}${entry.name}${isFolder === true ? "/" : ""}`, isFolder: isFolder === true };
    });
    const paths = names
      .toSorted((one, other) => Number(other.isFolder) - Number(one.isFolder) || (one.name < other.name ? -1 : 1))
      .slice(0, MOST_LISTED)
      .map((one) => one.name);
    return { paths, total: entries.length };
  } catch {
    return { paths: [], total: 0 }; // no such folder, or not readable
  }
};
