import type { CommandWord } from "../../loop/index.ts";
import { baseName } from "./base-name.ts";
import { namesGiven } from "./path-uses.ts";

/** A program, or the beginning of a command, by another name. */
interface Nickname {
  readonly name: string;
  readonly of: string;
}

/** The names by which a command lets programs be called later in the line: `alias z='rm -r'`, `hash -p /bin/rm z`, `cp /bin/rm z`. By their base names. */
export const nicknamesIn = (program: string, words: readonly CommandWord[]): readonly Nickname[] => {
  const texts = words.slice(1).map(({ text }) => text);
  if (program === "alias")
    return texts.flatMap((text) =>
      text.includes("=") ? [{ name: text.slice(0, text.indexOf("=")), of: text.slice(text.indexOf("=") + 1) }] : [],
    );
  if (program === "hash") {
    const at = texts.indexOf("-p");
    return at === -1 ? [] : texts.slice(at + 2).map((name) => ({ name, of: texts[at + 1] ?? "" }));
  }
  return namesGiven(words).map(({ name, of }) => ({ name: baseName(name), of }));
};
