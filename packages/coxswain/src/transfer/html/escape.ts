import { visible } from "../visible.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for an element or a quoted attribute. Hidden characters appear as their codes. */
export const escapeHtml = (text: string): string => visible(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

/** Escapes text for the content of an element, with marked codes. */
export const markedHtml = (text: string): string =>
  // The marker contains no character that is escaped later or that can occur in the text.
  visible(text, (code) => `\u0001${code}\u0002`)
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "")
    .replaceAll("\u0001", '<span class="hidden">')
    .replaceAll("\u0002", "</span>");
