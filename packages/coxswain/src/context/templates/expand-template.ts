import type { PromptTemplate } from "./prompt-template.ts";
import { splitArguments } from "./split-arguments.ts";

const NUMBER = String.raw`[1-9]\d?(?!\d)`;

/**
 * Matches `$1` to `$99`, `$@`, `$ARGUMENTS`, each also as `${1}` and `${1:-x}`, and `${@:2}` and `${@:2:1}`. A
 * backslash escapes a placeholder.
 */
const PLACEHOLDER = new RegExp(
  [
    String.raw`(?<escape>\\?)`,
    String.raw`(?<placeholder>\$(?:(?<bare>${NUMBER}|@|ARGUMENTS\b)`,
    String.raw`|\{(?<name>${NUMBER}|@|ARGUMENTS)(?::-(?<fallback>[^}]*))?\}`,
    String.raw`|\{@:(?<from>\d{1,2})(?::(?<count>\d{1,2}))?\}))`,
  ].join(""),
  "g",
);

type Groups = Readonly<Record<"escape" | "placeholder", string>> &
  Readonly<Partial<Record<"bare" | "name" | "fallback" | "from" | "count", string>>>;

/**
 * Replaces a template's placeholders with the arguments a user typed after its name, in one pass, so that arguments are
 * never expanded themselves. Without a placeholder, the arguments are appended to the text.
 */
export const expandTemplate = ({ body }: Pick<PromptTemplate, "body">, written: string): string => {
  const given = written.trim();
  const words = splitArguments(given);
  let placed = false;
  const expanded = body.replaceAll(PLACEHOLDER, (...match) => {
    const { escape, placeholder, bare, name = bare, fallback = "", from, count } = match.at(-1) as Groups;
    if (escape !== "") return placeholder;
    placed = true;
    if (from !== undefined) return slice(words, Number(from), count === undefined ? undefined : Number(count)).join(" ");
    return valueOf(name ?? "", words, given) || fallback;
  });
  return placed || given === "" ? expanded : `${expanded}\n\n${given}`;
};

const valueOf = (name: string, words: readonly string[], given: string): string => {
  if (name === "ARGUMENTS") return given;
  return name === "@" ? words.join(" ") : (words[Number(name) - 1] ?? "");
};

/** `from` counts from 1. */
const slice = (words: readonly string[], from: number, count: number | undefined): readonly string[] => {
  const start = Math.max(from, 1) - 1;
  return words.slice(start, count === undefined ? undefined : start + count);
};
