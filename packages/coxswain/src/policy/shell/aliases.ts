import { baseName } from "./words.ts";
import { PATH_HABITS } from "./path-habits.ts";
import { below } from "./word-paths.ts";
import { type Words, targetOf } from "./path-uses.ts";
import type { CommandWord } from "../../loop/index.ts";

/** Another name for a program or for the beginning of a command. */
interface Alias {
  readonly name: string;
  readonly of: string;
}

/**
 * Names, by base name, that a command defines for programs later in the line: `alias z='rm -r'`, `hash -p /bin/rm z`,
 * `cp /bin/rm z`.
 */
export const aliasesIn = (program: string, words: readonly CommandWord[]): readonly Alias[] => {
  const texts = words.slice(1).map(({ text }) => text);
  if (program === "alias")
    return texts.flatMap((text) =>
      text.includes("=") ? [{ name: text.slice(0, text.indexOf("=")), of: text.slice(text.indexOf("=") + 1) }] : [],
    );
  if (program === "hash") {
    const at = texts.indexOf("-p");
    return at === -1 ? [] : texts.slice(at + 2).map((name) => ({ name, of: texts[at + 1] ?? "" }));
  }
  return newNames(words).map(({ name, of }) => ({ name: baseName(name), of }));
};

/** A new name of a file, and its name before the command. */
interface NewName {
  readonly name: string;
  readonly of: string;
}

/** Additional names of existing files: a write through one name is visible through the other. */
export const newLinks = (words: Words): readonly NewName[] => {
  const [program, ...rest] = words;
  const links = PATH_HABITS.get(baseName(program?.text ?? ""))?.links;
  const isLinking = links === true || rest.some(({ text }) => text.startsWith("-") && links?.test(text) === true);
  return isLinking ? newNames(words) : [];
};

/** New names of files that a command links, copies or moves. */
export const newNames = ([program, ...rest]: Words): readonly NewName[] => {
  if (PATH_HABITS.get(baseName(program?.text ?? ""))?.puts !== true) return [];
  const operands = rest.flatMap(({ text }, at) => (text.startsWith("-") ? [] : [at]));
  const target = targetOf(rest, operands);
  const sources = operands.filter((at) => at !== target?.at).map((at) => rest[at]?.text ?? "");
  return sources.flatMap((of) => {
    const name = baseName(of.replace(/\/+$/, ""));
    return (target === undefined ? [name] : [target.word.text, below(target.word.text, name)]).map((link) => ({ name: link, of }));
  });
};
