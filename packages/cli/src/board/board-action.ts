import { jsonlStore } from "coxswain";
import { coxHome } from "coxswain/settings";
import { sendAnswerToOwner, sendToOwner, type SessionIndex } from "coxswain/store";
import type { BOARD, CommandArguments } from "../commands/index.ts";
import { type Configuration, configure, maskingOf, sessionsFolder, userSessions } from "../configuration/index.ts";
import { columns, escapeLine, jsonLine, shortId } from "../output/index.ts";
import { type Looks, readLooks } from "../looks/index.ts";
import { type CommandRunner, EXIT, type ExitCode, interruption, isInteractive, type ProcessContext } from "../process/index.ts";
import { processTerminal, processTimer, questionPreview, terminalAbilities, terminalFeatures } from "../screen/index.ts";
import { titleOf } from "../sessions/index.ts";
import { formatMinute } from "../time/index.ts";
import { Board, type BoardChoice } from "./board.ts";
import { BOARD_STATES } from "./board-rows.ts";
import type { BoardSession } from "./board-session.ts";
import { SessionWatch } from "./session-watch.ts";

/** `cox board`: shows the board, and each session that the user opens from it. Without a terminal it prints the list once. */
export const boardAction = async (
  { values }: CommandArguments<typeof BOARD>,
  context: ProcessContext,
  runCommand: CommandRunner,
): Promise<ExitCode> => {
  const index = userSessions(context);
  if (values.json === true || !isInteractive(context)) return printBoard(index, context, values.json === true);
  const configuration = await configure({ env: context.env, cwd: context.cwd });
  const looks = readLooks(configuration, context, [], await terminalFeatures());
  for (const problem of looks.problems) context.stderr.message(problem);
  for (let hint = ""; ;) {
    const { choice, code } = await showBoard(index, { configuration, looks }, context, hint);
    if (choice.kind === "exit") return code ?? EXIT.done;
    const ended = await openChosen(choice, context, runCommand);
    // A signal ends the board too. A session that cannot be opened is reported, and does not.
    if (ended >= EXIT.hangup) return ended;
    hint = ended === EXIT.done ? "" : "The session has failed: q shows the reason";
  }
};

const openChosen = async (
  choice: Exclude<BoardChoice, { readonly kind: "exit" }>,
  context: ProcessContext,
  runCommand: CommandRunner,
): Promise<ExitCode> => {
  // The build has a chunk for it alone, which a task loads.
  const { taskAction } = await import("../run/index.ts");
  const opened = choice.kind === "open" ? { resume: choice.id } : {};
  const prompt = choice.kind === "open" && choice.prompt !== undefined ? [choice.prompt] : [];
  return taskAction({ values: { ...opened, screen: "inline" }, positionals: prompt }, context, runCommand);
};

const showBoard = async (
  index: SessionIndex,
  { configuration, looks }: { readonly configuration: Configuration; readonly looks: Looks },
  context: ProcessContext,
  hint: string,
): Promise<{ readonly choice: BoardChoice; readonly code: ExitCode | undefined }> => {
  const { env } = context;
  const store = jsonlStore({ directory: sessionsFolder(coxHome(env)) });
  const masking = maskingOf(configuration);
  const watch = new SessionWatch({ index, store, timer: processTimer, onChange: () => board.changed() });
  const board = new Board({
    terminal: processTerminal(env, {
      requested: {
        background: terminalAbilities(env).sequences && looks.followsBackground,
        focus: false,
        cellSize: false,
        programStatus: false,
      },
      onReport: (report) => {
        if (looks.report(report)) board.changed();
      },
    }),
    timer: processTimer,
    now: Date.now,
    hint,
    theme: looks.themes.theme,
    keys: looks.keys,
    sessions: () => watch.sessions,
    questionPreview,
    answer: async (session, question, answer) => void (await sendAnswerToOwner(store, session, question, answer, { masking })),
    prompt: async (session, text) => void (await sendToOwner(store, session, text, { masking })),
  });
  using interrupted = interruption(context.signals);
  interrupted.signal.addEventListener("abort", () => board.leave(), { once: true });
  const restore = (): void => board.close();
  process.once("exit", restore);
  const shown = board.run();
  try {
    await watch.start();
    return { choice: await shown, code: interrupted.code };
  } finally {
    board.leave();
    await shown;
    process.off("exit", restore);
    await watch.close();
  }
};

const printBoard = async (index: SessionIndex, { env, stdout }: ProcessContext, json: boolean): Promise<ExitCode> => {
  const store = jsonlStore({ directory: sessionsFolder(coxHome(env)) });
  const watch = new SessionWatch({ index, store, timer: processTimer, onChange: () => {} });
  await watch.start();
  const { sessions } = watch;
  await watch.close();
  if (json) for (const session of sessions) stdout.write(jsonLine(boardObject(session)));
  else stdout.write(columns(sessions.map(boardCells), []));
  return EXIT.done;
};

const boardObject = ({ session, state, owner, question }: BoardSession) => ({
  id: session.id,
  state,
  title: titleOf(session),
  cwd: session.cwd,
  model: session.model,
  updatedAt: session.updatedAt,
  cost: session.cost,
  ...(owner === undefined ? {} : { owner: { pid: owner.pid, host: owner.host, since: owner.since } }),
  ...(question === undefined ? {} : { question: questionObject(question) }),
});

const questionObject = (question: NonNullable<BoardSession["question"]>) =>
  question.type === "permission_ask"
    ? { id: question.id, tool: question.tool, requests: question.requests }
    : { id: question.id, question: question.question, options: question.options };

const boardCells = ({ session, state }: BoardSession): readonly string[] => [
  shortId(session.id),
  BOARD_STATES[state].name,
  formatMinute(session.updatedAt),
  escapeLine(session.cwd ?? "?"),
  escapeLine(titleOf(session)),
];
