import { UsageError } from "../argv/index.ts";
import { isInteractive, type ProcessContext } from "../process/index.ts";
import type { TaskValues } from "./task-values.ts";

/** A way of showing a session at the terminal. */
export type ScreenMode = NonNullable<TaskValues["screen"]>;

/** Options of a headless run: its output is for a program, or it must not ask. */
const HEADLESS = ["print", "output-format", "output-schema", "input-format"] as const;

/**
 * Returns how `cox` shows the session at the terminal. Undefined for a headless run: one of the standard streams is not a terminal,
 * or an option asks for it.
 * @throws {UsageError} for `--screen` with a headless run
 */
export const screenMode = (
  values: Pick<TaskValues, "screen" | (typeof HEADLESS)[number]>,
  context: ProcessContext,
): ScreenMode | undefined => {
  const option = HEADLESS.find((name) => values[name] !== undefined);
  if (option === undefined && isInteractive(context)) return values.screen ?? defaultMode(context.env);
  if (values.screen === undefined) return undefined;
  throw new UsageError(option === undefined ? "--screen needs a terminal" : `--screen and --${option} cannot be combined`);
};

/** `ACCESSIBLE` is the variable by which terminal programs learn of a screen reader: there is no other sign of one. */
const defaultMode = ({ TERM = "", ACCESSIBLE = "" }: ProcessContext["env"]): ScreenMode =>
  TERM === "dumb" || (ACCESSIBLE !== "" && ACCESSIBLE !== "0" && ACCESSIBLE !== "false") ? "plain" : "inline";
