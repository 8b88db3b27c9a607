import { visible } from "../visible.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text as it may stand in an element or in a quoted attribute. Hidden characters show as their codes. */
export const escapeHtml = (text: string): string => visible(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

/** The same for an element's content, with the codes marked as such. */
export const markedHtml = (text: string): string =>
  // The mark holds no character that is escaped after it, and none that a text can have.
  visible(text, (code) => `\u0001${code}\u0002`)
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "")
    .replaceAll("\u0001", '<span class="hidden">')
    .replaceAll("\u0002", "</span>");
