import { ProcessTerminal } from "@earendil-works/pi-tui";
import type { Session } from "coxswain";
import { PERMISSION_MODES } from "coxswain/policy";
import { EXIT, type ExitCode, interruption, type ProcessContext } from "../../process/index.ts";
import { colorlessTheme, type OpenQuestions, paletteTheme, processTimer, Screen, type ScreenActions } from "../../screen/index.ts";
import { taskPrompt } from "../../task/index.ts";
import { permissionQuestionText } from "../../terminal/index.ts";
import { closeRuntime, discardSession } from "../close-session.ts";
import type { PreparedTask } from "../prepare-task.ts";
import { damageNotice, movedNotice } from "../session-view.ts";
import { extensionSlash, parseBuiltInSlash } from "../slash.ts";

/** Shows a session at the terminal until the user leaves it. */
export const interactiveTask = async (task: PreparedTask, questions: OpenQuestions, context: ProcessContext): Promise<ExitCode> => {
  const { session, runtime, mode, options, fresh, stored, input, debug } = task;
  const { env, stderr, signals } = context;
  if (session.damage.length > 0) stderr.write(damageNotice(session.damage));
  stderr.write(movedNotice(task));
  const colors = (env["NO_COLOR"] ?? "") === "";
  const screen: Screen = new Screen({
    session,
    terminal: new ProcessTerminal(),
    timer: processTimer,
    now: Date.now,
    theme: colors ? paletteTheme : colorlessTheme,
    questions,
    questionText: (question, columns) => permissionQuestionText(question, { columns, colored: colors }),
    mode: mode.current,
    motion: true,
    actions: {
      submit: (text, when) => submit(text, when),
      nextMode: () => (mode.current = PERMISSION_MODES[(PERMISSION_MODES.indexOf(mode.current) + 1) % PERMISSION_MODES.length] ?? "ask"),
      suspend: () => suspend(),
    },
  });

  const submit: ScreenActions["submit"] = async (text, when) => {
    if (text.startsWith("!")) {
      await session.shell(text);
      return undefined;
    }
    const slash = parseBuiltInSlash(text) ?? extensionSlash(text, task.extensions, context);
    if (slash !== undefined) return (await slash.command.run(session, slash.words, interrupted.signal)).answer;
    const prompt = await taskPrompt({ words: text, piped: undefined, cwd: session.state.cwd });
    if (prompt !== undefined) deliver(session, prompt, when, options);
    return undefined;
  };

  const suspend = (): void => {
    screen.close();
    process.once("SIGCONT", () => screen.reopen());
    process.kill(process.pid, "SIGTSTP");
  };

  const interrupted = interruption(signals);
  interrupted.signal.addEventListener("abort", () => screen.leave(), { once: true });
  // A crash must not leave the terminal without echo.
  const restore = (): void => screen.close();
  process.once("exit", restore);
  try {
    const shown = screen.run();
    if (input !== undefined) deliver(session, input, "now", options);
    else session.resume(options);
    await shown;
    session.abort("The user left the session.");
    if (stored && fresh && !session.entries.some(({ type }) => type === "message")) await discardSession(task);
    else if (stored) stderr.write(`Continue this session with: cox -r ${session.id}\n`);
    return await closeRuntime(runtime, interrupted.code ?? EXIT.done, stderr);
  } finally {
    process.off("exit", restore);
    await runtime.close().catch(() => undefined); // already reported, or less important than the thrown error
    interrupted[Symbol.dispose]();
    debug?.[Symbol.dispose]();
  }
};

const deliver = (
  session: Session,
  input: Parameters<Session["prompt"]>[0],
  when: "now" | "later",
  options: PreparedTask["options"],
): void => {
  const receipt = when === "now" ? session.steer(input) : session.followUp(input);
  if (receipt === "settled") session.prompt(input, { ...options, whenBusy: "queue" });
};
