import type { AndOr, Command, Redirect, SyntaxNode } from "unbash";
import type { UnresolvedReason, CommandEffects, CommandWord, ShellCommand } from "../../loop/index.ts";
import { ASSIGNMENT, baseName, cronLines } from "./words.ts";
import { readsAnyCode, unknownArguments, readsProgram, writesBesides } from "./unresolved-words.ts";
import { expandWord, type Parser, UNKNOWN } from "./expand-word.ts";
import { FOUND } from "./find-paths.ts";
import { DECLARING, gatherValues, positional } from "./gather-values.ts";
import { gatherWritten } from "./gather-written-files.ts";
import { codeLines, guessedRuns } from "./guessed-runs.ts";
import { hostsIn, hostsOf } from "./hosts.ts";
import { canChange, isInterpreter, isRiskyVariable, pathsInCode } from "./programs.ts";
import { linksMade, nicknamesIn } from "./aliases.ts";
import { packageScripts, scriptsRun } from "./scripts-run.ts";
import { pathUses } from "./path-uses.ts";
import { usesOf } from "./word-paths.ts";
import { riskyWords } from "./risks.ts";
import { guessedWords, type Runs, runsOf } from "./runs.ts";
import { Scope } from "./scope.ts";

/** Commands in commands in commands. */
const DEEPEST = 12;

/** What a command line of bash does. @throws what the parser throws */
export const readCommandLine = (line: string, parser: Parser): CommandEffects => {
  const scope = new Scope(parser);
  const commands = [...readCode(line, scope, 0), ...readFirst(scope)];
  if (scope.hidden.mayRun) scope.unresolved.add("a text in it may be taken for an expression, and so run");
  if (scope.paths.full) scope.unresolved.add("it names more files than are looked at");
  return { commands, paths: scope.paths.all(), hosts: [...scope.hosts], unresolved: [...scope.unresolved] };
};

/** What shells read before all else. */
const readFirst = (scope: Scope): readonly ShellCommand[] =>
  ["BASH_ENV", "ENV"].flatMap((name) =>
    scope.variables.of(name).flatMap((text) => readFile([{ kind: "guess", text }], "bash", { scope, depth: 0 })),
  );

const readCode = (source: string, scope: Scope, depth: number): readonly ShellCommand[] => {
  if (depth > DEEPEST) {
    scope.unresolved.add("it is too deep to be looked through");
    return [];
  }
  const script = scope.parser.parse(source);
  gatherValues(script, scope);
  gatherWritten(script, scope);
  // A variable may hold what was written before.
  if (scope.files.some) gatherValues(script, scope);
  const commands: ShellCommand[] = [];
  const visit = (node: SyntaxNode): void => {
    scope.hidden.see(node);
    if (node.type === "Script" && "errors" in node && node.errors !== undefined && node.errors.length > 0) {
      scope.unresolved.add(`it cannot be read as bash: ${node.errors[0]?.message ?? ""}`);
    }
    if (node.type === "Pipeline") scope.pipe(node.commands);
    if (node.type === "HereDoc" && node.closing === undefined) scope.unresolved.add("a here-document in it has no end");
    if (node.type === "Redirect") readRedirect(node, scope);
    if (node.type === "Command") commands.push(...readCommand(node, scope, depth));
    if (node.type === "AndOr") markCertain(node, scope);
    const below = (): void => scope.children(node, visit);
    if (AGAIN.has(node.type)) scope.paths.repeated(below);
    else if (node.type === "AndOr" || node.type === "Subshell") scope.paths.apart(below);
    else below();
  };
  visit(script);
  return commands;
};

/** What is in them may be run again, or later. */
const AGAIN: ReadonlySet<SyntaxNode["type"]> = new Set(["Function", "For", "ArithmeticFor", "Select", "While"]);

/** What comes after `cd x &&` is run in that folder alone. */
const markCertain = ({ commands, operators }: AndOr, scope: Scope): void => {
  for (const [at, command] of commands.entries()) {
    if (command.type === "Command" && operators[at] === "&&" && !operators.slice(0, at).includes("||")) scope.certain.add(command);
  }
};

const readCommand = (command: Command, scope: Scope, depth: number): readonly ShellCommand[] => {
  const assigned = command.prefix.flatMap((part) => (part.type === "Assignment" ? [{ name: part.name, text: part.text }] : []));
  const risky = assigned.filter(({ name }) => isRiskyVariable(name));
  const unresolved = risky.map(({ name }) => variableDoubt(name));
  for (const { text } of risky) for (const host of hostsOf(afterEquals(text), true)) scope.hosts.add(host);
  const code = assigned.flatMap(({ text, name }) => {
    if (!(isRiskyVariable(name) && RUN_AS_CODE.test(name)) && !SUBSCRIPT.test(text)) return [];
    const value = afterEquals(text);
    return [value, ...(CODE_WITHIN.test(name) ? [value, afterEquals(`=${value}`)].flatMap(codeLines) : [])].flatMap((line) =>
      readGuess(line, scope, depth),
    );
  });
  if (assigned.some(({ text }) => SUBSCRIPT.test(text))) scope.unresolved.add("a text in it may be reckoned with, and so run");
  const fed = scope.stdin(command);
  const ways = scope.wordsOf(command).filter((words) => words.length > 0);
  if (ways.length === 0) for (const { reason } of unresolved) scope.unresolved.add(reason);
  if (ways.length === 0 && code.length > 0) return code;
  const certain = scope.certain.has(command) && ways.length === 1;
  return ways.map((words) => commandOf(words, { scope, fed, depth, unresolved, code, certain }));
};

const RUN_AS_CODE =
  /CODE|CMD|COMMAND|PAGER|EDITOR|SSH|BROWSER|PROXY|ASKPASS|DIFF|VISUAL|^PS\d$|^(?:GNU)?MAKEFLAGS$|^LESS(?:OPEN|CLOSE)$|^MANOPT$|^GIT_CONFIG/;
/** The code stands somewhere in their values. */
const CODE_WITHIN = /^(?:(?:GNU)?MAKEFLAGS|LESS(?:OPEN|CLOSE)|MANOPT|GIT_CONFIG.*)$/;
/** What a shell reckons with it looks into for places of arrays, and runs what stands there. */
const SUBSCRIPT = /\w\[[^\]]*(?:\$\(|`)/;

const variableDoubt = (name: string): UnresolvedReason => ({ reason: canChange(name) });
const afterEquals = (text: string): string => text.slice(text.indexOf("=") + 1).replaceAll(/^['"]|['"]$/g, "");

interface Place {
  readonly scope: Scope;
  readonly fed: readonly string[];
  readonly depth: number;
  readonly unresolved: readonly UnresolvedReason[];
  readonly code: readonly ShellCommand[];
  /** What comes next is run only if it succeeds. */
  readonly certain: boolean;
}

const commandOf = (words: readonly CommandWord[], place: Place): ShellCommand => {
  const { scope, fed, depth } = place;
  const program = words[0] ?? { kind: "unknown", text: "" };
  const name = baseName(program.text);
  const unsure = program.kind === "known" ? [] : [{ reason: "which program it runs is not known before" }];
  if (!scope.count() || depth > DEEPEST)
    return { words, inside: [], unresolved: [...unsure, { reason: "it is too deep to be looked through" }] };

  const runs = runsOf(name, words, fed);
  const own = runs !== undefined && runs.sees ? words.slice(0, runs.at === 0 ? words.length : runs.at) : words;
  const assigned = name === "env" || name === "sudo" || DECLARING.has(name) ? namesAssigned(own) : [];
  const risks = runs?.sees === true ? [] : riskyWords(name, words);
  for (const folder of runs?.folders ?? []) enter(folder, scope, false);
  for (const { text } of own) if (/^(?:BASH_)?ENV=/.test(text)) scope.variables.add(text.slice(0, text.indexOf("=")), afterEquals(text));
  const inside = [
    ...place.code,
    ...scriptsRun(name, words, scope.variables.of("PATH").length > 0).flatMap((file) => readFile(file, name, place)),
    ...insideOf(runs, scope, { ...place, unresolved: [], code: [], depth: depth + 1, certain: false }),
    ...guessedInside(name, words, risks, place),
  ];
  if (runs?.sees !== true) note(words, place);
  else if (runs.at > 0) for (const word of own.slice(1)) for (const use of usesOf(word, ["either"])) scope.paths.add(use);
  return {
    words,
    ...(runs?.sees === true ? { wraps: runs.at } : {}),
    inside,
    unresolved: [
      ...unsure,
      ...place.unresolved,
      ...(runs?.unresolved ?? []).map((reason) => (runs?.sees === true ? { reason, at: 0 } : { reason })),
      ...assigned.filter(isRiskyVariable).map(variableDoubt),
      ...risks.map((at) => ({ reason: `${JSON.stringify(shown(words[at]?.text ?? ""))} makes ${name} do more than its plain use`, at })),
      ...(runs?.sees === true ? [] : [...unknownArguments(name, words), ...readsProgram(name, words), ...writesBesides(name, words)]),
    ],
  };
};

/** What it may run, as far as that can be guessed. It allows nothing. */
const guessedInside = (
  name: string,
  words: readonly CommandWord[],
  risks: readonly number[],
  { scope, fed, depth }: Place,
): readonly ShellCommand[] => {
  const { lines, commands } = guessedRuns(name, words, risks, fed);
  const scripts = scope.files.of(PACKAGE).flatMap((json) =>
    packageScripts(
      name,
      words.slice(1).map(({ text }) => text),
      json,
    ),
  );
  const called = scope.nicknames.get(name);
  const real = called === undefined || baseName(called) === name ? [] : [[...guessedWords(called), ...words.slice(1)]];
  const reckoned = RECKONING.has(name)
    ? words.flatMap(({ text }) => (SUBSCRIPT.test(text) ? [text.slice(text.search(/\$\(|`/))] : []))
    : [];
  if (reckoned.length > 0) scope.unresolved.add(`${name} may run what it is given`);
  if (isInterpreter(name))
    for (const text of [...fed, ...(risks.length > 0 ? words.slice(1).map((word) => word.text) : [])])
      for (const path of pathsInCode(text)) scope.paths.add({ path, use: "either" });
  return [
    ...[...lines, ...reckoned, ...scripts].flatMap((line) => readGuess(line, scope, depth)),
    ...(readsAnyCode(name, words, fed)
      ? [{ words: [UNKNOWN], inside: [], unresolved: [{ reason: `the code that ${name} runs is not known before` }] }]
      : []),
    ...guess(scope, (own) =>
      [...real, ...commands].map((inner) =>
        commandOf(inner, { scope: own, fed, depth: depth + 1, unresolved: [], code: [], certain: false }),
      ),
    ),
  ];
};

/** They reckon with what they are given. */
const RECKONING = new Set(
  "let test [ declare typeset local export readonly printf read unset mapfile readarray getopts wait shift exit return break continue".split(
    " ",
  ),
);

const namesAssigned = (words: readonly CommandWord[]): readonly string[] =>
  words.flatMap(({ text }) => (ASSIGNMENT.test(text) ? [text.slice(0, text.search(/\+?=/))] : []));

const insideOf = (runs: Runs | undefined, scope: Scope, place: Place): readonly ShellCommand[] => {
  if (runs === undefined) return [];
  positional(
    (runs.positional ?? []).slice(1).map(({ text }) => text),
    (name, value) => scope.variables.add(name, value),
  );
  const zero = runs.positional?.[0];
  if (zero !== undefined) scope.variables.add("0", zero.text);
  const commands = runs.commands.filter((words) => words.length > 0).map((words) => commandOf(words, place));
  return [
    ...commands,
    ...scope.given(runs.reads === true ? [] : place.fed, () => runs.code.flatMap((word) => readWord(word, scope, place.depth))),
  ];
};

const PACKAGE: CommandWord = { kind: "known", text: "package.json" };

/** A file of code that is run, with the words that it gets, where the line writes it itself. */
const readFile = (
  [file, ...args]: readonly CommandWord[],
  name: string,
  { scope, depth }: Pick<Place, "scope" | "depth">,
): readonly ShellCommand[] => {
  if (file === undefined || !scope.files.some) return [];
  return scope.files.of(file).flatMap((text) => {
    if (text === "")
      return [
        {
          words: [UNKNOWN],
          inside: [],
          unresolved: [{ reason: `${JSON.stringify(shown(file.text))}, which it writes and runs, is not known before` }],
        },
      ];
    // Another program runs it, which is told its name.
    const interpreter = baseName(file.text) === name ? /^#! *([^\n]+)/.exec(text)?.[1] : undefined;
    const read = (): readonly ShellCommand[] => {
      if (interpreter !== undefined) return readGuess(`${interpreter} ${file.text}`, scope, depth);
      if (isInterpreter(name)) {
        for (const path of pathsInCode(text)) scope.paths.add({ path, use: "either" });
        return codeLines(text).flatMap((line) => readGuess(line, scope, depth));
      }
      if (name === "crontab") return readWord({ kind: "guess", text: cronLines(text) }, scope, depth);
      positional(
        args.map((word) => word.text),
        (variable, value) => scope.variables.add(variable, value),
      );
      const inside: ShellCommand[] = [];
      scope.paths.apart(() => inside.push(...readCode(text, scope, depth + 1)));
      return [{ words: [], inside, unresolved: [{ reason: "it runs what it writes itself" }] }];
    };
    return scope.files.reading(`${interpreter ?? ""}\n${text}`, read) ?? [];
  });
};

/** A text that a shell is given. */
const readWord = (word: CommandWord, scope: Scope, depth: number): readonly ShellCommand[] => {
  if (word.kind === "known") return readCode(word.text, scope, depth);
  // What cannot even be guessed may be any command, so that a rule which denies one may be about it.
  const guessed = word.kind === "guess" && word.text !== "";
  const doubt: ShellCommand = {
    words: guessed ? [] : [UNKNOWN],
    inside: [],
    unresolved: [{ reason: "the commands that it runs are not known before" }],
  };
  return [doubt, ...(word.text === "" ? [] : guess(scope, (own) => readCode(word.text, own, depth + 1), true))];
};

/** A text that may be run: what it does is taken down, and that it cannot be read is no news. */
const readGuess = (source: string, scope: Scope, depth: number): readonly ShellCommand[] =>
  guess(scope, (own) => readCode(source, own, depth + 1));

/** @param sure it is run if it can be read: what a here-document gives to a shell. Of what is only thought to be a command, less counts. */
const guess = (scope: Scope, read: (own: Scope) => readonly ShellCommand[], sure = false): readonly ShellCommand[] => {
  if (!scope.count()) return [];
  const own = new Scope(scope.parser, sure ? scope.files : scope.files.known());
  const inside = [...read(own), ...readFirst(own)];
  for (const { path, use, whole } of own.paths.all()) scope.paths.add({ path, use, ...(sure && whole === true ? { whole } : {}) });
  for (const host of own.hosts) scope.hosts.add(host);
  return inside.length === 0 ? [] : [{ words: [], inside, unresolved: [], guess: true }];
};

const note = (words: readonly CommandWord[], { scope, certain, fed }: Place): void => {
  const name = baseName(words[0]?.text ?? "");
  if (words.slice(1).some(({ kind, text }) => kind === "pattern" && /(?:^|\/)\.[^/]*[*?[]/.test(text)))
    scope.unresolved.add("which hidden files it names is not known before");
  for (const folder of foldersEntered(name, words)) enter(folder, scope, certain && CHANGING.has(name));
  for (const use of pathUses(words, fed)) if (!use.path.includes(FOUND)) scope.paths.add(use);
  for (const { name: link, of } of linksMade(words)) scope.paths.link(link, of);
  for (const { name: nickname, of } of nicknamesIn(name, words)) scope.nicknames.set(nickname, of);
  for (const host of hostsIn(name, words, fed)) scope.hosts.add(host);
};

const enter = ({ kind, text }: CommandWord, scope: Scope, certain: boolean): void => {
  if (kind === "known" || kind === "guess") scope.paths.enter(text, certain && kind === "known");
  else scope.unresolved.add("the folder that it changes to is not known before");
};

const CHANGING = new Set(["cd", "pushd"]);
/** Its folder is for what it unpacks alone. */
const OWN_FOLDER = /^(?:(?:g|bsd)?tar|jar)$/;

/** The folders in which a command, or what comes after it, is run. */
const foldersEntered = (name: string, words: readonly CommandWord[]): readonly CommandWord[] => {
  const rest = words.slice(1);
  if (CHANGING.has(name)) {
    const operands = rest.filter(({ text }) => !/^-[LPe@n]+$|^--$/.test(text));
    if (operands[0]?.text === "-") return [{ kind: "unknown", text: "" }];
    return operands.length === 0 ? [{ kind: "known", text: "~" }] : operands.slice(0, 1);
  }
  if (OWN_FOLDER.test(name)) return [];
  return rest.flatMap((word, at) => {
    if (/^(?:-C|--chdir|--directory|--prefix|--cwd)$/.test(word.text)) return rest.slice(at + 1, at + 2);
    const attached = /^(?:-C|--(?:chdir|directory|prefix|cwd)=)(.+)$/s.exec(word.text)?.[1];
    return attached === undefined ? [] : [{ kind: word.kind, text: attached }];
  });
};

const WRITING = new Set([">", ">>", ">|", "&>", "&>>", "<>"]);

const readRedirect = ({ operator, target }: Redirect, scope: Scope): void => {
  if (target === undefined) return;
  const writes = WRITING.has(operator) || (operator === ">&" && !/^(?:\d+-?|-)$/.test(target.value));
  // Bash closes it there, and takes what comes for the next word.
  if (/^[<>]&$/.test(operator) && /^-./.test(target.text))
    scope.unresolved.add("it cannot be read as bash: something stands right behind a redirection");
  if (!writes && operator !== "<") return;
  for (const way of expandWord(target, scope)) {
    const [word, ...more] = way;
    if (word === undefined) continue;
    if (more.length > 0 || word.kind !== "known")
      scope.unresolved.add(`the file that it ${writes ? "writes" : "reads"} is not known before`);
    if (/^\/dev\/(?:tcp|udp)\//.test(word.text)) {
      scope.hosts.add((word.text.split("/")[3] ?? "").toLowerCase());
      scope.unresolved.add("it opens a connection");
    } else if (!SINKS.has(word.text)) scope.paths.add({ path: word.text, use: writes ? "write" : "read", redirect: true });
  }
};

/** Writing to them and reading from them changes and shows nothing. */
const SINKS = new Set(["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/stdin", "/dev/fd/"]);

const LONGEST_SHOWN = 40;
const shown = (text: string): string => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text);
