import type { AndOr, Command, Redirect, SyntaxNode } from "unbash";
import type { UnresolvedReason, CommandEffects, CommandWord, ShellCommand } from "../../loop/index.ts";
import { assignmentReasons, builtinReasons } from "./assigned-variables.ts";
import { ASSIGNMENT, baseName, cronCommands, ENVIRONMENT } from "./words.ts";
import { runsUnknownCode, unknownArguments, readsProgram, secondOperandWrites } from "./unresolved-words.ts";
import { expandWord, type Parser, UNKNOWN } from "./expand-word.ts";
import { FOUND } from "./find-paths.ts";
import { DECLARING, gatherValues, positional } from "./gather-values.ts";
import { gatherWrittenFiles } from "./gather-written-files.ts";
import { codeLines, guessedRuns } from "./guessed-runs.ts";
import { hostsIn, hostsOf } from "./hosts.ts";
import { isInterpreter, isRiskyVariable, mayStartPrograms, pathsInCode, riskyVariableReason, textsRun } from "./programs.ts";
import { newLinks, aliasesIn } from "./aliases.ts";
import { packageScripts, scriptsRun } from "./scripts-run.ts";
import { pathUses } from "./path-uses.ts";
import { usesOf } from "./word-paths.ts";
import { riskyWords } from "./risks.ts";
import { guessedWords, type Runs, runsOf } from "./runs.ts";
import { Scope } from "./scope.ts";
import { SHELLS } from "./wrappers.ts";

/** Limit of nested commands. */
const MAX_DEPTH = 12;

/** Reads the effects of a bash command line. @throws errors of the parser */
export const readCommandLine = (line: string, parser: Parser): CommandEffects => {
  const scope = new Scope(parser);
  const commands = [...readCode(line, scope, 0), ...readStartupFiles(scope)];
  if (scope.hidden.mayRun) scope.unresolved.add("it may run code from a string that bash evaluates as an expression");
  if (scope.paths.full) scope.unresolved.add("it names too many files to check");
  return { commands, paths: scope.paths.all(), hosts: [...scope.hosts], unresolved: [...scope.unresolved] };
};

/** Commands in the files that shells read at start-up. */
const readStartupFiles = (scope: Scope): readonly ShellCommand[] =>
  ["BASH_ENV", "ENV"].flatMap((name) =>
    scope.variables.of(name).flatMap((text) => readFile([{ kind: "guess", text }], "bash", { scope, depth: 0 })),
  );

const readCode = (source: string, scope: Scope, depth: number): readonly ShellCommand[] => {
  if (depth > MAX_DEPTH) {
    scope.unresolved.add("its commands are nested too deeply to check");
    return [];
  }
  const script = scope.parser.parse(source);
  gatherValues(script, scope);
  gatherWrittenFiles(script, scope);
  // A variable may hold the content of a written file.
  if (scope.files.hasAny) gatherValues(script, scope);
  const commands: ShellCommand[] = [];
  const visit = (node: SyntaxNode): void => {
    scope.hidden.visit(node);
    for (const reason of assignmentReasons(node, scope)) scope.unresolved.add(reason);
    if (node.type === "Script" && "errors" in node && node.errors !== undefined && node.errors.length > 0) {
      scope.unresolved.add(`it cannot be parsed as bash: ${node.errors[0]?.message ?? ""}`);
    }
    if (node.type === "Pipeline") scope.pipe(node.commands);
    if (node.type === "HereDoc" && node.closing === undefined) scope.unresolved.add("a here-document in it is not closed");
    if (node.type === "Redirect") readRedirect(node, scope);
    if (node.type === "Command") commands.push(...readCommand(node, scope, depth));
    if (node.type === "Function" && CHANGING.has(node.name.text)) scope.changesFolder = false;
    if (node.type === "AndOr") markCertain(node, scope);
    const readChildren = (): void => scope.children(node, visit);
    if (REPEATABLE.has(node.type)) scope.paths.repeated(readChildren);
    else if (node.type === "AndOr") scope.paths.optionally((alsoBefore) => readList(node, visit, alsoBefore));
    else if (node.type === "Subshell") scope.paths.optionally(readChildren);
    else readChildren();
  };
  visit(script);
  return commands;
};

/** Constructs whose commands may run again, or later. */
const REPEATABLE: ReadonlySet<SyntaxNode["type"]> = new Set(["Function", "For", "ArithmeticFor", "Select", "While"]);

/** The command after `cd x &&` runs only in that folder. */
const markCertain = ({ commands, operators }: AndOr, scope: Scope): void => {
  for (const [at, command] of commands.entries()) {
    if (command.type === "Command" && operators[at] === "&&" && !operators.slice(0, at).includes("||")) scope.certain.add(command);
  }
};

/** The command after `||` runs if a `cd` before it failed. */
const readList = ({ commands, operators }: AndOr, visit: (node: SyntaxNode) => void, alsoBefore: () => void): void => {
  for (const [at, command] of commands.entries()) {
    if (operators[at - 1] === "||") alsoBefore();
    visit(command);
  }
};

const readCommand = (command: Command, scope: Scope, depth: number): readonly ShellCommand[] => {
  const assigned = command.prefix.flatMap((part) => (part.type === "Assignment" ? [part] : []));
  const risky = assigned.filter(({ name }) => isRiskyVariable(name));
  const unresolved = risky.map(({ name }) => variableReason(name));
  for (const { text } of risky) for (const host of hostsOf(afterEquals(text), true)) scope.hosts.add(host);
  const code = assigned.flatMap(({ text, name }) => readValue(name, text, scope, depth));
  if (assigned.some(({ text }) => SUBSCRIPT.test(text)))
    scope.unresolved.add("it may run code from a string that bash evaluates as arithmetic");
  const stdin = scope.stdin(command);
  const alternatives = scope.wordsOf(command).filter((words) => words.length > 0);
  if (alternatives.length === 0) for (const { reason } of unresolved) scope.unresolved.add(reason);
  if (alternatives.length === 0 && code.length > 0) return code;
  for (const { name, value } of assigned)
    if (value.type === "Word" && (alternatives.length > 0 || isRiskyVariable(name)))
      for (const word of expandWord(value, scope).flat()) for (const use of usesOf(word, ["either"])) scope.paths.add(use);
  const certain = scope.certain.has(command) && alternatives.length === 1 && scope.changesFolder;
  return alternatives.map((words) => commandOf(words, { scope, stdin, depth, unresolved, code, certain }));
};

/** The commands in the value of a variable. */
const readValue = (name: string, text: string, scope: Scope, depth: number): readonly ShellCommand[] => {
  if (!(isRiskyVariable(name) && RUN_AS_CODE.test(name)) && !SUBSCRIPT.test(text)) return [];
  const value = afterEquals(text);
  const lines = [
    FUNCTION.test(name) ? `f${value}` : value,
    ...(CONTAINS_CODE.test(name) ? [value, afterEquals(`=${value}`)].flatMap(codeLines) : []),
  ];
  return lines.flatMap((line) => readGuess(line, scope, depth));
};

/** Functions that a shell imports from its environment. */
const FUNCTION = /^BASH_FUNC_/;
/** Variables whose value is a command. */
const RUN_AS_CODE =
  /CODE|CMD|COMMAND|PAGER|EDITOR|SSH|BROWSER|PROXY|ASKPASS|DIFF|VISUAL|^PS\d$|^(?:GNU)?MAKEFLAGS$|^LESS(?:OPEN|CLOSE)$|^MANOPT$|^GIT_CONFIG|^BASH_FUNC_/;
/** Variables with code somewhere in their values. */
const CONTAINS_CODE = /^(?:(?:GNU)?MAKEFLAGS|LESS(?:OPEN|CLOSE)|MANOPT|GIT_CONFIG.*)$/;
/** When a shell evaluates arithmetic, it runs substitutions in array subscripts. */
const SUBSCRIPT = /\w\[[^\]]*(?:\$\(|`)/;

const variableReason = (name: string): UnresolvedReason => ({ reason: riskyVariableReason(name) });
const afterEquals = (text: string): string => text.slice(text.indexOf("=") + 1).replaceAll(/^['"]|['"]$/g, "");

interface CommandContext {
  readonly scope: Scope;
  readonly stdin: readonly string[];
  readonly depth: number;
  readonly unresolved: readonly UnresolvedReason[];
  readonly code: readonly ShellCommand[];
  /** The next command runs only if this one succeeds. */
  readonly certain: boolean;
}

const commandOf = (words: readonly CommandWord[], context: CommandContext): ShellCommand => {
  const { scope, stdin, depth } = context;
  const program = words[0] ?? { kind: "unknown", text: "" };
  const name = baseName(program.text);
  const unknownProgram = program.kind === "known" ? [] : [{ reason: "the program that it runs is not known in advance" }];
  if (!scope.count() || depth > MAX_DEPTH)
    return { words, inside: [], unresolved: [...unknownProgram, { reason: "its commands are nested too deeply to check" }] };

  const runs = runsOf(name, words, stdin);
  const own = runs !== undefined && runs.transparent ? words.slice(0, runs.at === 0 ? words.length : runs.at) : words;
  const isEnvironment = name === "env" || name === "sudo";
  const assigned = isEnvironment || DECLARING.has(name) ? namesAssigned(own, isEnvironment ? ENVIRONMENT : ASSIGNMENT) : [];
  if (DECLARING.has(name) && assigned.some(isRiskyVariable))
    for (const { kind, text } of own) for (const use of usesOf({ kind, text: afterEquals(text) }, ["either"])) scope.paths.add(use);
  const risks = runs?.transparent === true ? [] : riskyWords(name, words);
  const texts = runs?.transparent === true ? [] : textsRun(name, words, risks.length > 0, stdin);
  for (const reason of builtinReasons(name, words, scope)) scope.unresolved.add(reason);
  for (const folder of runs?.folders ?? []) enter(folder, scope, false);
  for (const { text } of own) if (/^(?:BASH_)?ENV=/.test(text)) scope.variables.add(text.slice(0, text.indexOf("=")), afterEquals(text));
  const inside = [
    ...context.code,
    ...own.flatMap(({ text }) => (assigned.includes(variableIn(text)) ? readValue(variableIn(text), text, scope, depth) : [])),
    ...scriptsRun(name, words, scope.variables.of("PATH").length > 0).flatMap((file) => readFile(file, name, context)),
    ...insideOf(runs, scope, { ...context, unresolved: [], code: [], depth: depth + 1, certain: false }),
    ...guessedInside(name, words, risks, texts, context),
  ];
  if (runs?.transparent !== true) record(words, context);
  else if (runs.at > 0 || SHELLS.has(name))
    for (const word of own.slice(1)) if (!runs.code.includes(word)) for (const use of usesOf(word, ["either"])) scope.paths.add(use);
  return {
    words,
    ...(runs?.transparent === true ? { wraps: runs.at } : {}),
    inside,
    ...(texts.length === 0 ? {} : { texts }),
    unresolved: [
      ...unknownProgram,
      ...context.unresolved,
      ...(runs?.unresolved ?? []).map((reason) => (runs?.transparent === true ? { reason, at: 0 } : { reason })),
      ...assigned.filter(isRiskyVariable).map(variableReason),
      ...risks.map((at) => ({ reason: `${JSON.stringify(shown(words[at]?.text ?? ""))} can make ${name} run code or write files`, at })),
      ...(runs?.transparent === true
        ? []
        : [...unknownArguments(name, words), ...readsProgram(name, words), ...secondOperandWrites(name, words)]),
    ],
  };
};

/** Commands that it may run. Guesses never allow anything. */
const guessedInside = (
  name: string,
  words: readonly CommandWord[],
  risks: readonly number[],
  texts: readonly string[],
  { scope, stdin, depth }: CommandContext,
): readonly ShellCommand[] => {
  const { lines, commands } = guessedRuns(name, words, risks, stdin);
  const scripts = scope.files.of(PACKAGE).flatMap((json) =>
    packageScripts(
      name,
      words.slice(1).map(({ text }) => text),
      json,
    ),
  );
  const target = scope.aliases.get(name);
  const real = target === undefined || baseName(target) === name ? [] : [[...guessedWords(target), ...words.slice(1)]];
  const evaluated = EVALUATES_ARITHMETIC.has(name)
    ? words.flatMap(({ text }) => (SUBSCRIPT.test(text) ? [text.slice(text.search(/\$\(|`/))] : []))
    : [];
  if (evaluated.length > 0) scope.unresolved.add(`${name} may run code from an argument that bash evaluates as arithmetic`);
  if (isInterpreter(name))
    for (const text of [...stdin, ...(risks.length > 0 ? words.slice(1).map((word) => word.text) : [])])
      for (const path of pathsInCode(text)) scope.paths.add({ path, use: "either" });
  return [
    ...[...lines, ...evaluated, ...scripts].flatMap((line) => readGuess(line, scope, depth)),
    ...(runsUnknownCode(name, words, stdin) ? [unknownCode(`the code that ${name} runs is not known in advance`)] : []),
    ...(mayStartPrograms(name, texts)
      ? [{ words: [], inside: [unknownCode(`the code that ${name} runs may start any command`)], unresolved: [], guess: true as const }]
      : []),
    ...guess(scope, (own) =>
      [...real, ...commands].map((inner) =>
        commandOf(inner, { scope: own, stdin, depth: depth + 1, unresolved: [], code: [], certain: false }),
      ),
    ),
  ];
};

const unknownCode = (reason: string): ShellCommand => ({ words: [UNKNOWN], inside: [], unresolved: [{ reason }] });

/** Builtins that may evaluate arguments as arithmetic. */
const EVALUATES_ARITHMETIC = new Set(
  "let test [ declare typeset local export readonly printf read unset mapfile readarray getopts wait shift exit return break continue".split(
    " ",
  ),
);

const variableIn = (text: string): string => text.slice(0, text.search(/\+?=/));
const namesAssigned = (words: readonly CommandWord[], assignment: RegExp): readonly string[] =>
  words.slice(1).flatMap(({ text }) => (assignment.test(text) && !text.startsWith("-") ? [variableIn(text)] : []));

const insideOf = (runs: Runs | undefined, scope: Scope, context: CommandContext): readonly ShellCommand[] => {
  if (runs === undefined) return [];
  positional(
    (runs.positional ?? []).slice(1).map(({ text }) => text),
    (name, value) => scope.variables.add(name, value),
  );
  const zero = runs.positional?.[0];
  if (zero !== undefined) scope.variables.add("0", zero.text);
  const commands = runs.commands.filter((words) => words.length > 0).map((words) => commandOf(words, context));
  return [
    ...commands,
    ...scope.withStdin(runs.reads === true ? [] : context.stdin, () => runs.code.flatMap((word) => readWord(word, scope, context.depth))),
  ];
};

const PACKAGE: CommandWord = { kind: "known", text: "package.json" };

/** Commands of a file that the line writes and then runs with these arguments. */
const readFile = (
  [file, ...args]: readonly CommandWord[],
  name: string,
  { scope, depth }: Pick<CommandContext, "scope" | "depth">,
): readonly ShellCommand[] => {
  if (file === undefined || !scope.files.hasAny) return [];
  return scope.files.of(file).flatMap((text) => {
    if (text === "")
      return [
        {
          words: [UNKNOWN],
          inside: [],
          unresolved: [{ reason: `the content of ${JSON.stringify(shown(file.text))}, which it writes and runs, is not known in advance` }],
        },
      ];
    // The interpreter of the first line runs it.
    const interpreter = baseName(file.text) === name ? /^#! *([^\n]+)/.exec(text)?.[1] : undefined;
    const read = (): readonly ShellCommand[] => {
      if (interpreter !== undefined) return readGuess(`${interpreter} ${file.text}`, scope, depth);
      if (isInterpreter(name)) {
        for (const path of pathsInCode(text)) scope.paths.add({ path, use: "either" });
        return codeLines(text).flatMap((line) => readGuess(line, scope, depth));
      }
      if (name === "crontab") return readWord({ kind: "guess", text: cronCommands(text) }, scope, depth);
      positional(
        args.map((word) => word.text),
        (variable, value) => scope.variables.add(variable, value),
      );
      const inside: ShellCommand[] = [];
      scope.paths.optionally(() => inside.push(...readCode(text, scope, depth + 1)));
      return [{ words: [], inside, unresolved: [{ reason: "it runs a script that it writes itself" }] }];
    };
    return scope.files.reading(`${interpreter ?? ""}\n${text}`, read) ?? [];
  });
};

/** Commands of a string that a shell runs. */
const readWord = (word: CommandWord, scope: Scope, depth: number): readonly ShellCommand[] => {
  if (word.kind === "known") return readCode(word.text, scope, depth);
  // Unknown code may be any command, so a rule that denies a command may apply to it.
  const guessed = word.kind === "guess" && word.text !== "";
  const unresolved: ShellCommand = {
    words: guessed ? [] : [UNKNOWN],
    inside: [],
    unresolved: [{ reason: "the commands that it runs are not known in advance" }],
  };
  return [unresolved, ...(word.text === "" ? [] : guess(scope, (own) => readCode(word.text, own, depth + 1), true))];
};

/** Records the effects of a string that may be code. Whether it can be parsed does not matter. */
const readGuess = (source: string, scope: Scope, depth: number): readonly ShellCommand[] =>
  guess(scope, (own) => readCode(source, own, depth + 1));

/** @param sure true if it runs in any case, such as a here-document for a shell; otherwise fewer of its effects count. */
const guess = (scope: Scope, read: (own: Scope) => readonly ShellCommand[], sure = false): readonly ShellCommand[] => {
  if (!scope.count()) return [];
  const own = new Scope(scope.parser, sure ? scope.files : scope.files.copyKnown());
  const inside = [...read(own), ...readStartupFiles(own)];
  for (const { path, use, whole } of own.paths.all()) scope.paths.add({ path, use, ...(sure && whole === true ? { whole } : {}) });
  for (const host of own.hosts) scope.hosts.add(host);
  return inside.length === 0 ? [] : [{ words: [], inside, unresolved: [], guess: true }];
};

const record = (words: readonly CommandWord[], { scope, certain, stdin }: CommandContext): void => {
  const name = baseName(words[0]?.text ?? "");
  if (words.slice(1).some(({ kind, text }) => kind === "pattern" && /(?:^|\/)\.[^/]*[*?[]/.test(text)))
    scope.unresolved.add("the hidden files that its pattern matches are not known in advance");
  for (const folder of foldersEntered(name, words)) enter(folder, scope, certain && CHANGING.has(name));
  for (const use of pathUses(words, stdin)) if (!use.path.includes(FOUND)) scope.paths.add(use);
  for (const { name: link, of } of newLinks(words)) scope.paths.link(link, of);
  for (const { name: alias, of } of aliasesIn(name, words)) scope.aliases.set(alias, of);
  for (const host of hostsIn(name, words, stdin)) scope.hosts.add(host);
};

const enter = ({ kind, text }: CommandWord, scope: Scope, certain: boolean): void => {
  if (kind === "known" || kind === "guess") scope.paths.enter(text, certain && kind === "known");
  else scope.unresolved.add("the folder that it changes to is not known in advance");
};

const CHANGING = new Set(["cd", "pushd"]);
/** Programs whose folder option applies only to what they unpack. */
const OWN_FOLDER = /^(?:(?:g|bsd)?tar|jar)$/;

/** The folders in which a command, or the commands after it, run. */
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
  // Bash ends the redirection there, and reads the rest as the next word.
  if (/^[<>]&$/.test(operator) && /^-./.test(target.text))
    scope.unresolved.add("it cannot be parsed as bash: a word follows a redirection without a space");
  if (!writes && operator !== "<") return;
  for (const way of expandWord(target, scope)) {
    const [word, ...more] = way;
    if (word === undefined) continue;
    if (more.length > 0 || word.kind !== "known")
      scope.unresolved.add(`the file that it ${writes ? "writes" : "reads"} is not known in advance`);
    if (/^\/dev\/(?:tcp|udp)\//.test(word.text)) {
      scope.hosts.add((word.text.split("/")[3] ?? "").toLowerCase());
      scope.unresolved.add("it opens a network connection");
    } else if (!SINKS.has(word.text)) scope.paths.add({ path: word.text, use: writes ? "write" : "read", redirect: true });
  }
};

/** Reading from and writing to these files has no effect. */
const SINKS = new Set(["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/stdin", "/dev/fd/"]);

const MAX_SHOWN_LENGTH = 40;
const shown = (text: string): string => (text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text);
