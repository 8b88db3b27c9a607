import { dollars } from "../../model/index.ts";
import type { Block, CallBlock, ProviderBlock } from "../../view/index.ts";
import { authorOf, callNotes, ENCRYPTED, imageNote, moment, noteOf, resultOf, summaryTitle, todoLines } from "../block-text.ts";
import { type Outline, outlineOf } from "../outline.ts";
import { sectionsOf } from "../sections.ts";
import type { SessionSource } from "../source.ts";
import { visible } from "../visible.ts";

/** See `exportMarkdown`. */
export async function* markdownOf(source: SessionSource): AsyncGenerator<string> {
  const outline = await outlineOf(source);
  yield head(source, outline);
  for await (const { segment, blocks } of sectionsOf(outline)) {
    const shown = segment.active ? sectionMarkdown(blocks) : "";
    if (shown !== "") yield `\n${shown}\n`;
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

/** Renders the blocks of one answer, or another block; an empty string without visible content. */
const sectionMarkdown = (blocks: readonly Block[]): string => {
  const [first] = blocks;
  const body = blocks.flatMap(blockMarkdown);
  return first === undefined || body.length === 0 ? "" : [...heading(first), ...body].join("\n\n");
};

const heading = (block: Block): readonly string[] => {
  const time = moment(block.at);
  if ("message" in block) return block.message === "" ? [] : ["## Assistant", `${time} ${codeSpan(authorOf(block))}`];
  switch (block.kind) {
    case "user":
      return ["## User", `${time}${block.source === undefined ? "" : ` ${codeSpan(block.source)}`}`];
    case "shell":
      return ["## Command"];
    case "summary":
      return ["## Summary", time];
    default:
      return [];
  }
};

const blockMarkdown = (block: Block): readonly string[] => {
  switch (block.kind) {
    case "user":
      return [...(block.text === "" ? [] : [plainMarkdown(block.text)]), ...block.images.map((image) => `[${codeSpan(imageNote(image))}]`)];
    case "text":
      return [plainMarkdown(block.text)];
    case "reasoning":
      return block.text === "" ? [`*${ENCRYPTED}*`] : ["*Reasoning:*", fenced(block.text)];
    case "call":
      return callMarkdown(block);
    case "provider":
      return providerMarkdown(block);
    case "shell":
      return [fenced(`$ ${block.command}\n${block.output}`)];
    case "summary":
      return [note(summaryTitle(block)), plainMarkdown(block.text)];
    case "todos":
      return [todoLines(block).map(note).join("\n>\n")];
    default: {
      const text = noteOf(block);
      return text === undefined ? [] : [note(text)];
    }
  }
};

const note = (text: string): string => `> ${codeSpan(text)}`;

const callMarkdown = (call: CallBlock): readonly string[] => {
  const { message, tool, input, requested, output, images, diff } = call;
  const result = resultOf(call);
  return [
    ...(message === "" ? [] : [`**Call** of ${codeSpan(tool)}:`, json(requested ?? input)]),
    ...callNotes(call).map(note),
    ...(result === undefined ? [] : [`**Result** of ${codeSpan(tool)}${result.isError ? ", an error" : ""}:`]),
    ...(output === "" ? [] : [fenced(output)]),
    ...images.map((image) => `[${codeSpan(imageNote(image))}]`),
    ...(diff === undefined ? [] : [fenced(diff, "diff")]),
  ];
};

/** Writes the call, the result or both of a tool that ran at the provider; nothing for content without either. */
const providerMarkdown = ({ name, input, output = "", isError }: ProviderBlock): readonly string[] => [
  ...(input === undefined ? [] : [`**Call** of ${codeSpan(name)} at the provider:`, json(input)]),
  ...(output === "" ? [] : [`**Result** of ${codeSpan(name)} at the provider${isError ? ", an error" : ""}:`, fenced(output)]),
];

const json = (value: unknown): string => fenced(JSON.stringify(value ?? null, undefined, 2), "json");

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
