export { contentType, decoded, isHtml, isText } from "./content-type.ts";
export { getting } from "./get.ts";
export { htmlToMarkdown } from "./html-to-markdown.ts";
export { webAddress } from "./judge-url.ts";
export { readBody } from "./read-body.ts";
export type { WebOptions } from "./web-options.ts";
