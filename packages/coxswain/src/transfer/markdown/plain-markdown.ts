import { visible } from "../visible.ts";

/**
 * Sanitizes Markdown of a model or user: escapes images, links and HTML tags, so that no resource is loaded and link
 * targets are readable. A fence at the start of a line is preserved; an open fence is closed.
 */
export const plainMarkdown = (text: string): string => {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of visible(text).split("\n")) {
    if (fence === undefined) {
      // Indented fences may belong to a list or quote and end with it, so their content is not treated as code.
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

/** An existing backslash before `<` would cancel the escape, so it becomes an entity. */
const withoutLinks = (line: string): string =>
  line
    .replaceAll("![", "!\\[")
    .replaceAll(/\](?=[(:[])/g, "]\\")
    .replaceAll(/<(?=[a-z/!?])/gi, "&lt;");
