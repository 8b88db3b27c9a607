import type { ShellCommand } from "../../loop/index.ts";

/** The arguments with which a program reads only its standard input. */
interface Filter {
  /** Options that need no value, or contain it. */
  readonly options?: RegExp;
  /** Options before a value. */
  readonly valued?: RegExp;
  /** Number of operands that are not files. */
  readonly operands?: number;
  /** Operands that it may have. */
  readonly operand?: RegExp;
  /** Options that replace the first operand. */
  readonly replaces?: RegExp;
}

const ENDS: Filter = { options: /^-(?:\d+|[nc][-+]?\d+|q)$/, valued: /^-[nc]$/ };
const GREP: Filter = {
  options: /^(?:-[EFGPivwxcnohqsa]+|-[ABCm]?\d+|--color(?:=\w+)?|--line-buffered)$/,
  valued: /^-[EFGPivwxcnohqsa]*[ABCme]$/,
  operands: 1,
  replaces: /^-[EFGPivwxcnohqsa]*e$/,
};
const TEXT: Filter = { options: /^-[neE]+$/, operands: Infinity };

/** Programs that with these arguments use no file, run no program, and show only their input and their words. */
const FILTERS: ReadonlyMap<string, Filter> = new Map([
  [":", TEXT],
  ["cat", { options: /^-[AbeEnstTuv]*$/ }],
  ["cut", { options: /^-(?:s|[bcdf].+)$/s, valued: /^-[bcdf]$/ }],
  ["echo", TEXT],
  ["egrep", GREP],
  ["false", TEXT],
  ["fgrep", GREP],
  ["grep", GREP],
  ["head", ENDS],
  ["rev", {}],
  ["sed", { options: /^-n$/, operands: 1, operand: /^(?:\d+|\$)(?:,(?:\d+|\$))?p$/ }],
  ["sort", { options: /^-(?:[bdfghiMnRrVu]*(?:k[\d.,a-zA-Z]+)?|t.)$/, valued: /^-[bdfghiMnRrVu]*[kt]$/ }],
  ["tac", {}],
  ["tail", ENDS],
  ["tr", { options: /^-[cCdst]+$/, operands: 2 }],
  ["true", TEXT],
  ["uniq", { options: /^-[cdDiu]+$/ }],
  ["wc", { options: /^-[clLmw]+$/ }],
]);

/** True if a command reads only its standard input. A line shows no more with it than without it. */
export const readsOnlyInput = ({ words, inside, wraps }: ShellCommand): boolean => {
  const [program = "", ...rest] = words.map(({ text }) => text);
  const filter = FILTERS.get(program);
  if (filter === undefined || wraps !== undefined || inside.length > 0 || words.some(({ kind }) => kind !== "known")) return false;
  const { options, valued, operands = 0, operand, replaces } = filter;
  const isValue = (at: number): boolean => at > 0 && valued?.test(rest[at - 1] ?? "") === true && !isValue(at - 1);
  const others = rest.filter((word, at) => !isValue(at) && options?.test(word) !== true && valued?.test(word) !== true);
  const most = rest.some((word) => replaces?.test(word) === true) ? operands - 1 : operands;
  return others.length <= most && others.every((word) => operands === Infinity || (!word.startsWith("-") && operand?.test(word) !== false));
};
