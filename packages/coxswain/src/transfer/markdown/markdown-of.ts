import type { Entry } from "../../log/index.ts";
import { type AssistantPart, dollars, type ImagePart } from "../../model/index.ts";
import { asRecord } from "../../base/index.ts";
import { imageNote, moment, summaryOf, textFrom, shownMessage } from "../shown-message.ts";
import { noteOf } from "../note-of.ts";
import { type Outline, outlineOf } from "../outline.ts";
import type { SessionSource } from "../source.ts";
import { codeSpan, fenced } from "./fenced.ts";
import { plainMarkdown } from "./plain-markdown.ts";

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
  }
};
