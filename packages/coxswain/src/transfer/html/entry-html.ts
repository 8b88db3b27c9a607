import type { Entry } from "../../log/index.ts";
import { asRecord } from "../../base/index.ts";
import { moment, summaryOf, textFrom, shownMessage } from "../shown-message.ts";
import { noteOf } from "../note-of.ts";
import { escapeHtml, markedHtml } from "./escape.ts";
import { fold, partHtml } from "./part-html.ts";

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
