/** A command of a sed script that uses a file or runs something: `r`, `R`, `w`, `W`, `e`, or such a flag of `s`. */
interface SedCommand {
  readonly name: string;
  /** The rest of its line: a file, or a command line. */
  readonly text: string;
}

/**
 * The commands of a sed script that use files or run something, as GNU sed reads it: blanks before a file are optional.
 * Undefined if it cannot be read.
 */
export const sedCommands = (script: string): readonly SedCommand[] | undefined => {
  // Versions differ in whether a delimiter in brackets ends an expression.
  const readings = [true, false].map((brackets) => scan(script, brackets)).filter((reading) => reading !== undefined);
  return readings.length === 0 ? undefined : readings.flat();
};

const ADDRESS = /\d+(?:~\d+)?|\$|[+~]\d+|,\s*/y;
const BRACKETS = /\[\^?\]?(?:\[[:.=][\s\S]*?[:.=]\]|[^\]])*\]/y;
const LINE = /[^\n]*/y;
/** The argument of a command without files. */
const ARGUMENTS: readonly (readonly [names: RegExp, argument: RegExp])[] = [
  [/^[aic]$/, /(?:\\[\s\S]|[^\n\\])*/y],
  [/^#$/, LINE],
  [/^[btTv:]$/, /[^\n;}]*/y],
  [/^[lLqQ]$/, /\s*\d*/y],
  [/^[{}dDgGhHnNpPxzF=]$/, /\s*/y],
];

const scan = (script: string, brackets: boolean): readonly SedCommand[] | undefined => {
  const commands: SedCommand[] = [];
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(script)?.[0] ?? "";
    at += found.length;
    return found;
  };
  /** Takes one part up to the delimiter. Returns false if it does not end. */
  const takePart = (delimiter: string, isExpression: boolean): boolean => {
    while (at < script.length && script[at] !== delimiter) {
      if (script[at] === "\\") at += 2;
      else if (!isExpression || !brackets || script[at] !== "[" || take(BRACKETS) === "") at += 1;
    }
    at += 1;
    return at <= script.length;
  };
  const takeAddress = (): boolean => {
    if (script[at] !== "/" && script[at] !== "\\") return take(ADDRESS) !== "";
    if (script[at] === "\\") at += 1;
    at += 1;
    const ended = takePart(script[at - 1] ?? "", true);
    take(/[IM]*/y);
    return ended;
  };

  for (take(/[\s;]*/y); at < script.length; take(/[\s;]*/y)) {
    while (takeAddress()) take(/\s*/y);
    take(/[!\s]*/y);
    const name = script[at] ?? "";
    at += 1;
    const argument = ARGUMENTS.find(([names]) => names.test(name))?.[1];
    if (argument !== undefined) take(argument);
    else if (/^[rRwWe]$/.test(name)) commands.push({ name, text: take(LINE).trim() });
    else if (name === "s" || name === "y") {
      const delimiter = script[at] ?? "";
      at += 1;
      if (delimiter === "" || !takePart(delimiter, name === "s") || !takePart(delimiter, false)) return undefined;
      const flags = take(/[gpiImMe\d]*/y);
      if (flags.includes("e")) commands.push({ name: "e", text: "" });
      if (take(/w/y) !== "") commands.push({ name: "w", text: take(LINE).trim() });
    } else return undefined;
  }
  return commands;
};

/** The words of a `sed` command that are scripts, by index. */
export const sedScripts = (words: readonly string[]): readonly { readonly at: number; readonly script: string }[] => {
  const own = words.flatMap((word, at) => {
    if (at > 1 && /^(?:-[nErsuz]*e|--e[a-z]*)$/.test(words[at - 1] ?? "")) return [{ at, script: word }];
    const attached = /^(?:-[nErsuz]*e|--e[a-z]*=)(.+)$/s.exec(word)?.[1];
    return at === 0 || attached === undefined ? [] : [{ at, script: attached }];
  });
  if (own.length > 0 || words.some((word) => /^(?:-[nErsuz]*f|--fi)/.test(word))) return own;
  const first = words.findIndex((word, at) => at > 0 && !word.startsWith("-"));
  return first === -1 ? [] : [{ at: first, script: words[first] ?? "" }];
};
