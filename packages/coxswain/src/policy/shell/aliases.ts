import { baseName } from "./words.ts";
import { PATH_HABITS } from "./path-habits.ts";
import { below } from "./word-paths.ts";
import { type Words, targetOf } from "./path-uses.ts";
import type { CommandWord } from "../../loop/index.ts";

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

/** What a file is called after a command, and what it was called before. */
interface NameGiven {
  readonly name: string;
  readonly of: string;
}

/** The names that a command gives to files that have one already: what is written by the one is written by the other. */
export const linksMade = (words: Words): readonly NameGiven[] => {
  const [program, ...rest] = words;
  const links = PATH_HABITS.get(baseName(program?.text ?? ""))?.links;
  const given = links === true || rest.some(({ text }) => text.startsWith("-") && links?.test(text) === true);
  return given ? namesGiven(words) : [];
};

/** The names that a command gives to files by linking, copying and moving them. */
export const namesGiven = ([program, ...rest]: Words): readonly NameGiven[] => {
  if (PATH_HABITS.get(baseName(program?.text ?? ""))?.puts !== true) return [];
  const operands = rest.flatMap(({ text }, at) => (text.startsWith("-") ? [] : [at]));
  const target = targetOf(rest, operands);
  const sources = operands.filter((at) => at !== target?.at).map((at) => rest[at]?.text ?? "");
  return sources.flatMap((of) => {
    const name = baseName(of.replace(/\/+$/, ""));
    return (target === undefined ? [name] : [target.word.text, below(target.word.text, name)]).map((link) => ({ name: link, of }));
  });
};
