import { Markdown, type MarkdownTheme } from "@earendil-works/pi-tui";
import { escapeText } from "../../output/index.ts";
import type { Theme } from "../themes/index.ts";

/** Renders Markdown of a model to rows of at most `width` columns, without trailing spaces. */
export const markdownRows = (text: string, width: number, theme: Theme): readonly string[] =>
  new Markdown(escapeText(text).trim(), 0, 0, markdownTheme(theme), undefined, {
    preserveOrderedListMarkers: true,
    renderLatex: false,
  })
    .render(Math.max(1, width))
    .map((row) => row.replace(/ +$/, ""));

const markdownTheme = ({ accent, dim, strong, italic, underline, struck, code }: Theme): MarkdownTheme => ({
  heading: (text) => strong(accent(text)),
  link: accent,
  linkUrl: dim,
  code,
  codeBlock: (text) => text,
  codeBlockBorder: dim,
  quote: italic,
  quoteBorder: dim,
  hr: dim,
  listBullet: accent,
  bold: strong,
  italic,
  strikethrough: struck,
  underline,
});
