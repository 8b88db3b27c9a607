import { ToolError, type ToolResult } from "../../loop/index.ts";
import { shownUrl } from "../web-url.ts";
import { LIMITS } from "../limits.ts";
import { visibleText } from "../plain-text.ts";
import { contentType, decoded, isHtml, isText } from "./content-type.ts";
import { withResponse, type WebRequest } from "./get.ts";
import { htmlToMarkdown, type MarkdownPage } from "./html-to-markdown.ts";
import { readBody } from "./read-body.ts";

const limits = LIMITS.fetch;

export interface PageView {
  readonly format: "markdown" | "html";
  /** First character to show, counted from 0. */
  readonly offset: number;
}

/**
 * Fetches a URL and returns a part of its text.
 * @throws {ToolError}
 */
export const fetchPage = (address: URL, order: WebRequest, { format, offset }: PageView): Promise<ToolResult> =>
  withResponse(address, order, async ({ url: from, response, signal }) => {
    const type = contentType(response.headers["content-type"]);
    if (type.type !== "" && !isText(type.type))
      throw new ToolError(`${shownUrl(from.href)} is ${shownUrl(type.type)}, not text. Use download.`);
    const { bytes, complete } = await readBody(response, limits.bytes);
    if (type.type === "" && bytes.includes(0)) throw new ToolError(`${shownUrl(from.href)} is not text. Use download.`);
    const content = decoded(bytes, type);
    const page =
      isHtml(type.type) && format === "markdown"
        ? await htmlToMarkdown(content, from.href, signal)
        : { title: "", markdown: content, complete: true };
    return shownPage({ from, status: response.statusCode ?? 0, type: type.type, page, offset, complete });
  });

interface Shown {
  readonly from: URL;
  readonly status: number;
  readonly type: string;
  readonly page: MarkdownPage;
  readonly offset: number;
  /** True if the whole body was read. */
  readonly complete: boolean;
}

const shownPage = ({ from, status, type, page, offset, complete }: Shown): ToolResult => {
  const url = shownUrl(from.href);
  const all = visibleText(page.markdown);
  const title = visibleText(page.title);
  if (offset > 0 && offset >= all.length) throw new ToolError(`${url} has ${all.length} characters; offset ${offset} is after its end.`);
  const part = all.slice(offset, offset + limits.characters).toWellFormed();
  const next = offset + limits.characters;
  const notes = [
    ...(next < all.length ? [`characters ${offset} to ${next} of ${all.length}; continue with offset ${next}`] : []),
    ...(complete ? [] : [`only the first ${limits.bytes} bytes were read`]),
    ...(page.complete ? [] : ["the rest of the page is omitted: it is too long or nested too deeply for Markdown"]),
  ];
  const head = `[${[url, `status ${status}`, ...(title === "" ? [] : [title])].join("; ")}]`;
  const body = part === "" ? "(empty)" : part;
  const foot = notes.length === 0 ? "" : `\n\n[${notes.join("; ")}]`;
  return {
    content: [{ type: "text", text: `${head}\n\n${body}${foot}` }],
    isError: status >= 400,
    details: { url: from.href, status, type, characters: all.length },
  };
};
