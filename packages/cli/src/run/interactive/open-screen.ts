import { ProcessTerminal } from "@earendil-works/pi-tui";
import type { ProcessContext } from "../../process/index.ts";
import {
  colorlessTheme,
  paletteTheme,
  PlainScreen,
  ProcessLineTerminal,
  processTimer,
  Screen,
  type ScreenOptions,
  type SessionScreen,
} from "../../screen/index.ts";
import type { ScreenMode } from "../screen-mode.ts";

/** Creates the screen of a mode at the terminal of this process. */
export const openScreen = (
  mode: ScreenMode,
  options: Omit<ScreenOptions, "terminal" | "timer" | "now" | "theme" | "motion">,
  context: ProcessContext,
): SessionScreen => {
  const shared = { ...options, timer: processTimer, now: Date.now };
  if (mode === "plain") return new PlainScreen({ ...shared, terminal: lineTerminal(context) });
  return new Screen({ ...shared, terminal: new ProcessTerminal(), theme: screenTheme(context), motion: true });
};

/** True if the screen of a mode has colors. */
export const isColored = (mode: ScreenMode, { env }: ProcessContext): boolean => mode !== "plain" && (env["NO_COLOR"] ?? "") === "";

export const screenTheme = (context: ProcessContext) => (isColored("inline", context) ? paletteTheme : colorlessTheme);

export const lineTerminal = ({ stdin, stdout }: ProcessContext): ProcessLineTerminal =>
  new ProcessLineTerminal({ stdin, stdout, signals: process });
