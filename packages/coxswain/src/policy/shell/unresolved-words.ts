import type { UnresolvedReason, CommandWord } from "../../loop/index.ts";
import { mayBeOption } from "./words.ts";
import { namesFiles, pathUses, readsInto, runsScripts } from "./path-uses.ts";
import { hasRisks } from "./risks.ts";

/** True if the command runs unknown code, which may be any command: `curl … | python3`, `node -e "$X"`. */
export const runsUnknownCode = (name: string, words: readonly CommandWord[], stdin: readonly string[]): boolean => {
  const makes = /^g?make$/.test(name);
  if (!runsScripts(name) && !makes) return false;
  const inline = words.findIndex(({ text }, at) => at > 0 && INLINE.test(text));
  if (!makes && inline !== -1) return words.slice(inline, inline + 2).some(({ kind, text }) => kind === "unknown" && text === "");
  const reads = hasNoScript(words) || words.some(({ text }) => STANDARD_INPUT.test(text));
  return stdin.includes("") && (makes ? words.some(({ text }) => STANDARD_INPUT.test(text)) : reads);
};

/** True if an interpreter gets no file to run, so that it runs its standard input. */
const hasNoScript = (words: readonly CommandWord[]): boolean => {
  const first = words.slice(1).find(({ text }) => !/^-./.test(text));
  return first === undefined ? !words.some(({ text }) => ALONE.test(text)) : first.text === "-";
};

/** With these options it runs tests, or prints information. */
const ALONE = /^(?:-[hvV]|--help|--version|--test)$/;
/** With these options the code is in the arguments, attached or not. */
const INLINE = /^-{1,2}(?:[a-zA-Z]*[ceEmp]|eval|print)/;
const STANDARD_INPUT = /^(?:-|-f-|--(?:make)?file=-|\/dev\/(?:stdin|fd\/.*))$/;

/** Programs with an argument that is code. */
const TAKING_CODE = /^(?:g?sed|[gmn]?awk)$/;

/** Arguments that may be any file, option or code. */
export const unknownArguments = (name: string, words: readonly CommandWord[]): readonly UnresolvedReason[] => {
  const ended = words.findIndex(({ text }) => text === "--");
  return words.flatMap((word, at) => {
    const anyFile = word.kind === "unknown" && /^(?:$|[-~./](?!dev\/fd\/))/.test(word.text) && namesFiles(name);
    const anyOption = word.kind === "pattern" && mayBeOption(word) && hasRisks(name) && (ended === -1 || at < ended);
    const anyCode = word.kind === "unknown" && TAKING_CODE.test(name);
    return at > 0 && (anyFile || anyOption || anyCode) ? [{ reason: `an argument of ${name} is not known in advance`, at }] : [];
  });
};

/** An interpreter without a file runs its standard input. */
export const readsProgram = (name: string, words: readonly CommandWord[]): readonly UnresolvedReason[] =>
  runsScripts(name) && hasNoScript(words) ? [{ reason: `${name} runs code from its standard input` }] : [];

/** A program that reads its first operand writes its second one. */
export const secondOperandWrites = (name: string, words: readonly CommandWord[]): readonly UnresolvedReason[] =>
  readsInto(name) && pathUses(words).some(({ use }) => use === "write") ? [{ reason: `${name} writes a file` }] : [];
