import { allowAll, createRuntime, fixedModels, memoryStore, type Policy, type RuntimeOptions, scriptedModel, type Tool } from "coxswain";
import type { Script } from "coxswain/providers";
import { questionTool, type Workspace } from "coxswain/tools";
import { testWorkplace } from "../commands/workplace.fixture.ts";
import { type DraftStore, NO_SOURCES } from "../editor/index.ts";
import { keymapOf } from "../keys/index.ts";
import type { ScreenActions } from "../screen-options.ts";
import { Themes } from "../themes/index.ts";
import { OpenQuestions, OpenTextQuestions } from "../panels/index.ts";
import { manualTimer } from "../terminal/manual-timer.fixture.ts";
import { lineTerminal } from "./typed-terminal.fixture.ts";
import { PlainScreen } from "./plain-screen.ts";

export interface PlainScene {
  readonly script?: Script;
  readonly tools?: readonly Tool[];
  readonly policy?: Policy;
  /** Default: the session's folder. */
  readonly workspace?: Workspace;
  /** Folder of the session. Default: `/`. */
  readonly cwd?: string;
  /** Records changes of files. Default: they are not recorded. */
  readonly changes?: RuntimeOptions["changes"];
  /** Prompts that were answered before the screen opens. */
  readonly before?: readonly string[];
  readonly draft?: string;
  /** Default: drafts are not saved. */
  readonly drafts?: DraftStore;
  /** Replaces actions of the screen's owner. */
  readonly actions?: Partial<ScreenActions>;
}

/** A plain screen at a terminal that the test types at, with a scripted model. */
export const openPlain = async (scene: PlainScene = {}) => {
  const { script = [], tools = [], policy = allowAll(), before = [], actions = {}, draft, workspace, changes, cwd = "/" } = scene;
  const model = scriptedModel(script);
  const questions = new OpenQuestions();
  const textQuestions = new OpenTextQuestions();
  const runtime = createRuntime({
    store: memoryStore(),
    ...(workspace === undefined ? {} : { workspace: () => workspace }),
    ...(changes === undefined ? {} : { changes }),
    models: fixedModels(model),
    tools: [...tools, questionTool(textQuestions.ask)],
    policy,
    ask: questions.ask,
  });
  const session = await runtime.create({ model: model.info.reference, cwd });
  for (const text of before) await session.prompt(text).outcome;
  const terminal = lineTerminal();
  const timer = manualTimer();
  const screen = new PlainScreen({
    session,
    ownSession: () => session,
    terminal,
    timer,
    now: () => timer.now(),
    questions,
    textQuestions,
    themes: new Themes({ depth: "none" }),
    keys: keymapOf().keymap,
    questionText: async ({ tool, requests }) => `? ${tool} wants: ${requests.map(({ subject }) => subject).join(", ")}`,
    mode: "ask",
    draft,
    drafts: scene.drafts ?? NO_SOURCES.drafts,
    actions: {
      async submit(text, when) {
        if (!session.isBusy) session.prompt(text);
        else if (when === "now") session.steer(text);
        else session.followUp(text);
        return undefined;
      },
      setMode() {},
      offer: () => undefined,
      resume() {},
      commands: () => [],
      stopCommands: () => false,
      suspend() {},
      async finish() {
        await session.close();
        return true;
      },
      ...actions,
    },
    workplace: {
      ...testWorkplace(session, model),
      models: async () =>
        ["scripted", "other", "third"].map((id) => ({ info: { ...model.info, reference: `scripted/${id}`, id }, isFavorite: false })),
      sessions: async () => [
        { id: "abcdef", title: "Fix the tests", opening: "Fix the tests", updatedAt: 0, messages: 2, cost: 0, isDamaged: false },
      ],
    },
  });
  const shown = screen.run();
  return {
    session,
    model,
    terminal,
    timer,
    screen,
    shown,
    async [Symbol.asyncDispose]() {
      screen.leave();
      await shown;
      await runtime.close();
    },
  };
};
