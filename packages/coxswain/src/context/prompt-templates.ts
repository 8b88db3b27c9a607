import { type LoadedFile, type ResourceOrigin, loadNamed, type ResourceFolder, type ResourceReading } from "./resource-files.ts";

/** A prompt that a user invokes by name, such as `/review src`. */
export interface PromptTemplate {
  /** Without the slash. In a sub-folder, such as `frontend:review`. */
  readonly name: string;
  /** For the user: its purpose. */
  readonly description: string;
  /** Its arguments, such as `FILE [LINE]`. */
  readonly argumentHint?: string;
  /** Its file, absolute, or a reference to the extension that provides it. */
  readonly path: string;
  /** The text with placeholders. */
  readonly body: string;
  readonly origin: ResourceOrigin | "extension";
}

const TEMPLATE_FILE = /\.md$/i;

const NAME = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]*(?::[\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]*)*$/u;
/** In characters. */
const LONGEST_DESCRIPTION = 200;

/**
 * Returns the template defined in a file, or the reason why the file defines none. Templates cannot use `reserved`
 * names.
 */
const templateOf = (file: LoadedFile, reserved: readonly string[], warn: (warning: string) => void): PromptTemplate | string => {
  const { fields, problem, path, names, body } = file;
  const name = names.join(":").replace(TEMPLATE_FILE, "");
  if (!NAME.test(name))
    return `${path} is not a valid prompt template: its name may contain only letters, digits, dots, hyphens and underscores.`;
  if (reserved.includes(name) || name.startsWith("skill:")) return `${path} was skipped: /${name} is a built-in command.`;
  if (body === "") return `${path} is not a valid prompt template: it is empty.`;
  // The body is sufficient; the fields only describe it.
  if (problem !== undefined) warn(`The front matter of ${path} cannot be parsed (${problem}). The template is used without it.`);
  const argumentHint = fields.get("argument-hint")?.trim() ?? "";
  const description = fields.get("description")?.trim() || (body.split("\n", 1)[0] ?? "");
  return {
    name,
    description: description.slice(0, LONGEST_DESCRIPTION).toWellFormed(),
    ...(argumentHint === "" ? {} : { argumentHint }),
    path,
    body,
    origin: file.folder.origin,
  };
};

/**
 * Loads the prompt templates of some folders. Reports problems with `warn`, and skips files that define no template.
 */
export const loadTemplates = (
  folders: readonly ResourceFolder[],
  reserved: readonly string[],
  reading: ResourceReading,
): Promise<readonly PromptTemplate[]> =>
  loadNamed(
    folders,
    {
      kind: "prompt template",
      matches: (name) => TEMPLATE_FILE.test(name),
      make: (file) => templateOf(file, reserved, reading.warn),
    },
    reading,
  );

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
  const argumentLine = written.trim();
  const words = splitArguments(argumentLine);
  let placed = false;
  const expanded = body.replaceAll(PLACEHOLDER, (...match) => {
    const { escape, placeholder, bare, name = bare, fallback = "", from, count } = match.at(-1) as Groups;
    if (escape !== "") return placeholder;
    placed = true;
    if (from !== undefined) return slice(words, Number(from), count === undefined ? undefined : Number(count)).join(" ");
    return valueOf(name ?? "", words, argumentLine) || fallback;
  });
  return placed || argumentLine === "" ? expanded : `${expanded}\n\n${argumentLine}`;
};

const valueOf = (name: string, words: readonly string[], argumentLine: string): string => {
  if (name === "ARGUMENTS") return argumentLine;
  return name === "@" ? words.join(" ") : (words[Number(name) - 1] ?? "");
};

/** `from` counts from 1. */
const slice = (words: readonly string[], from: number, count: number | undefined): readonly string[] => {
  const start = Math.max(from, 1) - 1;
  return words.slice(start, count === undefined ? undefined : start + count);
};

/** A quoted string, a backslash escape, or any single character. */
const PIECE = /"([^"\\]*(?:\\[\s\S][^"\\]*)*)"|'([^']*)'|\\(["'\\\s])|([\s\S])/gu;

/**
 * Splits the arguments of a template as a shell does: words at white space, quotes preserve white space, and a
 * backslash escapes a quote, a backslash or white space. An unclosed quote is a literal character.
 */
export const splitArguments = (text: string): readonly string[] => {
  const words: string[] = [];
  let word: string | undefined;
  for (const [piece, double, single, escaped, character = ""] of text.matchAll(PIECE)) {
    const part = double?.replaceAll(/\\(["\\])/g, "$1") ?? single ?? escaped ?? character;
    if (piece === character && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + part;
  }
  return word === undefined ? words : [...words, word];
};
