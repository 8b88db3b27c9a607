import type { Thinking } from "coxswain";
import { clampThinking, isThinking, type Price, THINKING_LEVELS } from "coxswain/providers";
import { PERMISSION_MODES } from "coxswain/policy";
import { UsageError } from "../../argv/index.ts";
import { formatTokens } from "../blocks/index.ts";
import { namesToChoose } from "./command.ts";
import type { CommandHost, ScreenCommand } from "./screen-command.ts";
import type { ModelRow } from "./workplace.ts";

const model: ScreenCommand = {
  name: "model",
  arguments: "[NAME]",
  summary: "Change the model, by a name as -m takes it",
  complete: async ({ workplace }) => (await workplace.models()).map((row) => ({ value: row.info.reference, note: factsOf(row) })),
  async run(words, host) {
    const name = words === "" ? await chosenModel(host) : words;
    if (name === undefined) return;
    const { reference, thinking, notes } = await host.workplace.model(name);
    await host.session.set({ model: reference, ...(thinking === undefined ? {} : { thinking }) });
    for (const note of notes) host.print(note);
  },
};

const chosenModel = async ({ session, workplace, choose }: CommandHost): Promise<string | undefined> => {
  const rows = await workplace.models();
  const current = rows.findIndex(({ info }) => info.reference === session.state.model);
  return choose({
    title: "Model",
    items: rows.map((row, at) => ({
      label: row.info.reference,
      note: [...(at === current ? ["(current)"] : []), factsOf(row)].join(" "),
      value: row.info.reference,
    })),
    selected: Math.max(0, current),
  });
};

const factsOf = ({ info: { contextWindow, price, thinking }, isFavorite }: ModelRow): string =>
  [
    ...(isFavorite ? ["favorite"] : []),
    ...(contextWindow === undefined ? [] : [formatTokens(contextWindow)]),
    ...(price === undefined ? [] : [priceText(price)]),
    ...(thinking.length === 0 ? [] : ["thinking"]),
  ].join(" · ");

/** USD per million tokens of input and output. */
const priceText = ({ input, output }: Price): string => `$${Number(input.toFixed(4))}/$${Number(output.toFixed(4))}`;

/** The levels of the session's model. All of them if the model is not listed. */
const levelsOf = async ({ session, workplace }: Pick<CommandHost, "session" | "workplace">): Promise<readonly Thinking[]> => {
  const { info } = (await workplace.models()).find((row) => row.info.reference === session.state.model) ?? {};
  return info === undefined ? THINKING_LEVELS : THINKING_LEVELS.filter((level) => info.thinking.includes(level));
};

const thinking: ScreenCommand = {
  name: "thinking",
  arguments: "[LEVEL]",
  summary: "Change how much the model thinks before it answers",
  complete: async (host) => (await levelsOf(host)).map((value) => ({ value })),
  async run(words, host) {
    const { session } = host;
    const levels = await levelsOf(host);
    if (levels.length === 0) throw new UsageError(`${session.state.model} has no known thinking levels`);
    if (words !== "" && !isThinking(words)) throw new UsageError(`no level ${words}. Levels: ${levels.join(", ")}`);
    const level =
      words === "" ? await host.choose(namesToChoose("Thinking", levels, clampThinking(session.state.thinking, levels))) : words;
    if (level === undefined || !isThinking(level)) return;
    const supported = clampThinking(level, levels);
    await session.set({ thinking: supported });
    if (supported !== level) host.print(`${session.state.model} does not support ${level}; using ${supported}.`);
  },
};

const mode: ScreenCommand = {
  name: "mode",
  arguments: "[MODE]",
  summary: `Change the permission mode: ${PERMISSION_MODES.join(", ")}`,
  complete: async () => PERMISSION_MODES.map((value) => ({ value })),
  async run(words, host) {
    const found = PERMISSION_MODES.find((one) => one === words);
    if (words !== "" && found === undefined) throw new UsageError(`no mode ${words}. Modes: ${PERMISSION_MODES.join(", ")}`);
    const chosen = found ?? (await host.choose(namesToChoose("Permission mode", PERMISSION_MODES, host.mode())));
    if (chosen !== undefined) host.setMode(chosen);
  },
};

export const MODEL_COMMANDS: readonly ScreenCommand[] = [model, thinking, mode];
