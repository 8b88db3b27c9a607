import type { Settings } from "coxswain/settings";
import { UsageError } from "../argv/index.ts";
import { isInteractive, type ProcessContext } from "../process/index.ts";
import type { TaskValues } from "./task-values.ts";

/** A way of showing a session at the terminal. */
export type ScreenMode = NonNullable<Settings["screen"]>;

/** Options of a headless run: its output is for a program, or it must not ask. */
const HEADLESS = ["print", "output-format", "output-schema", "input-format"] as const;

/**
 * Returns whether `cox` shows the session at the terminal. False for a headless run: one of the standard streams is not a terminal,
 * or an option asks for it.
 * @throws {UsageError} for `--screen` with a headless run
 */
export const hasScreen = (values: Pick<TaskValues, "screen" | (typeof HEADLESS)[number]>, context: ProcessContext): boolean => {
  const option = HEADLESS.find((name) => values[name] !== undefined);
  if (option === undefined && isInteractive(context)) return true;
  if (values.screen === undefined) return false;
  throw new UsageError(option === undefined ? "--screen needs a terminal" : `--screen and --${option} cannot be combined`);
};

/**
 * Returns how the session is shown: by the setting, which `--screen` overrides, otherwise as the terminal needs it.
 * `ACCESSIBLE` is the variable by which terminal programs learn of a screen reader: there is no other sign of one.
 */
export const screenMode = ({ screen }: Pick<Settings, "screen">, { TERM = "", ACCESSIBLE = "" }: ProcessContext["env"]): ScreenMode => {
  if (screen !== undefined) return screen;
  return TERM === "dumb" || (ACCESSIBLE !== "" && ACCESSIBLE !== "0" && ACCESSIBLE !== "false") ? "plain" : "inline";
};
