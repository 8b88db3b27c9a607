import { mostUsedLineEnd, withLineEnds } from "./line-ends.ts";
import { encodeText, type TextFile } from "./text-file.ts";

/**
 * Encodes new content like the old file: same encoding if it can represent the content, same byte order mark, same line
 * ends.
 */
export const shapedLike = (old: TextFile, content: string): Uint8Array => {
  const keepsEnds = mostUsedLineEnd(old.text) === "\r\n" && !content.includes("\r\n");
  const ended = (keepsEnds ? withLineEnds(content, "\r\n") : content).toWellFormed();
  const unmarked = old.mark && ended.startsWith("\uFEFF") ? ended.slice(1) : ended;
  return encodeText({ ...old, text: unmarked }) ?? Buffer.from(ended, "utf8");
};
