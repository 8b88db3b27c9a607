import type { CommandWord, PathUse } from "../../loop/index.ts";
import { archiveUses } from "./archive-paths.ts";
import { baseName } from "./words.ts";
import { findUses } from "./find-paths.ts";
import { gitUses, isGitText } from "./git-paths.ts";
import { impliedWrites, patchedFiles } from "./implied-paths.ts";
import { PATH_HABITS, type PathHabit } from "./path-habits.ts";
import { riskyWords } from "./risks.ts";
import { sedCommands, sedScripts } from "./sed-script.ts";
import { globUses } from "./search-globs.ts";
import { below, mentionedPaths, usesOf } from "./word-paths.ts";

export type Words = readonly CommandWord[];

/** True if arguments of the program may be paths. */
export const namesFiles = (program: string): boolean => (PATH_HABITS.get(program) ?? ANYTHING).operands.length > 0;

/** True if the program runs a file in its arguments. */
export const runsScripts = (program: string): boolean => PATH_HABITS.get(program)?.script === true;

/** True if the program reads its first operand and writes its second one. */
export const readsInto = (program: string): boolean => program === "uniq" || program === "xxd";

const ANYTHING: PathHabit = { operands: ["either"] };

/**
 * The paths that a command may use.
 * @param stdin possible standard input, if it is part of the line.
 */
export const pathUses = (words: Words, stdin: readonly string[] = []): readonly PathUse[] => {
  const [program, ...rest] = words;
  if (program === undefined) return [];
  const name = baseName(program.text);
  const own = OWN.get(name)?.(rest) ?? archiveUses(name, rest) ?? habitUses(habitOf(name, words), rest);
  return [
    ...own,
    ...otherUses(name, rest, own),
    ...pathsInInput(name, stdin),
    ...impliedWrites(name, rest),
    ...patchedFiles(name, rest, stdin),
  ];
};

/** An option that writes files or runs code changes what the other words are for. */
const habitOf = (name: string, words: Words): PathHabit => {
  const habit = PATH_HABITS.get(name) ?? ANYTHING;
  if (riskyWords(name, words).length === 0 || habit.operands.length === 0) return habit;
  const { script: _, ...others } = habit;
  return { ...others, operands: [...habit.operands, "either"] };
};

/** Words that name paths although the program's table does not say so: it may use them in any way. */
const otherUses = (name: string, rest: Words, own: readonly PathUse[]): readonly PathUse[] => {
  const classified = new Set(own.map(({ path }) => path));
  return rest.flatMap((word, at) => (isText(name, rest, at) ? [] : usesOf(word, ["either"]))).filter(({ path }) => !classified.has(path));
};

/** True if a word is a pattern, a message, or an excluded name. */
const isText = (name: string, rest: Words, at: number): boolean => {
  const [text, before] = [rest[at]?.text ?? "", rest[at - 1]?.text ?? ""];
  if (LEFT_OUT.test(text) || LEFT_OUT.test(before)) return true;
  if (name === "git") return isGitText(rest, at);
  if (name === "find" || name === "gfind") return FIND_PATTERN.test(before);
  const habit = PATH_HABITS.get(name);
  return habit !== undefined && (habit.operands.length === 0 || (habit.skips ?? 0) > 0) && !CODE.test(name);
};

const LEFT_OUT = /^--?(?:exclude|ignore|skip|omit|prune)[a-z-]*(?:=|$)/;
const FIND_PATTERN = /^-(?:i?(?:name|path|wholename|regex|lname)|printf|regextype)$/;
/** Their first operand is a program in their own language, which may open files. */
const CODE = /^[gmn]?awk$/;

/** Paths in the standard input of a program that may read commands or names of files there. */
const pathsInInput = (name: string, stdin: readonly string[]): readonly PathUse[] =>
  (PATH_HABITS.has(name) && name !== "zip") || name === "git" ? [] : stdin.flatMap(mentionedPaths);

const OWN: ReadonlyMap<string, (rest: Words) => readonly PathUse[]> = new Map([
  ["git", gitUses],
  ["find", (rest: Words) => findUses(rest, (words) => pathUses(words))],
  ["gfind", (rest: Words) => findUses(rest, (words) => pathUses(words))],
  ["sed", (rest: Words) => sedUses(rest)],
  ["gsed", (rest: Words) => sedUses(rest)],
  ["rg", (rest: Words) => [...habitUses(PATH_HABITS.get("rg") ?? ANYTHING, rest), ...globUses(rest)]],
  ["dd", (rest: Words) => rest.flatMap((word) => usesOf(word, [word.text.startsWith("of=") ? "write" : "read"]))],
]);

const habitUses = (habit: PathHabit, rest: Words): readonly PathUse[] => {
  if (habit.operands.length === 0) return [];
  const ended = rest.findIndex(({ text }) => text === "--");
  const isOption = ({ text }: CommandWord, at: number): boolean => text.startsWith("-") && text !== "-" && (ended === -1 || at <= ended);
  const options = rest.filter(isOption);
  const has = (pattern: RegExp | true | undefined): boolean => pattern === true || options.some(({ text }) => pattern?.test(text) === true);
  const whole = has(habit.whole);
  const visible = !whole && habit.visible === true;
  const uses =
    has(habit.changes) || (habit.changes !== undefined && rest.some(({ text }) => habit.changes?.test(text) === true))
      ? WRITTEN
      : habit.operands;

  const places = rest.map((word, at) => ({ word, at, before: rest[at - 1]?.text ?? "" }));
  const written = places.filter(({ before }) => habit.writes?.test(before) === true);
  const operands = places.filter((one) => !isOption(one.word, one.at) && !written.includes(one) && habit.values?.test(one.before) !== true);
  // Operands may be values of options instead.
  const isValueFirst = habit.valued?.test(operands[0]?.before ?? "") === true;
  const files = operands.slice(has(habit.skipsNone) || isValueFirst ? 0 : (habit.skips ?? 0));
  const sure = operands.filter(({ before }) => habit.valued?.test(before) !== true);
  const namesNone = sure.length <= (has(habit.patterns ?? habit.skipsNone) ? 0 : (habit.skips ?? 0));
  const target =
    habit.puts === true
      ? targetOf(
          rest,
          files.map(({ at }) => at),
        )
      : undefined;
  const sources = files.filter(({ at }) => at !== target?.at);
  return [
    ...options.flatMap((word) => usesOf(word, habit.reads?.test(word.text.replace(/=.*$/s, "")) === true ? ["read"] : uses, whole)),
    ...places.flatMap(({ word, before }) => (habit.reads?.test(before) === true ? usesOf(word, ["read"]) : [])),
    ...written.flatMap(({ word }) => usesOf(word, WRITTEN)),
    ...sources.flatMap(({ word }, place) => usesOf(word, usesOfSource(habit, place, has(habit.links), uses), whole)),
    ...(target === undefined
      ? []
      : putInto(
          target.word,
          sources.map(({ word }) => word),
          whole,
        )),
    ...(habit.here === true && (whole || visible) && namesNone ? usesOf(HERE, uses, whole) : []),
    ...(visible ? [...(namesNone ? [HERE] : []), ...files.map(({ word }) => word)].flatMap((word) => usesOf(visibleIn(word), uses)) : []),
  ];
};

/** Its arguments, and files that its script reads and writes: `r x`, `s/a/b/w x`. */
const sedUses = (rest: Words): readonly PathUse[] => [
  ...habitUses(PATH_HABITS.get("sed") ?? ANYTHING, rest),
  ...sedScripts(["sed", ...rest.map(({ text }) => text)])
    .flatMap(({ script }) => sedCommands(script) ?? [])
    .flatMap(({ name, text }): readonly PathUse[] =>
      name === "e" || text === "" ? [] : [{ path: text, use: /r/i.test(name) ? "read" : "write" }],
    ),
  ...rest.flatMap(({ text }) =>
    [...text.matchAll(/(?:^|[\s;{}\d$/!,|#])[gpiIm\d]*([rRwW])\s+([^\s;}]+)/g)].map(([, letter = "", path = ""]): PathUse => ({
      path,
      use: /r/i.test(letter) ? "read" : "write",
    })),
  ),
];

const usesOfSource = (habit: PathHabit, place: number, linked: boolean, uses: PathHabit["operands"]): PathHabit["operands"] => {
  if (habit.script === true && place === 0 && uses === habit.operands) return ["read"];
  return linked ? ["either", ...uses] : uses;
};

const WRITTEN = ["write"] as const satisfies readonly PathUse["use"][];
const HERE: CommandWord = { kind: "known", text: "." };

/** Everything in a folder that is not hidden. */
const visibleIn = ({ kind, text }: CommandWord): CommandWord => ({ kind, text: `${text.replace(/\/$/, "")}/**/*` });

/** The word that names the target: the last operand, or the value of an option. */
export const targetOf = (rest: Words, operands: readonly number[]): { readonly at: number; readonly word: CommandWord } | undefined => {
  const attached = rest.findIndex(({ text }) => /^(?:-[a-zA-Z]*t.+|--ta[a-z-]*=.+)/s.test(text));
  const [, path] = /^(?:-[a-zA-Z]*?t|--ta[a-z-]*=)(.+)$/s.exec(rest[attached]?.text ?? "") ?? [];
  if (path !== undefined && rest[attached] !== undefined) return { at: attached, word: { ...rest[attached], text: path } };
  const option = rest.findIndex(({ text }) => /^(?:-[a-zA-Z]*t|--ta[a-z-]*)$/.test(text));
  const at = option === -1 ? (operands.length > 1 ? operands.at(-1) : undefined) : option + 1;
  const word = rest[at ?? -1];
  return at === undefined || word === undefined ? undefined : { at, word };
};

/** The target itself, and the paths in it if it is a folder. */
const putInto = (target: CommandWord, sources: Words, whole: boolean): readonly PathUse[] => [
  ...usesOf(target, WRITTEN),
  ...sources.flatMap(({ kind, text }) => {
    const name = baseName(text.replace(/(?<=[^/])\/+$/, ""));
    if (/^\.{0,2}$/.test(name) || (text.endsWith("/") && whole)) return usesOf(target, WRITTEN, true);
    if (kind === "unknown") return [];
    const within = /(?:^|\/)\.{0,2}$/.test(target.text) ? {} : { within: target.text };
    return usesOf({ ...target, text: below(target.text, name) }, WRITTEN, whole).map((use) => ({ ...use, ...within }));
  }),
];
