import { Markdown, type MarkdownTheme, setCapabilityOverrides } from "@earendil-works/pi-tui";
import { escapeText } from "../../output/index.ts";
import type { Theme } from "../themes/index.ts";
import { codeLabel, codeText, highlighted } from "./code.ts";
import type { Highlighter } from "./highlighter.ts";
import { LinkCollector } from "./links.ts";
import { hasTable, withoutWideTables } from "./markdown-tables.ts";
import { outputLines } from "./output-lines.ts";
import { withoutTrailingSpaces, wrap } from "./rows.ts";

export interface MarkdownOptions {
  /** Columns of a row. */
  readonly width: number;
  readonly theme: Theme;
  /** Default: code is not highlighted. */
  readonly highlighter?: Highlighter;
  /**
   * True for rows that are printed: the terminal wraps long lines of code, so that a copy has them whole. Default: they are
   * wrapped to several rows.
   */
  readonly terminalWrapsCode?: boolean;
}

/** Marks of emphasis in one line of a table, or in other text: the parser's time grows with the square of their number. */
const MANY_MARKS_IN_LINE = /^(?:[^*_~\n]*[*_~]){1000}/m;
const MANY_MARKS = /^(?:[^*_~]*[*_~]){1000}/;
/** Quotes and lists within each other: the parser calls itself for each. */
const DEEP = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])[ \t]?){50}|^[ \t]{200}/m;

/**
 * A line of words without any mark of Markdown, which is the same as text. The parser's expressions take 10 ms to compile at
 * their first use, and most live rows of an answer are words.
 */
const PLAIN = /^\p{L}[\p{L}\p{N}]*(?:[,;:?!.)%-]* [\p{L}\p{N}]+)*[,;:?!.)%]*$/u;

/** Renders Markdown of a model to rows of at most `width` columns, without trailing spaces. */
export const markdownRows = (text: string, options: MarkdownOptions): readonly string[] => {
  const { theme } = options;
  const width = Math.max(1, options.width);
  if ((hasTable(text) ? MANY_MARKS_IN_LINE : MANY_MARKS).test(text) || DEEP.test(text)) {
    return outputLines(text).flatMap((line) => wrap(line, width));
  }
  // Its own links hide where they lead, and looking for the terminal's abilities starts a process.
  setCapabilityOverrides({ hyperlinks: false, images: null });
  const links = new LinkCollector(theme.features?.hyperlinks === true, theme.accent, theme.dim);
  const source = withShownDefinitions(
    escapeText(text)
      .replace(/^\s*\n/, "")
      .trimEnd(),
  );
  if (PLAIN.test(source)) return wrap(source, width);
  return new Markdown(withoutWideTables(source, width).trimEnd(), 0, 0, markdownTheme(options, links), undefined, {
    preserveOrderedListMarkers: true,
    renderLatex: false,
  })
    .render(width)
    .filter((row) => !row.includes(CODE_END))
    .map((row) => links.finish(withoutTrailingSpaces(row)));
};

/** Definitions of links and footnotes are text: a message is rendered in pieces, which do not know those of each other. */
const withShownDefinitions = (source: string): string =>
  /```|~~~/.test(source) ? source : source.replaceAll(/^( {0,3}\[[^\]\n]+)\]:/gm, "$1\\]:");

/** Marks the row below code, which is not shown. Escaped text has no such character. */
const CODE_END = "\0";

/** Returns the rows above and below blocks of code, in turn. */
const codeBorder = ({ theme, width }: MarkdownOptions): ((fence: string) => string) => {
  let isOpen = false;
  return (fence) => {
    isOpen = !isOpen;
    return isOpen ? codeLabel(fence.slice(3), width, theme) : CODE_END;
  };
};

const markdownTheme = (options: MarkdownOptions, links: LinkCollector): MarkdownTheme => {
  const { theme, highlighter } = options;
  const { accent, dim, strong, italic, underline, struck, code } = theme;
  return {
    heading: (text) => strong(accent(text)),
    link: (text) => links.text(text),
    // It arrives as ` (ADDRESS)`.
    linkUrl: (text) => links.address(text.slice(2, -1)),
    code,
    codeBlock: code,
    codeBlockBorder: codeBorder(options),
    codeBlockIndent: "",
    quote: italic,
    quoteBorder: dim,
    hr: dim,
    listBullet: accent,
    bold: strong,
    italic,
    strikethrough: struck,
    underline,
    highlightCode: (block, language = "") => {
      const styler = highlighter?.styler(language, theme);
      return block.split("\n").map((line) => highlighted(codeText(line), styler === "loading" ? undefined : styler, theme));
    },
  };
};
