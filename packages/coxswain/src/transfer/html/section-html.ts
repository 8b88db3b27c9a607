import type { ImagePart } from "../../model/index.ts";
import type { Block, CallBlock, ProviderBlock } from "../../view/index.ts";
import { authorOf, callNotes, ENCRYPTED, imageNote, moment, noteOf, resultOf, summaryTitle, todoLines } from "../block-text.ts";
import { firstWords } from "../visible.ts";
import { escapeHtml, markedHtml } from "./escape.ts";

/** Renders the blocks of one answer, or another block; returns an empty string without visible content. */
export const sectionHtml = (blocks: readonly Block[]): string => {
  const [first] = blocks;
  if (first === undefined) return "";
  const note = noteOf(first);
  const id = escapeHtml(`e-${"message" in first && first.message !== "" ? first.message : first.id}`);
  if (note !== undefined) return `<p class="note" id="${id}">${markedHtml(note)}</p>\n`;
  const body = blocks.map(blockHtml).join("");
  return body === "" ? "" : `<article class="${classOf(first)}" id="${id}"><header>${headOf(first)}</header>${body}</article>\n`;
};

const classOf = (block: Block): string => {
  if (!("message" in block)) return block.kind === "user" || block.kind === "shell" ? block.kind : "note";
  return block.message === "" ? "tool" : "assistant";
};

const headOf = (block: Block): string => {
  const time = `<time>${moment(block.at)}</time>`;
  if ("message" in block)
    return block.message === "" ? `Tool ${time}` : `<b>Assistant</b> ${time} <span class="model">${escapeHtml(authorOf(block))}</span>`;
  switch (block.kind) {
    case "user":
      return `<b>User</b> ${time}${block.source === undefined ? "" : ` <span class="model">${escapeHtml(block.source)}</span>`}`;
    case "shell":
      return `Command ${time}`;
    case "summary":
      return `Summary ${time}`;
    default:
      return `To-do list ${time}`;
  }
};

/** Renders a block. Long and technical parts are folded. */
const blockHtml = (block: Block): string => {
  switch (block.kind) {
    case "user":
      return (block.text === "" ? "" : text(block.text)) + block.images.map(imageHtml).join("");
    case "text":
      return text(block.text);
    case "reasoning":
      return block.text === "" ? `<p class="note">${ENCRYPTED}</p>` : fold("Reasoning", block.text);
    case "call":
      return callHtml(block);
    case "provider":
      return providerHtml(block);
    case "shell":
      return fold(`$ ${block.command}`, block.output);
    case "summary":
      return fold(summaryTitle(block), block.text);
    case "todos":
      return text(todoLines(block).join("\n"));
    default:
      return "";
  }
};

const callHtml = (call: CallBlock): string => {
  const result = resultOf(call);
  const notes = callNotes(call).map((note) => `<p class="note">${markedHtml(note)}</p>`);
  return [
    call.message === "" ? "" : fold(`Call of ${call.tool}`, JSON.stringify(call.requested ?? call.input ?? null, undefined, 2)),
    ...notes,
    ...(result === undefined
      ? []
      : [
          `<time>${moment(call.endedAt ?? call.at)}</time>`,
          fold(`Result of ${call.tool}${result.isError ? ", an error" : ""}`, call.output, result.isError),
        ]),
    ...call.images.map(imageHtml),
    call.diff === undefined ? "" : fold("Changes", call.diff),
  ].join("");
};

/** Renders the call, the result or both of a tool that ran at the provider; nothing for content without either. */
const providerHtml = ({ name, input, output = "", isError }: ProviderBlock): string =>
  (input === undefined ? "" : fold(`Call of ${name} at the provider`, JSON.stringify(input, undefined, 2))) +
  (output === "" ? "" : fold(`Result of ${name} at the provider`, output, isError));

const text = (content: string): string => `<div class="text">${markedHtml(content)}</div>`;

const WORDS = 100;

const fold = (title: string, content: string, error = false): string =>
  `<details${error ? ' class="error"' : ""}><summary>${escapeHtml(title)} <code>${escapeHtml(firstWords(content, WORDS))}</code></summary><pre>${markedHtml(content)}</pre></details>`;

const SHOWN = /^image\/(png|jpeg|gif|webp)$/;

/** Only an image media type with plain base64 becomes a URL. Formats that can contain scripts are not images here. */
const imageHtml = (image: ImagePart): string => {
  const note = escapeHtml(imageNote(image));
  if (!SHOWN.test(image.mediaType) || !/^[A-Za-z0-9+/=]*$/.test(image.data)) return `<p class="note">[${note}]</p>`;
  return `<img src="data:${image.mediaType};base64,${image.data}" alt="${note}" title="${note}">`;
};
