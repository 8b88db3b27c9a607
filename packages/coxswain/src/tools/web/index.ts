export { contentType, decoded, isHtml, isText } from "./content-type.ts";
export { getting } from "./get.ts";
export { htmlToMarkdown, type MarkdownPage } from "./html-to-markdown.ts";
export { shownUrl, webAddress } from "./judge-url.ts";
export { readBody } from "./read-body.ts";
export { seenText } from "./seen-text.ts";
export type { WebOptions } from "./web-options.ts";
