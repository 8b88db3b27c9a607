import type { CommandWord } from "../../loop/index.ts";
import { isInterpreter } from "./programs.ts";
import { runsScripts } from "./path-uses.ts";
import { SHELLS } from "./wrappers.ts";

type Words = readonly CommandWord[];

/**
 * Files that a command runs as code, each with its arguments.
 * @param inPath true if the program itself may be a file of the line, although its name has no folder.
 */
export const scriptsRun = (name: string, words: Words, inPath: boolean): readonly Words[] => {
  const [program, ...rest] = words;
  if (program === undefined) return [];
  const own = inPath || program.text.includes("/") ? [words] : [];
  if (name === "." || name === "source") return [rest[0]?.text === "--" ? rest.slice(1) : rest];
  if (SHELLS.has(name))
    return [
      ...valuesOf(rest, /^--(?:rcfile|init-file)$/),
      ...script(rest, /^[-+][a-zA-Z]*[cs]/, /^(?:[-+][a-zA-Z]*[oO]|--(?:rcfile|init-file))$/),
    ];
  if (name === "crontab") return script(rest, NONE, /^-u$/);
  if (name === "parallel")
    return [
      ...valuesOf(rest, /^(?:-a|--arg-file)$/),
      ...rest.slice(rest.findIndex(({ text }) => /^::::\+?$/.test(text)) + 1 || rest.length).map((word) => [word]),
    ];
  const named = valuesOf(rest, FILES.get(name.replace(/^g(?=make|awk|sed)|^[mn](?=awk)/, "")) ?? NONE);
  const implied = (IMPLIED.get(name) ?? []).map((text): Words => [{ kind: "guess", text }]);
  const first = runsScripts(name) || LANGUAGES.test(name) ? [...valuesOf(rest, LOADED), ...script(rest, INLINE, VALUED)] : [];
  return [...(isInterpreter(name) ? [] : own), ...named, ...implied, ...first].filter((one) => one.length > 0);
};

const NONE = /^(?!)/;
const LANGUAGES = /^(?:python|perl|ruby|php|node|lua|luajit|Rscript|julia|tclsh|expect|osascript)[\d.]*$/;
/** With these options the code is in the arguments. */
const INLINE = /^-{1,2}(?:[a-zA-Z]*[ce]|eval|print|p|m)$/;
const VALUED = /^-{1,2}(?:[CIQWXr]|require|import|loader|experimental-loader|conditions|env-file)$/;
const LOADED = /^-{1,2}(?:r|require|import|loader|experimental-loader)$/;

/** Options whose value is a file of code. */
const FILES: ReadonlyMap<string, RegExp> = new Map([
  ["at", /^-f$/],
  ["awk", /^(?:-[fEi]|--file|--exec)$/],
  ["batch", /^-f$/],
  ["gdb", /^-{1,2}(?:x|command|ix|init-command)$/],
  ["make", /^(?:-f|--file|--makefile)$/],
  ["mysql", NONE],
  ["psql", /^(?:-f|--file)$/],
  ["sed", /^(?:-f|--file)$/],
  ["vim", /^-[SsuU]$/],
]);

/** Files that these programs run without an argument. */
const IMPLIED: ReadonlyMap<string, readonly string[]> = new Map([
  ["make", ["Makefile", "makefile", "GNUmakefile"]],
  ["gmake", ["Makefile", "makefile", "GNUmakefile"]],
  ["just", ["justfile", "Justfile"]],
  ["rake", ["Rakefile"]],
]);

/** The first word that is not an option, with the words after it. */
const script = (rest: Words, inline: RegExp, valued: RegExp): readonly Words[] => {
  for (const [at, { text }] of rest.entries()) {
    if (inline.test(text)) return [];
    if (text === "--") return [rest.slice(at + 1)];
    if (!/^[-+]/.test(text) && !valued.test(rest[at - 1]?.text ?? "")) return [rest.slice(at)];
  }
  return [];
};

/** Values of an option: the next word, or the attached text. */
const valuesOf = (rest: Words, option: RegExp): readonly Words[] =>
  rest.flatMap(({ kind, text }, at) => {
    if (option.test(text)) return [rest.slice(at + 1, at + 2)];
    const [, name = "", value = ""] = /^(--[\w-]+)=(.+)$/s.exec(text) ?? /^(-\w)(.+)$/s.exec(text) ?? [];
    return value !== "" && option.test(name) ? [[{ kind, text: value }]] : [];
  });

/** Programs that run scripts of a `package.json` by name. */
const RUNNERS = new Set(["bun", "npm", "pnpm", "yarn"]);
const INSTALLING = /^(?:add|ci|clean-install|i|in|install|install-test|it|link|pack|publish|rebuild|rb)$/;
const ON_INSTALLING = /^(?:(?:pre|post)?(?:install|prepare|publish|pack|prepublish)|dependencies|prepublishOnly)$/;
const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
  ["t", "test"],
  ["tst", "test"],
]);

/** Scripts of this `package.json` that the command runs: those that it names, their `pre` and `post` scripts, and install scripts. */
export const packageScripts = (program: string, words: readonly string[], json: string): readonly string[] => {
  if (!RUNNERS.has(program)) return [];
  const named = new Set(words.map((word) => SHORT_NAMES.get(word) ?? word));
  const installs = words.some((word) => INSTALLING.test(word)) || (program === "yarn" && words.length === 0);
  return Object.entries(scriptsIn(json)).flatMap(([name, line]) =>
    typeof line === "string" && (named.has(name) || named.has(name.replace(/^(?:pre|post)/, "")) || (installs && ON_INSTALLING.test(name)))
      ? [line]
      : [],
  );
};

const scriptsIn = (json: string): object => {
  try {
    const { scripts } = Object(JSON.parse(json)) as { readonly scripts?: unknown };
    return Object(scripts) as object;
  } catch {
    return {};
  }
};
