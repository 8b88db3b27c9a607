import type { Entry } from "../../log/index.ts";
import { asRecord } from "../../base/index.ts";
import { moment, summaryOf, textFrom, shownMessage, imageNote } from "../shown-message.ts";
import { noteOf } from "../note-of.ts";
import { escapeHtml, markedHtml } from "./escape.ts";
import type { AssistantPart, ImagePart, ProviderPart } from "../../model/index.ts";
import { firstWords } from "../visible.ts";

/** Renders an entry; returns an empty string for one without visible content. */
export const entryHtml = (entry: Entry): string => {
  const id = escapeHtml(`e-${entry.id}`);
  const { command, output } = asRecord(entry);
  if (entry.type === "shell") return article(id, "shell", `Command ${time(entry.at)}`, fold(`$ ${textFrom(command)}`, textFrom(output)));
  const summary = summaryOf(entry);
  if (summary !== undefined) return article(id, "note", `Summary ${time(entry.at)}`, fold(summary.title, summary.text));
  const message = shownMessage(entry);
  if (message === undefined) {
    const note = noteOf(entry);
    return note === undefined ? "" : `<p class="note" id="${id}">${markedHtml(note)}</p>\n`;
  }
  switch (message.role) {
    case "user":
      return article(id, "user", `<b>User</b> ${time(entry.at)}`, message.content.map(partHtml).join(""));
    case "assistant": {
      const failed = message.broken === undefined ? "" : `<p class="error">Broken off: ${markedHtml(message.broken)}</p>`;
      const head = `<b>Assistant</b> ${time(entry.at)} <span class="model">${escapeHtml(message.author)}</span>`;
      return article(id, "assistant", head, message.content.map(partHtml).join("") + failed);
    }
    case "tool": {
      const title = `Result of ${message.tool}${message.isError ? ", an error" : ""}`;
      const parts = message.content.map((part) => (part.type === "text" ? fold(title, part.text, message.isError) : partHtml(part)));
      return article(id, "tool", `Tool ${time(entry.at)}`, parts.join(""));
    }
  }
};

const article = (id: string, kind: string, head: string, body: string): string =>
  `<article class="${kind}" id="${id}"><header>${head}</header>${body}</article>\n`;

const time = (at: number): string => `<time>${moment(at)}</time>`;

/** Renders a part of a message. Long and technical parts are folded. */
const partHtml = (part: AssistantPart | ImagePart): string => {
  switch (part.type) {
    case "text":
      return `<div class="text">${markedHtml(part.text)}</div>`;
    case "reasoning":
      return fold("Reasoning", part.text);
    case "image":
      return imageHtml(part);
    case "tool_call":
      return fold(`Call of ${part.name}`, JSON.stringify(part.input ?? null, undefined, 2));
    case "provider":
      return providerHtml(part);
  }
};

/** Renders the call, the result or both of a tool that ran at the provider; nothing for content without either. */
const providerHtml = ({ name, input, output = "", isError }: ProviderPart): string =>
  (input === undefined ? "" : fold(`Call of ${name} at the provider`, JSON.stringify(input, undefined, 2))) +
  (output === "" ? "" : fold(`Result of ${name} at the provider`, output, isError));

const WORDS = 100;

const fold = (title: string, text: string, error = false): string =>
  `<details${error ? ' class="error"' : ""}><summary>${escapeHtml(title)} <code>${escapeHtml(firstWords(text, WORDS))}</code></summary><pre>${markedHtml(text)}</pre></details>`;

const SHOWN = /^image\/(png|jpeg|gif|webp)$/;

/** Only an image media type with plain base64 becomes a URL. Formats that can contain scripts are not images here. */
const imageHtml = (image: ImagePart): string => {
  const note = escapeHtml(imageNote(image));
  if (!SHOWN.test(image.mediaType) || !/^[A-Za-z0-9+/=]*$/.test(image.data)) return `<p class="note">[${note}]</p>`;
  return `<img src="data:${image.mediaType};base64,${image.data}" alt="${note}" title="${note}">`;
};
