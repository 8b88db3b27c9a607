import type { ModelRequest, ToolSpec } from "./model.ts";

/**
 * Estimates the tokens of a string: a quarter of its UTF-8 bytes plus 20 %, since too low an estimate leads to a
 * rejected request. Tokenizers differ between models and take longer to load than the estimate is worth.
 */
export const estimateTextTokens = (text: string): number => Math.ceil((bytesOf(text) / 4) * 1.2);

/** Estimate for an image. Providers scale images down to about this size, so the byte length is irrelevant. */
const IMAGE_TOKENS = 1_600;
/** Tokens for roles, names and separators around each message and each tool. */
const FRAME_TOKENS = 8;

export const estimateMessageTokens = (message: ModelRequest["messages"][number]): number => {
  let tokens = FRAME_TOKENS;
  for (const part of message.content) {
    if (part.type === "image") tokens += IMAGE_TOKENS;
    else if (part.type === "tool_call") tokens += estimateTextTokens(part.name) + estimateTextTokens(JSON.stringify(part.input) ?? "");
    else if (part.type === "provider") tokens += estimateTextTokens(JSON.stringify(part.providerData));
    else tokens += estimateTextTokens(part.text);
  }
  return tokens;
};

export const estimateToolTokens = ({ name, description, inputSchema }: ToolSpec): number =>
  FRAME_TOKENS + estimateTextTokens(name) + estimateTextTokens(description) + estimateTextTokens(JSON.stringify(inputSchema));

const bytesOf = (text: string): number => {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Each half of a surrogate pair counts two bytes, four for the pair.
    if (code > 0x7f) bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return bytes;
};
