import type { ModelRequest, ToolSpec } from "./model.ts";

/**
 * How many tokens a text is, by estimate: a quarter of its bytes in UTF-8, and a fifth on top, since too many asked for
 * is a request refused. Tokenizers differ from model to model and take longer to load than the estimate is worth.
 */
export const estimateTextTokens = (text: string): number => Math.ceil((bytesOf(text) / 4) * 1.2);

/** What an image counts: providers scale it down to about so many. Its bytes say nothing of it. */
const IMAGE_TOKENS = 1_600;
/** Roles, names and separators around each message and each tool. */
const FRAME_TOKENS = 8;

export const estimateMessageTokens = (message: ModelRequest["messages"][number]): number => {
  let tokens = FRAME_TOKENS;
  for (const part of message.content) {
    if (part.type === "image") tokens += IMAGE_TOKENS;
    else if (part.type === "tool_call") tokens += estimateTextTokens(part.name) + estimateTextTokens(JSON.stringify(part.input) ?? "");
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
    // Halves of a pair are counted as two bytes each, which makes the four of the whole.
    if (code > 0x7f) bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return bytes;
};
