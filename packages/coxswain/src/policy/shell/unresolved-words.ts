import type { UnresolvedReason, CommandWord } from "../../loop/index.ts";
import { mayBeOption } from "./words.ts";
import { namesFiles, pathUses, readsInto, runsScripts } from "./path-uses.ts";
import { hasRisks } from "./risks.ts";

/** Whether it runs code of which nothing is known, so that it may be any command: `curl … | python3`, `node -e "$X"`. */
export const readsAnyCode = (name: string, words: readonly CommandWord[], fed: readonly string[]): boolean => {
  const makes = /^g?make$/.test(name);
  if (!runsScripts(name) && !makes) return false;
  const inline = words.findIndex(({ text }, at) => at > 0 && INLINE.test(text));
  if (!makes && inline !== -1) return words.slice(inline, inline + 2).some(({ kind, text }) => kind === "unknown" && text === "");
  const reads = words.slice(1).every(({ text }) => text.startsWith("-")) || words.some(({ text }) => STANDARD_INPUT.test(text));
  return fed.includes("") && (makes ? words.some(({ text }) => STANDARD_INPUT.test(text)) : reads);
};

/** With them the code stands in the words, attached or not. */
const INLINE = /^-{1,2}(?:[a-zA-Z]*[ceEmp]|eval|print)/;
const STANDARD_INPUT = /^(?:-|-f-|--(?:make)?file=-|\/dev\/(?:stdin|fd\/.*))$/;

/** A word of theirs is a program of their own. */
const TAKING_PROGRAMS = /^(?:g?sed|[gmn]?awk)$/;

/** Arguments that may be any file, or any option. */
export const unknownArguments = (name: string, words: readonly CommandWord[]): readonly UnresolvedReason[] => {
  const ended = words.findIndex(({ text }) => text === "--");
  return words.flatMap((word, at) => {
    const anyFile = word.kind === "unknown" && /^(?:$|[-~./](?!dev\/fd\/))/.test(word.text) && namesFiles(name);
    const anyOption = word.kind === "pattern" && mayBeOption(word) && hasRisks(name) && (ended === -1 || at < ended);
    const anyProgram = word.kind === "unknown" && TAKING_PROGRAMS.test(name);
    return at > 0 && (anyFile || anyOption || anyProgram) ? [{ reason: `an argument of ${name} is not known before`, at }] : [];
  });
};

/** An interpreter that is given no file runs what it reads. */
export const readsProgram = (name: string, words: readonly CommandWord[]): readonly UnresolvedReason[] =>
  runsScripts(name) && words.slice(1).every(({ text }) => text.startsWith("-") && !/^(?:-[hvV]|--help|--version)$/.test(text))
    ? [{ reason: `${name} runs what it reads` }]
    : [];

/** A program that reads writes its second operand. */
export const writesBesides = (name: string, words: readonly CommandWord[]): readonly UnresolvedReason[] =>
  readsInto(name) && pathUses(words).some(({ use }) => use === "write") ? [{ reason: `${name} writes a file` }] : [];
