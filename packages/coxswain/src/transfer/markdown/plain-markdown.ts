import { visible } from "../visible.ts";

/**
 * Markdown of a model or a person as it may be shown: nothing in it is fetched or linked, and a link's target can be
 * read. What stands in a fence at the beginning of a line stays as it is; a fence that is left open is closed.
 */
export const plainMarkdown = (text: string): string => {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of visible(text).split("\n")) {
    if (fence === undefined) {
      // Deeper ones may belong to a list or a quote, and end with it: what is in them is not taken to be code.
      fence = /^(`{3,})[^`]*$|^(~{3,})/
        .exec(line)
        ?.slice(1)
        .find((mark) => mark !== undefined);
      lines.push(fence === undefined ? withoutLinks(line) : line);
    } else {
      lines.push(line);
      if (closes(line, fence)) fence = undefined;
    }
  }
  if (fence !== undefined) lines.push(fence);
  return lines.join("\n");
};

const closes = (line: string, fence: string): boolean => {
  const mark = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length;
};

/** A backslash before `<` may stand there already and would undo ours: that one becomes an entity. */
const withoutLinks = (line: string): string =>
  line
    .replaceAll("![", "!\\[")
    .replaceAll(/\](?=[(:[])/g, "]\\")
    .replaceAll(/<(?=[a-z/!?])/gi, "&lt;");
