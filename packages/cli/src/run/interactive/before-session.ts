import { readHiddenLine, readTypedLine } from "../../auth/index.ts";
import { type ExitCode, interruption, type ProcessContext } from "../../process/index.ts";
import {
  colorlessTheme,
  DialogScreen,
  paletteTheme,
  PlainDialogScreen,
  processTerminal,
  processTimer,
  type WelcomeScreen,
} from "../../screen/index.ts";
import type { ScreenMode } from "../screen-mode.ts";
import { lineTerminal } from "./open-screen.ts";

/**
 * Runs questions that come before a session. `code`: the exit code if a signal ended the process meanwhile.
 * @param ask shows its questions on the screen that it opens
 */
export const beforeSession = async <Value>(
  mode: ScreenMode,
  context: ProcessContext,
  ask: (open: () => WelcomeScreen) => Promise<Value>,
): Promise<{ readonly code: ExitCode | undefined; readonly answer: Value }> => {
  using interrupted = interruption(context.signals);
  const opened: WelcomeScreen[] = [];
  // A second signal exits at once, which must not leave the terminal without echo.
  const restore = (): void => opened.forEach((screen) => screen.close());
  const open = (): WelcomeScreen => {
    const screen = welcomeScreen(mode, context);
    interrupted.signal.addEventListener("abort", () => screen.cancel(), { once: true });
    opened.push(screen);
    return screen;
  };
  process.once("exit", restore);
  try {
    const answer = await ask(open);
    return { code: interrupted.code, answer };
  } finally {
    process.off("exit", restore);
  }
};

const welcomeScreen = (mode: ScreenMode, context: ProcessContext): WelcomeScreen => {
  if (mode === "plain")
    return new PlainDialogScreen({
      terminal: lineTerminal(context),
      readHidden: (begin, signal) => readHiddenLine(context.stdin, begin, signal),
      readTyped: (begin, signal) => readTypedLine(context.stdin, (text) => context.stdout.write(text), begin, signal),
    });
  const theme = (context.env["NO_COLOR"] ?? "") === "" ? paletteTheme : colorlessTheme;
  return new DialogScreen({ terminal: processTerminal(context.env), timer: processTimer, theme });
};
