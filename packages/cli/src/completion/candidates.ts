import { slotsAfter } from "./usage.ts";
import { type Cursor, cursorOf, type Program } from "./cursor.ts";

/** A completion of a word. */
export interface Candidate {
  readonly text: string;
  /** Short description. */
  readonly about: string;
}

export interface Candidates {
  readonly words: readonly Candidate[];
  /** Set if the shell must complete file or folder names. */
  readonly paths?: "files" | "folders";
}

/** Finds the values of a placeholder, such as sessions for `ID`. Called only when needed. */
export type FindValues = (name: string) => Promise<readonly Candidate[]>;

/** Returns the completions of the last word. Omits those that need quoting. */
export const candidates = async (words: readonly string[], program: Program, values: FindValues): Promise<Candidates> => {
  const current = words.at(-1) ?? "";
  const found = await candidatesAt(cursorOf(words, program), program, values);
  return { ...found, words: found.words.filter(({ text }) => text.startsWith(current) && /^[\w@%+=:,./-]+$/.test(text)) };
};

const candidatesAt = async (place: Cursor, { commands }: Program, values: FindValues): Promise<Candidates> => {
  switch (place.kind) {
    case "command":
      return { words: [...commands].map(([text, { summary }]) => ({ text, about: summary })) };
    case "option":
      return { words: Object.entries(place.options).map(([name, { help }]) => ({ text: `--${name}`, about: help })) };
    case "value": {
      const { choices, value = "" } = place.option;
      const fixed = choices?.map((text) => ({ text, about: "" }));
      const { words, ...paths } = fixed === undefined ? await placeholderCandidates(value.split("|"), values) : { words: fixed };
      return { ...paths, words: words.map(({ text, about }) => ({ text: `${place.before}${text}`, about })) };
    }
    case "word": {
      const slots = slotsAfter(place.page.usage, place.previous);
      const actions = new Map(place.previous.length > 0 ? [] : Object.entries(place.page.lists?.["Actions"] ?? {}));
      const own = slots.flatMap((slot) => slot.words).map((text) => ({ text, about: actions.get(text) ?? "" }));
      const { words, ...paths } = await placeholderCandidates(
        slots.flatMap((slot) => slot.values),
        values,
      );
      return { ...paths, words: [...own, ...words] };
    }
  }
};

const FOLDERS: ReadonlySet<string> = new Set(["DIR", "PATH"]);

const placeholderCandidates = async (names: readonly string[], values: FindValues): Promise<Candidates> => {
  const words = (await Promise.all([...new Set(names)].map(values))).flat();
  if (names.includes("FILE")) return { words, paths: "files" };
  return names.some((name) => FOLDERS.has(name)) ? { words, paths: "folders" } : { words };
};
