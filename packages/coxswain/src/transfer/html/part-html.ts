import type { AssistantPart, ImagePart } from "../../model/index.ts";
import { imageNote } from "../shown-message.ts";
import { firstWords } from "../visible.ts";
import { escapeHtml, markedHtml } from "./escape.ts";

/** Renders a part of a message. Long and technical parts are folded. */
export const partHtml = (part: AssistantPart | ImagePart): string => {
  switch (part.type) {
    case "text":
      return `<div class="text">${markedHtml(part.text)}</div>`;
    case "reasoning":
      return fold("Reasoning", part.text);
    case "image":
      return imageHtml(part);
    case "tool_call":
      return fold(`Call of ${part.name}`, JSON.stringify(part.input ?? null, undefined, 2));
  }
};

const WORDS = 100;

export const fold = (title: string, text: string, error = false): string =>
  `<details${error ? ' class="error"' : ""}><summary>${escapeHtml(title)} <code>${escapeHtml(firstWords(text, WORDS))}</code></summary><pre>${markedHtml(text)}</pre></details>`;

const SHOWN = /^image\/(png|jpeg|gif|webp)$/;

/** Only an image media type with plain base64 becomes a URL. Formats that can contain scripts are not images here. */
const imageHtml = (image: ImagePart): string => {
  const note = escapeHtml(imageNote(image));
  if (!SHOWN.test(image.mediaType) || !/^[A-Za-z0-9+/=]*$/.test(image.data)) return `<p class="note">[${note}]</p>`;
  return `<img src="data:${image.mediaType};base64,${image.data}" alt="${note}" title="${note}">`;
};
