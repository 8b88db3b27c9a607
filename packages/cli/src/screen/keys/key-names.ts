import type { KeyId } from "@earendil-works/pi-tui";
import { nearestName } from "coxswain/settings";

const MODIFIERS = ["ctrl", "alt", "shift"] as const;
const FUNCTION_KEYS = Array.from({ length: 12 }, (_, at) => `f${at + 1}`);
const NAMED = [
  "escape",
  "enter",
  "tab",
  "space",
  "backspace",
  "delete",
  "insert",
  "home",
  "end",
  "pageup",
  "pagedown",
  "up",
  "down",
  "left",
  "right",
  ...FUNCTION_KEYS,
];
const SYNONYMS: Readonly<Record<string, string>> = {
  esc: "escape",
  return: "enter",
  del: "delete",
  control: "ctrl",
  option: "alt",
  meta: "alt",
};

/** A key that a terminal can send, in one notation: modifiers in a fixed order, lower case. */
export type KeyName = KeyId;

/** Returns a key in one notation, for example `ctrl+alt+x`, or the reason why it cannot be bound. */
export const parseKeyName = (text: string): { readonly key: KeyName } | { readonly fault: string } => {
  const parts = text.trim().toLowerCase().split("+");
  const modifiers = parts.slice(0, -1).map(canonical);
  const base = canonical(parts.at(-1) ?? "");
  const strange = modifiers.find((one) => !(MODIFIERS as readonly string[]).includes(one));
  if (strange === "super" || strange === "cmd" || strange === "command" || strange === "win")
    return { fault: `terminals do not send ${strange}` };
  if (strange !== undefined) return { fault: `no modifier ${strange}${hint(strange, MODIFIERS)}` };
  const isCharacter = /^[\u0021-\u007e]$/.test(base);
  if (!isCharacter && !NAMED.includes(base)) return { fault: `no key ${base === "" ? '""' : base}${hint(base, NAMED)}` };
  const key = [...MODIFIERS.filter((one) => modifiers.includes(one)), base].join("+");
  const fault = unsendable(key, base, modifiers, isCharacter);
  // Safe: it has the parts of such a name.
  return fault === undefined ? { key: key as KeyName } : { fault };
};

const canonical = (part: string): string => (Object.hasOwn(SYNONYMS, part) ? (SYNONYMS[part] ?? part) : part);

const hint = (name: string, candidates: readonly string[]): string => {
  const near = nearestName(name, candidates);
  return near === undefined ? "" : `; did you mean ${near}?`;
};

/** Keys that have the same code as another one, since terminals have codes for few keys. */
const SAME: Readonly<Record<string, string>> = { "ctrl+i": "tab", "ctrl+m": "enter", "ctrl+[": "escape", "ctrl+h": "backspace" };

const unsendable = (key: string, base: string, modifiers: readonly string[], isCharacter: boolean): string | undefined => {
  if (Object.hasOwn(SAME, key)) return `terminals send it as ${SAME[key]}`;
  const isPlain = !modifiers.includes("ctrl") && !modifiers.includes("alt");
  if ((isCharacter || base === "space") && isPlain) return "it types a character; add ctrl or alt";
  if (modifiers.length > 0 && (FUNCTION_KEYS.includes(base) || base === "escape"))
    return `terminals send ${base} in different ways with modifiers`;
  return undefined;
};

/** Parts of keys whose label is not just their name with a capital letter. */
const LABELS: Readonly<Record<string, string>> = { escape: "Esc", pageup: "PageUp", pagedown: "PageDown" };

/** Returns a key as people read it, for example `Ctrl+C`, `Esc`, or `n` for a letter alone. */
export const keyLabel = (key: KeyName): string =>
  key.length === 1
    ? key
    : key
        .split("+")
        .map((part) => LABELS[part] ?? `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`)
        .join("+");
