import type { StreamParser, StringStream } from "@codemirror/streamparser";
import type { Style, Theme } from "../themes/index.ts";
import { type LoadParser, languageLoader } from "./code-languages.ts";

/** Styles lines of code, one after another. */
export interface LineStyler {
  /** Styles the next line. */
  next(line: string): string;
  /** Styles the beginning of the next line. */
  peek(line: string): string;
}

type Loaded = { readonly parser: StreamParser<unknown>; readonly Stream: typeof StringStream } | "failed";

/** Highlights code. A parser is loaded with the first code of its language. */
export class Highlighter {
  /** By loader, because several names have the same one. Undefined: it loads. */
  readonly #parsers = new Map<LoadParser, Loaded | undefined>();
  readonly #onLoad: () => void;

  /** @param onLoad called when the load of another language has ended */
  constructor(onLoad: () => void = () => {}) {
    this.#onLoad = onLoad;
  }

  /** Returns a styler for code of a language, or undefined for a language that is not highlighted; `loading` while it loads. */
  styler(info: string, theme: Theme): LineStyler | "loading" | undefined {
    const loader = languageLoader(info);
    if (loader === undefined) return undefined;
    const loaded = this.#loaded(loader);
    if (loaded === undefined) return "loading";
    return loaded === "failed" ? undefined : new CodeStyler(loaded.parser, loaded.Stream, theme);
  }

  /** Loads the languages of the code blocks in Markdown, so that they can be styled at once. */
  async prepare(markdown: string): Promise<void> {
    await Promise.all(Array.from(loadersIn(markdown), (loader) => this.#load(loader)));
  }

  /** True while a language of the code blocks in Markdown loads. Begins to load all of them. */
  isLoading(markdown: string): boolean {
    return Array.from(loadersIn(markdown), (loader) => this.#loaded(loader)).includes(undefined);
  }

  /** Returns undefined while it loads. Begins to load it. */
  #loaded(loader: LoadParser): Loaded | undefined {
    if (!this.#parsers.has(loader)) void this.#load(loader);
    return this.#parsers.get(loader);
  }

  async #load(loader: LoadParser): Promise<void> {
    if (this.#parsers.get(loader) !== undefined) return;
    this.#parsers.set(loader, undefined);
    try {
      const [parser, { StringStream: Stream }] = await Promise.all([loader(), import("@codemirror/streamparser")]);
      this.#parsers.set(loader, { parser, Stream });
    } catch {
      // Code without colors is better than none.
      this.#parsers.set(loader, "failed");
    }
    this.#onLoad();
  }
}

/** Returns the loaders of the languages of the code blocks in Markdown. */
const loadersIn = (markdown: string): ReadonlySet<LoadParser> => {
  const infos = markdown.matchAll(/^[ >\t]*(?:[-*+] |\d{1,9}[.)] )?[ \t]*(?:`{3,}|~{3,})[ \t]*([^\s`]+)/gm);
  return new Set(Array.from(infos, ([, info = ""]) => languageLoader(info)).filter((loader) => loader !== undefined));
};

/** Columns of an indentation, which parsers need to recognize nested code. */
const INDENT = 2;
/** Longer lines are not highlighted: minified code. */
const LONG_LINE = 2000;
/** Empty tokens in a row after which the rest of a line is not highlighted. */
const MOST_EMPTY = 10;

class CodeStyler implements LineStyler {
  readonly #parser: StreamParser<unknown>;
  readonly #Stream: typeof StringStream;
  readonly #theme: Theme;
  readonly #state: unknown;

  constructor(parser: StreamParser<unknown>, Stream: typeof StringStream, theme: Theme) {
    this.#parser = parser;
    this.#Stream = Stream;
    this.#theme = theme;
    this.#state = parser.startState?.(INDENT) ?? {};
  }

  next(line: string): string {
    return this.#styled(line, this.#state);
  }

  peek(line: string): string {
    return this.#styled(line, this.#parser.copyState?.(this.#state) ?? copyOf(this.#state));
  }

  #styled(line: string, state: unknown): string {
    if (line === "") this.#parser.blankLine?.(state, INDENT);
    if (line.length > LONG_LINE) return line;
    const stream = new this.#Stream(line, INDENT, INDENT);
    let styled = "";
    let empty = 0;
    while (!stream.eol() && empty < MOST_EMPTY) {
      stream.start = stream.pos;
      const tag = this.#parser.token(stream, state);
      empty = stream.pos > stream.start ? 0 : empty + 1;
      styled += styleOf(tag, this.#theme)(stream.current());
    }
    return styled + line.slice(stream.pos);
  }
}

/** Copies a state as CodeMirror does: lists in it too. */
const copyOf = (state: unknown): unknown =>
  typeof state === "object" && state !== null
    ? Object.fromEntries(Object.entries(state).map(([name, value]) => [name, Array.isArray(value) ? value.slice() : value]))
    : state;

const plain: Style = (text) => text;

/** Returns the style of CodeMirror's name of a token, as `keyword`, `variableName.definition`, or `def` of version 5. */
const styleOf = (tag: string | null, { syntax, added, removed }: Theme): Style => {
  const [name = "", ...modifiers] = (tag ?? "").split(" ")[0]?.split(".") ?? [];
  if (name === "inserted") return added;
  if (name === "deleted") return removed;
  if (name === "variableName" && !modifiers.some((one) => one === "definition" || one === "function")) {
    return modifiers.includes("standard") ? syntax.type : plain;
  }
  const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
  return part === undefined ? plain : syntax[part];
};

const PARTS: Readonly<Record<string, keyof Theme["syntax"]>> = {
  keyword: "keyword",
  controlKeyword: "keyword",
  operatorKeyword: "keyword",
  definitionKeyword: "keyword",
  moduleKeyword: "keyword",
  modifier: "keyword",
  self: "keyword",
  meta: "keyword",
  string: "string",
  character: "string",
  attributeValue: "string",
  regexp: "string",
  url: "string",
  number: "number",
  integer: "number",
  float: "number",
  bool: "number",
  null: "number",
  atom: "number",
  unit: "number",
  color: "number",
  comment: "comment",
  lineComment: "comment",
  blockComment: "comment",
  variableName: "name",
  tagName: "name",
  attributeName: "name",
  labelName: "name",
  macroName: "name",
  propertyName: "name",
  def: "name",
  tag: "name",
  attribute: "name",
  property: "name",
  type: "type",
  builtin: "type",
  qualifier: "type",
  "variable-3": "type",
  "string-2": "string",
  link: "string",
  typeName: "type",
  className: "type",
  namespace: "type",
};
