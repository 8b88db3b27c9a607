// Stages for the seeds' tests: a runtime as any program makes one, over a model that answers from a script.
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  allowAll,
  createRuntime,
  type CreateOptions,
  defineTool,
  type Effect,
  type Entry,
  type Event,
  fixedModels,
  memoryStore,
  type Message,
  type Models,
  type Reply,
  type RuntimeOptions,
  scriptedModel,
  type Session,
  textOf,
  textResult,
  type Tool,
  type ToolContext,
} from "coxswain";
import { type Script, type ScriptedModel } from "coxswain/providers";
import { type Clock, history } from "coxswain/session";
import { z } from "zod";

export interface Stage extends Omit<Partial<RuntimeOptions>, "models"> {
  readonly script?: Script;
  /** What is known of the model. */
  readonly info?: Partial<ScriptedModel["info"]>;
  /** Default: the scripted model alone. */
  readonly models?: (scripted: ScriptedModel) => Models;
}

/** The names of options that have to be given. */
export type Needed<Options> = { [Name in keyof Options]-?: object extends Pick<Options, Name> ? never : Name }[keyof Options];

/** A runtime with a memory store and a scripted model, unless told otherwise. Everything is allowed. */
export const openStage = (stage: Stage = {}) => {
  const { script = [], info = {}, models = fixedModels, store = memoryStore(), policy = allowAll(), ...options } = stage;
  const model = scriptedModel(script, { info });
  const runtime = createRuntime({ store, models: models(model), policy, ...options });
  return {
    runtime,
    model,
    store,
    create: (setup: Partial<CreateOptions> = {}) => runtime.create({ model: model.info.reference, cwd: "/", ...setup }),
    [Symbol.asyncDispose]: () => runtime.close(),
  };
};

/** The same with one session in it. */
export const openSession = async ({ setup = {}, ...stage }: Stage & { readonly setup?: Partial<CreateOptions> } = {}) => {
  const opened = openStage(stage);
  return { ...opened, session: await opened.create(setup) };
};

/** A folder that is gone when the test is over. */
export const openFolder = async () => {
  const path = await realpath(await mkdtemp(join(tmpdir(), "cox-seed-")));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
};

export interface SayOptions {
  readonly name?: string;
  readonly effect?: Effect;
  readonly run?: (input: { readonly text: string }, context: ToolContext) => Promise<unknown>;
}

/** A tool that says what it was told, and before that does what the test wants. */
export const say = ({ name = "say", effect = "read", run }: SayOptions = {}): Tool =>
  defineTool({
    name,
    description: "Says a text.",
    inputSchema: z.object({ text: z.string() }),
    effect,
    async execute(input, context) {
      await run?.(input, context);
      return textResult(input.text);
    },
  });

/** A reply that calls `say` once for each text. */
export const says = (...texts: readonly string[]): Reply => ({ calls: texts.map((text) => ({ name: "say", input: { text } })) });

/** What a model says that is asked for a summary. */
export const SUMMARY = "# Goal\nCounting. [messages 1-2]";

/** A script whose replies are for all requests but those for a summary, which get `SUMMARY`. */
export const summarising = (replies: readonly Reply[]): Script => {
  let answered = 0;
  return ({ system }) => (system[0]?.startsWith("You write summaries") === true ? SUMMARY : (replies[answered++] ?? "Go on."));
};

/** A clock that stands still, but for its sleeps, which it skips. */
export const skippingClock = () => {
  const slept: number[] = [];
  let time = 1_000_000;
  const clock: Clock = {
    async sleep(ms) {
      slept.push(ms);
      time += ms;
    },
  };
  return { clock, slept, now: () => time };
};

export const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => Array.fromAsync(items);

/** Resolves when a session tells an event of this type, from the call on. */
export const until = async (session: Session, type: Event["type"]): Promise<void> => {
  for await (const event of session.events()) if (event.type === type) return;
};

export const typesOf = (events: readonly Pick<Event, "type">[]): string[] =>
  events.map(({ type }) => type).filter((type) => type !== "entry");

export const typesIn = (session: Session): string[] => session.entries.map(({ type }: Entry) => type);

/** A conversation in short: `user: …`, `assistant: …`, `tool: …`, a call as `[name {…}]`, an error with `!` and its reason. */
export const transcript = (session: Session): string[] => history(session).map(({ message }) => inShort(message));

const inShort = (message: Message): string => {
  if (message.role === "tool") return `tool: ${message.isError ? `!${message.reason ?? "error"} ` : ""}${textOf(message)}`;
  const calls = message.role === "assistant" ? message.content.filter((part) => part.type === "tool_call") : [];
  return [`${message.role}: ${textOf(message)}`, ...calls.map(({ name, input }) => `[${name} ${JSON.stringify(input)}]`)].join(" ");
};
