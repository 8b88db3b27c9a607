import { mostUsedLineEnd, withLineEnds } from "./line-ends.ts";
import { encodeText, type TextFile } from "./text-file.ts";

/** A whole new content as bytes in the way of the file before: its encoding, as far as that can hold it, mark and line ends. */
export const shapedLike = (old: TextFile, content: string): Uint8Array => {
  const keepsEnds = mostUsedLineEnd(old.text) === "\r\n" && !content.includes("\r\n");
  const ended = (keepsEnds ? withLineEnds(content, "\r\n") : content).toWellFormed();
  const unmarked = old.mark && ended.startsWith("\uFEFF") ? ended.slice(1) : ended;
  return encodeText({ ...old, text: unmarked }) ?? Buffer.from(ended, "utf8");
};
