import type { Entry } from "../../log/index.ts";
import { type AssistantPart, dollars, type ImagePart, type ProviderPart } from "../../model/index.ts";
import { asRecord } from "../../base/index.ts";
import { imageNote, moment, summaryOf, textFrom, shownMessage } from "../shown-message.ts";
import { noteOf } from "../note-of.ts";
import { type Outline, outlineOf } from "../outline.ts";
import type { SessionSource } from "../source.ts";
import { visible } from "../visible.ts";

/** See `exportMarkdown`. */
export async function* markdownOf(source: SessionSource): AsyncGenerator<string> {
  const outline = await outlineOf(source);
  yield head(source, outline);
  for await (const { entry, segment } of outline.entries()) {
    const shown = segment.active ? section(entry) : undefined;
    if (shown !== undefined) yield `\n${shown}\n`;
  }
  const left = outline.segments.filter(({ active }) => !active).length;
  if (left > 0) yield `\n---\n\n*${left === 1 ? "Another part" : `${left} other parts`} of the session's tree omitted.*\n`;
}

const head = ({ header }: SessionSource, { title, models, cwd, messages, cost }: Outline): string => {
  const facts = [
    `Session ${codeSpan(header.id)}`,
    `Folder ${codeSpan(cwd)}`,
    `Begun ${moment(header.at)} UTC`,
    ...(models.length === 0 ? [] : [`Models ${models.map((model) => codeSpan(model)).join(", ")}`]),
    `${messages} messages${cost > 0 ? `, about ${dollars(cost)}` : ""}`,
  ];
  return `# ${title === undefined ? "Session" : codeSpan(title)}\n\n${facts.map((fact) => `- ${fact}`).join("\n")}\n`;
};

const section = (entry: Entry): string | undefined => {
  const { command, output } = asRecord(entry);
  if (entry.type === "shell") return `## Command\n\n${fenced(`$ ${textFrom(command)}\n${textFrom(output)}`)}`;
  const summary = summaryOf(entry);
  if (summary !== undefined)
    return [`## Summary\n\n${moment(entry.at)}`, `> ${codeSpan(summary.title)}`, plainMarkdown(summary.text)].join("\n\n");
  const message = shownMessage(entry);
  if (message === undefined) {
    const note = noteOf(entry);
    return note === undefined ? undefined : `> ${codeSpan(note)}`;
  }
  switch (message.role) {
    case "user":
      return [`## User\n\n${moment(entry.at)}`, ...message.content.map(part)].join("\n\n");
    case "assistant": {
      const failed = message.broken === undefined ? [] : [`> ${codeSpan(`Broken off: ${message.broken}`)}`];
      return [`## Assistant\n\n${moment(entry.at)} ${codeSpan(message.author)}`, ...message.content.map(part), ...failed].join("\n\n");
    }
    case "tool": {
      const parts = message.content.map((shown) => (shown.type === "text" ? fenced(shown.text) : part(shown)));
      return [`**Result** of ${codeSpan(message.tool)}${message.isError ? ", an error" : ""}:`, ...parts].join("\n\n");
    }
  }
};

const part = (shown: AssistantPart | ImagePart): string => {
  switch (shown.type) {
    case "text":
      return plainMarkdown(shown.text);
    case "reasoning":
      return `*Reasoning:*\n\n${fenced(shown.text)}`;
    case "image":
      return `[${codeSpan(imageNote(shown))}]`;
    case "tool_call":
      return `**Call** of ${codeSpan(shown.name)}:\n\n${fenced(JSON.stringify(shown.input ?? null, undefined, 2), "json")}`;
    case "provider":
      return providerMarkdown(shown);
  }
};

/** Writes the call, the result or both of a tool that ran at the provider; nothing for content without either. */
const providerMarkdown = ({ name, input, output = "", isError }: ProviderPart): string =>
  [
    ...(input === undefined
      ? []
      : [`**Call** of ${codeSpan(name)} at the provider:`, fenced(JSON.stringify(input, undefined, 2) ?? "null", "json")]),
    ...(output === "" ? [] : [`**Result** of ${codeSpan(name)} at the provider${isError === true ? ", an error" : ""}:`, fenced(output)]),
  ].join("\n\n");

/** Returns a fenced code block for any text. */
export const fenced = (text: string, language = ""): string => {
  const shown = visible(text).replace(/\n$/, "");
  const fence = "`".repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}${language}\n${shown}\n${fence}`;
};

/** Returns an inline code span. */
const codeSpan = (text: string): string => {
  const line = visible(text).replaceAll(/\s+/g, " ").trim();
  const mark = "`".repeat(longestRun(line) + 1);
  const pad = line.startsWith("`") || line.endsWith("`") || line === "" ? " " : "";
  return `${mark}${pad}${line}${pad}${mark}`;
};

/** Returns the length of the longest run of backticks. */
const longestRun = (text: string): number => {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
};

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
