import { z } from "zod";
import { type Hook, hookRegistry } from "../hooks/index.ts";
import { type Entry, memoryStore, type Store } from "../log/index.ts";
import type { Clock } from "../base/index.ts";
import { defineTool, type Effect, isMessage, textResult, type Tool } from "../loop/index.ts";
import {
  fixedModels,
  type Message,
  type Models,
  type Reply,
  type Script,
  type ScriptedModel,
  scriptedModel,
  type ScriptedModelOptions,
  type Price,
} from "../model/index.ts";
import { allowAll, type Ask, type Policy } from "../policy/index.ts";
import type { Durability, Event, Setup } from "../journal/index.ts";
import type { Run, Session } from "../session/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { createRuntime } from "./create-runtime.ts";
import type { RuntimeOptions } from "./runtime-options.ts";
import { systemClock } from "./system-clock.ts";
import type { ToolSource } from "./tool-source.ts";

export interface Scene extends Omit<Partial<Setup>, "tools"> {
  readonly script?: Script;
  readonly tools?: readonly ToolSource[];
  readonly policy?: Policy;
  readonly ask?: Ask;
  readonly store?: Store;
  /** Default: the scripted model alone. */
  readonly models?: (scripted: ScriptedModel) => Models;
  readonly workspace?: Workspace;
  readonly clock?: Clock;
  /** Default: a counter. */
  readonly now?: () => number;
  readonly durability?: Durability;
  readonly mailbox?: RuntimeOptions["mailbox"];
  readonly instructionFiles?: RuntimeOptions["instructionFiles"];
  readonly resources?: RuntimeOptions["resources"];
  readonly tasks?: RuntimeOptions["tasks"];
  readonly jobs?: RuntimeOptions["jobs"];
  readonly hooks?: readonly Hook[];
  readonly extensions?: RuntimeOptions["extensions"];
  readonly changes?: RuntimeOptions["changes"];
  readonly mcp?: RuntimeOptions["mcp"];
  readonly askUser?: RuntimeOptions["askUser"];
  readonly answers?: RuntimeOptions["answers"];
  readonly model?: string;
  readonly cwd?: string;
  readonly scripted?: ScriptedModelOptions;
  /** True if the model has no price, about which a session warns. Default: false, and it is free. */
  readonly unpriced?: boolean;
}

export const FREE: Price = { input: 0, output: 0 };

/** Opens a runtime with one session whose model answers from a script. The clock is a counter. */
export const openScene = async (scene: Scene = {}) => {
  const {
    script = [],
    tools = [],
    policy = allowAll(),
    ask,
    store = memoryStore(),
    clock = systemClock,
    now = counter(),
    scripted = {},
    unpriced = false,
    durability = "full",
    ...others
  } = scene;
  const {
    models = fixedModels,
    workspace,
    mailbox,
    instructionFiles,
    resources,
    tasks,
    jobs,
    hooks,
    extensions,
    changes,
    mcp,
    askUser,
    answers,
    ...setup
  } = others;
  const model = scriptedModel(script, unpriced ? scripted : { ...scripted, info: { price: FREE, ...scripted.info } });
  const runtime = createRuntime({
    store,
    models: models(model),
    tools,
    policy,
    clock,
    durability,
    now,
    ...(ask === undefined ? {} : { ask }),
    ...(workspace === undefined ? {} : { workspace: () => workspace }),
    ...(mailbox === undefined ? {} : { mailbox }),
    ...(instructionFiles === undefined ? {} : { instructionFiles }),
    ...(resources === undefined ? {} : { resources }),
    ...(tasks === undefined ? {} : { tasks }),
    ...(jobs === undefined ? {} : { jobs }),
    ...(hooks === undefined ? {} : { hooks: hookRegistry(hooks) }),
    ...(extensions === undefined ? {} : { extensions }),
    ...(changes === undefined ? {} : { changes }),
    ...(mcp === undefined ? {} : { mcp }),
    ...(askUser === undefined ? {} : { askUser }),
    ...(answers === undefined ? {} : { answers }),
  });
  const session = await runtime.create({ cwd: "/", model: model.info.reference, ...setup });
  return { runtime, session, model, store, [Symbol.asyncDispose]: () => runtime.close() };
};

const counter = (): (() => number) => {
  let time = 1_000;
  return () => time++;
};

/** Returns a tool that echoes its input, and runs the test's code during the call. */
export const sayTool = (
  options: {
    readonly name?: string;
    readonly effect?: Effect;
    readonly parallel?: boolean;
    readonly run?: Tool<{ text: string }>["execute"];
    readonly needs?: Tool<{ text: string }>["permissionRequests"];
  } = {},
): Tool =>
  defineTool({
    name: options.name ?? "say",
    description: "Returns its input.",
    inputSchema: z.object({ text: z.string() }),
    effect: options.effect ?? "read",
    parallel: options.parallel ?? false,
    ...(options.needs === undefined ? {} : { permissionRequests: options.needs }),
    execute: options.run ?? (async ({ text }) => textResult(text)),
  });

/** Returns a reply that calls `say` once for each string. */
export const callSay = (...texts: readonly string[]): Reply => ({ calls: texts.map((text) => ({ name: "say", input: { text } })) });

export const collect = async (run: Run): Promise<Event[]> => {
  const events: Event[] = [];
  for await (const event of run) events.push(event);
  return events;
};

export const typesOf = (events: readonly Event[]): string[] => events.map(({ type }) => type).filter((type) => type !== "entry");

export const messagesOf = (session: Session): Message[] => session.entries.filter(isMessage).map(({ message }) => message);

/** Summarizes a conversation: `user: …`, `assistant: … [calls]`, `tool: …` with `!` and the reason of an error. */
export const transcript = (session: Session): string[] => messagesOf(session).map(inShort);

const inShort = (message: Message): string => {
  if (typeof message.content === "string") return `${message.role}: ${message.content}`;
  const parts = message.content.map((part) => {
    if (part.type === "text" || part.type === "reasoning") return part.text;
    return part.type === "tool_call" ? `[${part.name} ${JSON.stringify(part.input)}]` : `[${part.type}]`;
  });
  const mark = message.role === "tool" && message.isError ? `!${message.reason ?? "error"} ` : "";
  return `${message.role}: ${mark}${parts.join(" ")}`;
};

export const typesIn = (entries: readonly Entry[]): string[] => entries.map(({ type }) => type);
