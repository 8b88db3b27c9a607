import type {
  AndOr,
  Case,
  Command,
  CompoundList,
  Elif,
  Function as FunctionNode,
  Pipeline,
  Redirection,
  Statement,
  SyntaxNode,
  While,
  Word,
} from "unbash";
import {
  afterFailure,
  afterSubshell,
  distinct,
  eitherWay,
  ended,
  type Flow,
  FRESH_SHELL,
  keyOf,
  type ShellState,
  step,
  withRun,
} from "./shell-state.ts";

/** The surroundings of a command. */
export interface ShellContext {
  /** `set -e` is ignored, as in conditions. */
  readonly isIgnored: boolean;
  /** Number of loops around it. */
  readonly loops: number;
  readonly inFunction: boolean;
}

/** A command line with assumptions about its commands. */
export interface ShellLine {
  readonly forEachChild: (node: SyntaxNode, callback: (child: SyntaxNode) => void) => void;
  /** Runs a simple command. `call` runs the body of a function. */
  readonly runCommand: (command: Command, state: ShellState, context: ShellContext, call: RunFunction) => readonly ShellState[];
  /** True if the check is in a part of the line. */
  readonly hasCheck: (node: SyntaxNode) => boolean;
  /** True if a pattern without a matching file may disappear. */
  readonly hasNullglob: boolean;
  /** True if files can be opened for redirections. */
  readonly canRedirect: boolean;
}

export type RunFunction = (body: FunctionNode["body"], state: ShellState, context: ShellContext) => readonly ShellState[];

/** Returns all states in which a shell may end a list of commands. */
export const runShellLine = (statements: readonly Statement[], line: ShellLine): readonly ShellState[] =>
  runList(statements, [FRESH_SHELL], { line, isIgnored: false, loops: 0, inFunction: false });

interface Context extends ShellContext {
  readonly line: ShellLine;
}

type States = readonly ShellState[];

const runList = (statements: readonly Statement[], states: States, context: Context): States => {
  let current = states;
  for (const { command, background } of statements)
    current = background === true ? step(current, (state) => [asynchronous(state, command, context)]) : run(command, current, context);
  return current;
};

/** Work beside the line: nothing shows how it ends. */
const asynchronous = (state: ShellState, node: SyntaxNode, { line }: Context): ShellState =>
  ended(line.hasCheck(node) ? withRun(state, "unclear") : state, true);

const run = (node: SyntaxNode, states: States, context: Context): States => {
  const { line } = context;
  switch (node.type) {
    case "Command":
      return step(states, (state) => runSimple(node, state, context));
    case "AndOr":
      return runAndOr(node, states, context);
    case "Pipeline":
      return runPipeline(node, states, context);
    case "CompoundList":
      return runList(node.commands, states, context);
    case "BraceGroup":
      return run(node.body, states, context);
    case "Subshell":
      return step(states, (state) => inSubshell(node.body, state, context).map((one) => afterFailure(one, context.isIgnored)));
    case "Redirected": {
      const [opened, failed] = redirected(node.redirects, states, context);
      return distinct([...run(node.command, opened, context), ...failed]);
    }
    case "If":
      return runBranches([node, ...node.elif], node.else, states, context);
    case "While":
      return runWhile(node, states, context);
    case "For":
    case "Select": {
      const { wordlist, body } = node;
      const begun = (wordlist ?? []).reduce((before: States, word) => substituted(word, before, context), states);
      const isSure = node.type === "For" && wordlist !== undefined && wordlist.some((word) => isOneWord(word, line.hasNullglob));
      const own = begun.map((state) => (state.saved?.name === node.name.value ? { ...state, saved: undefined } : state));
      return runLoop(own, { round: (state) => run(body, [state], inLoop(context)), isSure, isList: true });
    }
    case "ArithmeticFor":
      return runLoop(withoutSaved(states), { round: (state) => run(node.body, [state], inLoop(context)), isSure: false, isList: true });
    case "Case":
      return runCase(node, states, context);
    case "TestCommand":
    case "ArithmeticCommand":
      return step(withoutSaved(substituted(node, states, context)), (state) =>
        eitherWay(state).map((one) => afterFailure(one, context.isIgnored)),
      );
    case "Function":
      return step(states, (state) => [ended(state, true)]);
    case "Coproc":
      return step(states, (state) => [asynchronous(state, node.body, context)]);
    default:
      return states;
  }
};

/** Forgets the variable with an exit code: arithmetic and tests may assign it. */
const withoutSaved = (states: States): States => states.map((state) => ({ ...state, saved: undefined }));

const inLoop = (context: Context): Context => ({ ...context, loops: context.loops + 1 });

/** A word that is one word at least, whatever its variables have. */
const isOneWord = ({ text }: Word, hasNullglob: boolean): boolean => {
  const rest = text.replaceAll(/"\$\w+"|"\$\{\w+\}"/g, "");
  return !/[$`]/.test(rest) && !(hasNullglob && /[*?[]/.test(rest));
};

const inSubshell = (body: CompoundList, state: ShellState, context: Context): States =>
  distinct(run(body, [state], { ...context, loops: 0 }).map((end) => afterSubshell(state, end)));

const runAndOr = ({ commands, operators }: AndOr, states: States, context: Context): States => {
  let current = states;
  for (const [at, command] of commands.entries()) {
    // The shell ignores `set -e` in all commands but the last one.
    const there = at === commands.length - 1 ? context : { ...context, isIgnored: true };
    const operator = operators[at - 1];
    current = step(current, (state) =>
      operator === undefined || (operator === "&&") === state.succeeded ? run(command, [state], there) : [state],
    );
  }
  return current;
};

const runPipeline = ({ prefixes, commands }: Pipeline, states: States, context: Context): States => {
  const isNegated = prefixes.filter(({ type }) => type === "Negation").length % 2 === 1;
  const there = isNegated ? { ...context, isIgnored: true } : context;
  const [only, ...others] = commands;
  const result = (state: ShellState): ShellState => (isNegated ? { ...state, succeeded: !state.succeeded } : state);
  if (only === undefined || others.length === 0)
    return step(states, (state) => (only === undefined ? [state] : step(run(only, [state], there), (end) => [result(end)])));
  return step(states, (state) => {
    let ends: readonly PipelineEnd[] = [{ state, isFirst: true, failed: false, first: true }];
    for (const command of commands)
      ends = distinct(
        ends.flatMap((before) =>
          run(command, [{ ...state, check: before.state.check }], { ...there, loops: 0 }).map((end) =>
            nextEnd(before, afterSubshell(state, end)),
          ),
        ),
      );
    return ends.map(({ state: { check, succeeded: last }, failed, first }) => {
      const succeeded = state.pipefail ? !failed : last;
      return afterFailure(result({ ...state, check, first, succeeded }), there.isIgnored);
    });
  });
};

interface PipelineEnd {
  /** After the last command so far. */
  readonly state: ShellState;
  readonly isFirst: boolean;
  /** One of the commands failed. */
  readonly failed: boolean;
  /** The first command succeeded. */
  readonly first: boolean;
}

const nextEnd = ({ isFirst, failed, first }: PipelineEnd, state: ShellState): PipelineEnd => ({
  state,
  isFirst: false,
  failed: failed || !state.succeeded,
  first: isFirst ? state.succeeded : first,
});

const runBranches = (
  [branch, ...others]: readonly Pick<Elif, "clause" | "then">[],
  otherwise: CompoundList | undefined,
  states: States,
  context: Context,
): States => {
  if (branch === undefined)
    return otherwise === undefined ? step(states, (state) => [{ ...state, succeeded: true }]) : run(otherwise, states, context);
  return step(run(branch.clause, states, { ...context, isIgnored: true }), (state) =>
    state.succeeded ? run(branch.then, [state], context) : runBranches(others, otherwise, [state], context),
  );
};

const runWhile = ({ kind, clause, body }: While, states: States, context: Context): States => {
  const condition = { ...inLoop(context), isIgnored: true };
  const round = (state: ShellState, isFirst: boolean): States =>
    run(clause, [state], condition).flatMap((end) => {
      // `until continue` ends the loop.
      if (end.flow.startsWith("continue") && kind === "until") return [end, { ...end, flow: asBreak(end.flow) }];
      if (end.flow !== "next") return [end];
      if (end.succeeded === (kind === "while")) return run(body, [end], inLoop(context));
      // The exit code of the loop is that of its body, which ran last.
      return [{ ...end, succeeded: isFirst || state.succeeded, flow: "break 1" }];
    });
  return runLoop(states, { round, isSure: true, isList: false });
};

const asBreak = (flow: Flow): Flow => `break ${Number(flow.split(" ")[1])}`;

interface Loop {
  readonly round: (state: ShellState, isFirst: boolean) => States;
  /** It has one round at least. */
  readonly isSure: boolean;
  /** It may end after any round, with its list. */
  readonly isList: boolean;
}

/** Runs a loop until no round reaches a new state. */
const runLoop = (states: States, { round, isSure, isList }: Loop): States => {
  const live = states.filter(({ flow }) => flow === "next");
  const ends = [...states.filter(({ flow }) => flow !== "next"), ...(isSure ? [] : live.map((state) => ({ ...state, succeeded: true })))];
  const seen = new Set<string>();
  let waiting: States = live;
  for (let isFirst = true; waiting.length > 0; isFirst = false) {
    const rounds = waiting.flatMap((state) => round(state, isFirst)).map(afterRound);
    ends.push(...rounds.filter(({ isOver }) => isOver || isList).map(({ state }) => state));
    waiting = distinct(rounds.filter(({ isOver }) => !isOver).map(({ state }) => state)).filter((state) => !seen.has(keyOf(state)));
    for (const state of waiting) seen.add(keyOf(state));
  }
  return distinct(ends);
};

/** Reads the end of a round: the loop continues, or is over. */
const afterRound = (state: ShellState): { readonly isOver: boolean; readonly state: ShellState } => {
  const [kind = "", count = ""] = state.flow.split(" ");
  if (kind === "next") return { isOver: false, state };
  if (kind !== "break" && kind !== "continue") return { isOver: true, state };
  const left = Number(count) - 1;
  if (left > 0) return { isOver: true, state: { ...state, flow: kind === "break" ? `break ${left}` : `continue ${left}` } };
  return { isOver: kind === "break", state: { ...state, flow: "next" } };
};

const runCase = ({ word, items }: Case, states: States, context: Context): States => {
  const matching = substituted(word, states, context);
  const hasDefault = items.some(({ pattern }) => pattern.some(({ text }) => text === "*"));
  const ends: ShellState[] = matching.filter(({ flow }) => flow !== "next");
  const live = matching.filter(({ flow }) => flow === "next");
  if (!hasDefault) ends.push(...live.map((state) => ({ ...state, succeeded: true })));
  /** States that fall through to the next item. */
  let falling: States = [];
  for (const { pattern, body, terminator } of items) {
    const matched = pattern.reduce((before: States, one) => substituted(one, before, context), live);
    const begun = distinct([...matched, ...falling]);
    const after = body.commands.length === 0 ? begun.map((state) => ({ ...state, succeeded: true })) : run(body, begun, context);
    falling = terminator === ";&" || terminator === ";;&" ? after : [];
    ends.push(...(terminator === ";&" ? after.filter(({ flow }) => flow !== "next") : after));
  }
  return distinct([...ends, ...falling]);
};

/** Returns the states with open files, and those in which a file could not be opened. */
const redirected = (redirects: readonly Redirection[], states: States, context: Context): readonly [States, States] => {
  const opened = redirects.reduce((before, redirect) => substituted(redirect, before, context), states);
  const mayFail =
    !context.line.canRedirect &&
    redirects.some((one) => one.type === "Redirect" && !/^(?:[0-9]+|-|\/dev\/null)$/.test(one.target?.text ?? ""));
  const failed = mayFail ? opened.filter(({ flow }) => flow === "next").map((state) => ended(state, false)) : [];
  return [opened, [...failed, ...failed.map((state) => afterFailure(state, context.isIgnored))]];
};

const runSimple = (node: Command, before: ShellState, context: Context): States => {
  const { line, isIgnored } = context;
  const ready = [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix]
    .filter((part) => !isRedirection(part))
    .reduce((states: States, part) => substituted(part, states, context), [before]);
  const [opened, failed] = redirected(node.redirects, ready, context);
  const ends = step(opened, (state) => {
    // The exit code of `x=$(command)` is the command's; other commands see the exit code from before them.
    const seen = node.name === undefined ? state : { ...state, succeeded: before.succeeded };
    const call: RunFunction = (body, from, there) => callFunction(body, from, { ...context, ...there });
    return line.runCommand(node, seen, context, call).map((end) => afterFailure(end, isIgnored));
  });
  return distinct([...ends, ...failed]);
};

const isRedirection = (part: SyntaxNode): part is Redirection =>
  part.type === "Redirect" || part.type === "HereString" || part.type === "HereDoc";

const callFunction = (body: FunctionNode["body"], state: ShellState, context: Context): States =>
  distinct(
    run(body, [state], { ...context, inFunction: true, loops: 0 }).map((end) => {
      // A function may have local variables.
      const saved = keyOf(end.saved) === keyOf(state.saved) ? end.saved : undefined;
      return end.flow === "return" ? ended({ ...end, saved, flow: "next" }, end.succeeded) : { ...end, saved };
    }),
  );

/** Runs the command substitutions in a word or another part of a command. Their exit code stays in the state. */
const substituted = (part: SyntaxNode, states: States, context: Context): States => {
  if (part.type === "CommandExpansion" || part.type === "ArithmeticCommandExpansion") {
    const { script } = part;
    if (script === undefined) return states;
    return step(states, (state) => {
      // A substitution does not inherit `set -e`.
      const inside = { ...state, errexit: false };
      const ends = runList(script.commands, [inside], { ...context, loops: 0, isIgnored: false });
      return distinct(ends.map((end) => afterSubshell(state, end)));
    });
  }
  if (part.type === "ArithmeticExpansion") return withoutSaved(states);
  if (part.type === "ProcessSubstitution")
    return step(states, (state) => [context.line.hasCheck(part) ? withRun(state, "unclear") : state]);
  let current = states;
  context.line.forEachChild(part, (child) => {
    current = substituted(child, current, context);
  });
  return current;
};
