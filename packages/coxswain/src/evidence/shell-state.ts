/** The result of one check, which may run several times. `unclear`: it ran, and nothing shows how it ended. */
export type CheckState = "none" | "passed" | "failed" | "unclear";

/** `next`: the next command runs. The number of a break counts the loops that end, that of a continue includes the one that continues. */
export type Flow = "next" | "exit" | "return" | `break ${number}` | `continue ${number}`;

/** A state in which a shell may be. There are few of them, so all reachable states of a line can be listed. */
export interface ShellState {
  /** The exit code `$?` is 0. */
  readonly succeeded: boolean;
  /** The exit code `${PIPESTATUS[0]}` is 0. */
  readonly first: boolean;
  readonly check: CheckState;
  readonly flow: Flow;
  readonly errexit: boolean;
  readonly pipefail: boolean;
  /** The last variable that got an exit code. */
  readonly saved: { readonly name: string; readonly succeeded: boolean } | undefined;
}

export const FRESH_SHELL: ShellState = {
  succeeded: true,
  first: true,
  check: "none",
  flow: "next",
  errexit: false,
  pipefail: false,
  saved: undefined,
};

/** Returns a string that only equal states have. */
export const keyOf = (state: unknown): string => JSON.stringify(state);

export const distinct = <T>(states: readonly T[]): readonly T[] => [...new Map(states.map((state) => [keyOf(state), state])).values()];

/** Continues each state that has not left the current list. */
export const step = (states: readonly ShellState[], next: (state: ShellState) => readonly ShellState[]): readonly ShellState[] =>
  distinct(states.flatMap((state) => (state.flow === "next" ? next(state) : [state])));

/** Ends a command with an exit code. */
export const ended = (state: ShellState, succeeded: boolean): ShellState => ({ ...state, succeeded, first: succeeded });

/** Ends a command that may succeed or fail. */
export const eitherWay = (state: ShellState): readonly ShellState[] => [ended(state, true), ended(state, false)];

/** Leaves the shell after a command that failed, if `set -e` asks for that. */
export const afterFailure = (state: ShellState, isIgnored: boolean): ShellState =>
  state.flow === "next" && !state.succeeded && state.errexit && !isIgnored ? { ...state, flow: "exit" } : state;

/** Returns the result after one more run. A failure is not forgotten. */
export const withRun = (state: ShellState, run: CheckState): ShellState => {
  const { check } = state;
  if (run === "none" || check === "failed" || (check === "unclear" && run === "passed")) return state;
  return { ...state, check: run };
};

/** Returns the state of a shell after one of its subshells. */
export const afterSubshell = (shell: ShellState, { check, succeeded, flow }: ShellState): ShellState => ({
  ...ended(shell, succeeded || flow.startsWith("break") || flow.startsWith("continue")),
  check,
});
