import { cellOf, escapedBrackets, fenced, imageOf, linkTo, onOneLine, tableOf, MarkdownText } from "./markdown-text.ts";
const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Elements that are invisible to readers of a page. */
const UNSEEN = words("script style noscript template svg math iframe object canvas audio video select datalist noembed noframes");
/** Elements that start and end a block. */
const BLOCKS = words(
  "p div section article main header footer nav aside form fieldset figure figcaption address dl dt dd details summary thead tbody tfoot caption",
);
const MARKS: Readonly<Record<string, string>> = {
  b: "**",
  strong: "**",
  i: "_",
  em: "_",
  del: "~~",
  s: "~~",
  code: "`",
  kbd: "`",
  samp: "`",
};
const HEADING = /^h[1-6]$/;

/** Maximum nesting depth of elements. Parsing stops beyond it, because the parser's work grows with the depth. */
const DEEPEST = 1000;
/** Maximum nesting depth of separately written parts such as links and cells. Each is copied into its parent. */
const TEXTS = 16;
/** Maximum length of the output in characters. */
const LONGEST = 5_000_000;
const LONGEST_TITLE = 300;

type Attributes = Readonly<Record<string, string>>;
/** Action at the end of an element. */
type End = (() => void) | undefined;

interface Table {
  readonly rows: (readonly string[])[];
  row: string[];
}

/** Writes parser events as Markdown. */
export class PageWriter {
  #base: string;
  readonly #elements: { readonly name: string; readonly end: End }[] = [];
  readonly #texts = [new MarkdownText()];
  readonly #lists: { readonly ordered: boolean; entries: number }[] = [];
  readonly #tables: Table[] = [];
  #title: string | undefined;
  #inTitle = false;
  /** Nesting depth in invisible elements, in links, and in code blocks. */
  #unseen = 0;
  #link = 0;
  #pre = 0;
  /** Language of the code block. */
  #language = "";

  constructor(base: string) {
    this.#base = base;
  }

  open(name: string, attributes: Attributes): void {
    if (!this.isFull) this.#elements.push({ name, end: this.#begin(name, attributes) });
  }

  text(text: string): void {
    if (this.#inTitle && (this.#title?.length ?? 0) < LONGEST_TITLE) this.#title = (this.#title ?? "") + text;
    if (this.#unseen > 0 || this.#inTitle || this.isFull) return;
    const shown = this.#link > 0 ? escapedBrackets(text) : text;
    if (this.#pre > 0) this.#text.put(shown);
    else this.#text.words(shown);
  }

  close(name: string): void {
    if (!this.isFull && this.#elements.at(-1)?.name === name) this.#elements.pop()?.end?.();
  }

  /** True if the page is too deep or too long to continue. */
  get isFull(): boolean {
    return this.#elements.length > DEEPEST || this.#texts.some(({ length }) => length > LONGEST);
  }

  finish(): { readonly title: string; readonly markdown: string } {
    while (this.#elements.length > 0) this.#elements.pop()?.end?.();
    return {
      title: onOneLine(this.#title ?? "")
        .slice(0, LONGEST_TITLE)
        .toWellFormed(),
      markdown: this.#text.content.trim(),
    };
  }

  get #text(): MarkdownText {
    return this.#texts.at(-1) as MarkdownText;
  }

  #begin(name: string, attributes: Attributes): End {
    if (this.#unseen > 0 || UNSEEN.has(name) || isHidden(name, attributes)) {
      this.#unseen++;
      return () => void this.#unseen--;
    }
    if (BLOCKS.has(name)) return this.#around("block");
    const mark = MARKS[name];
    if (mark !== undefined) return this.#mark(name, mark, attributes);
    if (HEADING.test(name)) return this.#inBlock((text) => `${"#".repeat(Number(name[1]))} ${onOneLine(text)}`);
    switch (name) {
      case "a":
        return this.#anchor(attributes);
      case "base":
        if (attributes.href !== undefined) this.#base = this.#address(attributes.href) || this.#base;
        return undefined;
      case "blockquote":
        this.#text.block();
        return this.#text.enter("> ", "> ") ? () => void this.#text.leave("block") : undefined;
      case "br":
        if (this.#pre > 0) this.#text.put("\n");
        else this.#text.line();
        return undefined;
      case "hr":
        return this.#inBlock(() => "---", true);
      case "img":
        return this.#image(attributes);
      case "li":
        return this.#entry();
      case "ol":
      case "ul":
        return this.#list(name === "ol");
      case "pre":
        return this.#code(attributes);
      case "table":
        return this.#table();
      case "td":
      case "th":
        return this.#cell();
      case "title":
        return this.#beginTitle();
      case "tr":
        this.#endRow();
        return () => this.#endRow();
      default:
        return undefined;
    }
  }

  #around(gap: "line" | "block"): End {
    this.#text[gap]();
    return () => this.#text[gap]();
  }

  /** Writes the content of the element separately and passes it to `put` at its end. */
  #apart(put: (text: MarkdownText) => void): End {
    if (this.#texts.length === TEXTS) return undefined;
    const text = new MarkdownText();
    this.#texts.push(text);
    return () => {
      this.#texts.pop();
      put(text);
    };
  }

  /** Keeps leading and trailing white space outside of the markup. */
  #inLine(around: (text: string) => string): End {
    return this.#apart((text) => {
      const { before, after } = text.spaces;
      if (before) this.#text.space();
      if (!text.isEmpty) this.#text.put(around(text.content));
      if (after) this.#text.space();
    });
  }

  #inBlock(written: (text: string) => string, always = false): End {
    this.#text.block();
    const end = this.#apart((text) => {
      if (always || !text.isEmpty) this.#text.put(written(text.content));
    });
    return () => {
      end?.();
      this.#text.block();
    };
  }

  #mark(name: string, mark: string, attributes: Attributes): End {
    // Inside a code block, `code` specifies the language and there is no bold text.
    if (this.#pre === 0) return this.#inLine((text) => mark + text + mark);
    if (name === "code" && this.#language === "" && this.#text.isEmpty) this.#language = languageOf(attributes);
    return undefined;
  }

  #anchor({ href }: Attributes): End {
    const address = this.#address(href);
    if (address === "") return undefined;
    this.#link++;
    const end = this.#inLine((text) => linkTo(text, address));
    return () => {
      this.#link--;
      end?.();
    };
  }

  #image({ alt = "", src }: Attributes): End {
    if (alt.trim() !== "") this.#text.put(imageOf(onOneLine(alt), this.#address(src)));
    return undefined;
  }

  #list(ordered: boolean): End {
    const end = this.#around(this.#elements.at(-1)?.name === "li" ? "line" : "block");
    this.#lists.push({ ordered, entries: 0 });
    return () => {
      this.#lists.pop();
      end?.();
    };
  }

  #entry(): End {
    this.#text.line();
    const list = this.#lists.at(-1) ?? { ordered: false, entries: 0 };
    const bullet = list.ordered ? `${list.entries + 1}. ` : "- ";
    if (!this.#text.enter(bullet, " ".repeat(bullet.length))) return () => this.#text.line();
    return () => {
      if (this.#text.leave("line")) list.entries++;
    };
  }

  #code(attributes: Attributes): End {
    this.#language = languageOf(attributes);
    this.#pre++;
    const end = this.#inBlock((text) => fenced(text, this.#language));
    return () => {
      this.#pre--;
      end?.();
    };
  }

  #table(): End {
    this.#tables.push({ rows: [], row: [] });
    const end = this.#inBlock((text) => {
      this.#endRow();
      const table = tableOf(this.#tables.at(-1)?.rows ?? []);
      return [text, table].filter((part) => part !== "").join("\n\n");
    }, true);
    return () => {
      end?.();
      this.#tables.pop();
    };
  }

  #cell(): End {
    const table = this.#tables.at(-1);
    return table && this.#apart((text) => void table.row.push(cellOf(text.content)));
  }

  #endRow(): void {
    const table = this.#tables.at(-1);
    if (table === undefined || table.row.length === 0) return;
    table.rows.push(table.row);
    table.row = [];
  }

  #beginTitle(): End {
    if (this.#title !== undefined) return undefined;
    this.#inTitle = true;
    return () => void (this.#inTitle = false);
  }

  /** Resolves a reference. Empty if it is not a web URL. */
  #address(reference = ""): string {
    if (reference === "" || reference.startsWith("#") || !URL.canParse(reference, this.#base)) return "";
    const url = new URL(reference, this.#base);
    return ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : "";
  }
}

const NOT_SHOWN = /display\s*:\s*none|visibility\s*:\s*hidden|(?:opacity|font-size)\s*:\s*0(?![.\d]*[1-9])/i;

const isHidden = (name: string, { hidden, open, style = "" }: Attributes): boolean =>
  hidden !== undefined || (name === "dialog" && open === undefined) || NOT_SHOWN.test(style);

const languageOf = ({ class: classes = "" }: Attributes): string => /(?:^|\s)lang(?:uage)?-([\w+#-]+)/.exec(classes)?.[1] ?? "";
