import { HtmlFrame } from "./html-frame.ts";

/** A page as Markdown. */
export interface MarkdownPage {
  /** Empty where it has none. */
  readonly title: string;
  readonly markdown: string;
}

/** What is not shown to who reads the page. */
const UNSEEN: ReadonlySet<string> = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "svg",
  "math",
  "iframe",
  "object",
  "canvas",
  "head",
  "select",
]);
/** What begins and ends a block. */
const BLOCKS = new Set(
  "p div section article main header footer nav aside form fieldset figure figcaption address dl dt dd details summary hr tbody thead tfoot caption".split(
    " ",
  ),
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
/** Frames within each other; what is deeper is taken as text, so that a page cannot make the work grow with its depth. */
const DEEPEST = 60;

/** Takes the HTML of a page that stood at `base`. Nothing of it is run or loaded. */
export const htmlToMarkdown = async (html: string, base: string): Promise<MarkdownPage> => {
  const { Parser } = await import("htmlparser2");
  const writer = new Writer(base);
  const parser = new Parser({
    onopentag: (name, attributes) => writer.open(name, attributes),
    ontext: (text) => writer.text(text),
    onclosetag: (name) => writer.close(name),
  });
  parser.end(html);
  return writer.finish();
};

class Writer {
  readonly #base: string;
  readonly #frames: HtmlFrame[] = [new HtmlFrame("")];
  #title: string | undefined;
  #inTitle = false;
  /** How deep in something that is not shown. */
  #unseen = 0;
  #pre = 0;

  constructor(base: string) {
    this.#base = base;
  }

  get #top(): HtmlFrame {
    return this.#frames.at(-1) as HtmlFrame;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "title" && this.#title === undefined) this.#inTitle = true;
    if (this.#unseen > 0 || UNSEEN.has(name) || isHidden(attributes)) {
      this.#unseen++;
      return;
    }
    const top = this.#top;
    if (name === "br") return top.line();
    if (name === "img") return this.#image(attributes);
    if (name === "pre") this.#pre++;
    if (BLOCKS.has(name)) return top.block();
    if (this.#frames.length > DEEPEST) return;
    if (name === "a") this.#frames.push(new HtmlFrame(name, this.#address(attributes.href), top));
    else if (name in MARKS) this.#openMark(name, attributes);
    else if (isFramed(name)) {
      if (name === "li") top.line();
      else if ((name === "ul" || name === "ol") && top.tag === "li") top.line();
      else if (name !== "td" && name !== "th" && name !== "tr") top.block();
      this.#frames.push(new HtmlFrame(name, languageOf(attributes)));
    }
  }

  text(text: string): void {
    if (this.#inTitle) this.#title = (this.#title ?? "") + text;
    if (this.#unseen > 0 || this.#inTitle) return;
    if (this.#pre > 0) this.#top.raw(text);
    else this.#top.text(text);
  }

  close(name: string): void {
    if (name === "title") this.#inTitle = false;
    if (this.#unseen > 0) {
      this.#unseen--;
      return;
    }
    if (name === "pre") this.#pre--;
    if (name === "hr") return this.#rule();
    if (BLOCKS.has(name)) return this.#top.block();
    const frame = this.#top;
    if (frame.tag !== name || this.#frames.length === 1) return;
    this.#frames.pop();
    this.#put(frame, this.#top);
  }

  finish(): MarkdownPage {
    while (this.#frames.length > 1) this.close(this.#top.tag);
    return { title: (this.#title ?? "").replaceAll(/\s+/g, " ").trim(), markdown: this.#top.content.trim() };
  }

  #put(frame: HtmlFrame, into: HtmlFrame): void {
    const { tag, content } = frame;
    const mark = MARKS[tag];
    if (tag === "a" || mark !== undefined)
      return into.raw(around(content, (text) => (tag === "a" ? link(text, frame.attribute) : `${mark}${text}${mark}`)));
    const text = content.trim();
    if (tag === "td" || tag === "th") return void into.cells.push(text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|"));
    if (tag === "tr") return void (frame.cells.length > 0 && into.rows.push(frame.cells));
    if (tag === "li") {
      if (text === "") return;
      into.entries++;
      const bullet = into.tag === "ol" ? `${into.entries}. ` : "- ";
      into.line();
      return into.raw(bullet + text.replaceAll("\n", `\n${" ".repeat(bullet.length)}`));
    }
    const written = writtenBlock(frame, tag === "pre" ? content : text);
    if (written === "") return;
    const isInner = into.tag === "li" && (tag === "ul" || tag === "ol");
    if (isInner) into.line();
    else into.block();
    into.raw(written);
    if (isInner) into.line();
    else into.block();
  }

  #openMark(name: string, attributes: Readonly<Record<string, string>>): void {
    // Within a code block its mark says in what it is written, and nothing stands for bold.
    if (this.#pre === 0) this.#frames.push(new HtmlFrame(name, "", this.#top));
    else if (name === "code" && this.#top.tag === "pre" && this.#top.content === "" && languageOf(attributes) !== "") {
      this.#frames.pop();
      this.#frames.push(new HtmlFrame("pre", languageOf(attributes)));
    }
  }

  #rule(): void {
    this.#top.block();
    this.#top.raw("---");
    this.#top.block();
  }

  #image({ alt = "", src }: Readonly<Record<string, string>>): void {
    const address = this.#address(src);
    if (alt.trim() !== "") this.#top.raw(address === "" ? alt.trim() : `![${alt.trim()}](${address})`);
  }

  /** Empty for what is no address of the web. */
  #address(reference = ""): string {
    if (reference === "" || reference.startsWith("#") || !URL.canParse(reference, this.#base)) return "";
    const url = new URL(reference, this.#base);
    return ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : "";
  }
}

const isFramed = (name: string): boolean =>
  HEADING.test(name) || ["ul", "ol", "li", "blockquote", "pre", "table", "tr", "td", "th"].includes(name);

const isHidden = ({ hidden, style = "" }: Readonly<Record<string, string>>): boolean =>
  hidden !== undefined || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style);

const languageOf = ({ class: classes = "" }: Readonly<Record<string, string>>): string =>
  /(?:^|\s)lang(?:uage)?-([\w+#-]+)/.exec(classes)?.[1] ?? "";

/** Keeps the white space outside of what is put around a text. */
const around = (content: string, put: (text: string) => string): string => {
  const text = content.trim();
  if (text === "") return content === "" ? "" : " ";
  return `${/^\s/.test(content) ? " " : ""}${put(text)}${/\s$/.test(content) ? " " : ""}`;
};

const link = (text: string, address: string): string => (address === "" ? text : `[${text}](${address})`);

const writtenBlock = ({ tag, attribute, rows }: HtmlFrame, text: string): string => {
  if (tag === "table") return rows.length === 0 ? text : [text, tableOf(rows)].filter((part) => part !== "").join("\n\n");
  if (text.trim() === "") return "";
  if (HEADING.test(tag)) return `${"#".repeat(Number(tag[1]))} ${text.replaceAll(/\s+/g, " ")}`;
  if (tag === "blockquote") return text.replaceAll(/^/gm, "> ").replaceAll(/^> $/gm, ">");
  if (tag === "pre") return fenced(text.replace(/^\n/, "").trimEnd(), attribute);
  return text;
};

const fenced = (text: string, language: string): string => {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
};

const tableOf = ([head = [], ...rows]: readonly (readonly string[])[]): string => {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), head.length);
  const line = (cells: readonly string[]): string => `| ${Array.from({ length: width }, (_, at) => cells[at] ?? "").join(" | ")} |`;
  return [line(head), line(Array.from({ length: width }, () => "---")), ...rows.map(line)].join("\n");
};
