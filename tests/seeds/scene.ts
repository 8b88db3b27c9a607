// Set-up of the seeds' tests: a runtime made with the public API, over a scripted model.
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
  providerModels,
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
import { loopbackProvider, type LoopbackScript } from "coxswain/testing";
import { z } from "zod";

export interface Stage extends Omit<Partial<RuntimeOptions>, "models"> {
  readonly script?: Script;
  /** Properties of the scripted model. */
  readonly info?: Partial<ScriptedModel["info"]>;
  /** Default: only the scripted model. */
  readonly models?: (scripted: ScriptedModel) => Models;
}

/** Names of the required options. */
export type RequiredNames<Options> = { [Name in keyof Options]-?: object extends Pick<Options, Name> ? never : Name }[keyof Options];

/** Creates a runtime. Default: a memory store, a scripted model and a policy that allows everything. */
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

/** Creates a runtime and a session. */
export const openSession = async ({ setup = {}, ...stage }: Stage & { readonly setup?: Partial<CreateOptions> } = {}) => {
  const opened = openStage(stage);
  return { ...opened, session: await opened.create(setup) };
};

/** Creates a runtime and a session whose model answers over HTTP, in Anthropic's format, from a server on this machine. */
export const openServed = async (
  replies: LoopbackScript,
  { setup = {}, ...stage }: Omit<Stage, "models"> & { readonly setup?: Partial<CreateOptions> } = {},
) => {
  const server = await loopbackProvider(replies);
  const served = providerModels({ env: { ANTHROPIC_API_KEY: "k" }, custom: { anthropic: { baseURL: `${server.url}/v1` } } });
  const opened = openStage({ ...stage, models: () => served });
  return {
    ...opened,
    server,
    session: await opened.create({ model: "anthropic/claude-sonnet-4-5", ...setup }),
    async [Symbol.asyncDispose]() {
      await opened.runtime.close();
      await server.close();
    },
  };
};

/** Creates a temporary folder, which its disposal removes. */
export const openFolder = async () => {
  const path = await realpath(await mkdtemp(join(tmpdir(), "cox-seed-")));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
};

export interface SayOptions {
  readonly name?: string;
  readonly effect?: Effect;
  readonly run?: (input: { readonly text: string }, context: ToolContext) => Promise<unknown>;
}

/** A tool that returns its argument after `run`. */
export const say = ({ name = "say", effect = "read", run }: SayOptions = {}): Tool =>
  defineTool({
    name,
    description: "Returns its text.",
    inputSchema: z.object({ text: z.string() }),
    effect,
    async execute(input, context) {
      await run?.(input, context);
      return textResult(input.text);
    },
  });

/** A reply that calls `say` once for each string. */
export const sayCalls = (...strings: readonly string[]): Reply => ({ calls: strings.map((text) => ({ name: "say", input: { text } })) });

/** The scripted model's response to a request for a summary. */
export const SUMMARY = "# Goal\nCounting. [messages 1-2]";

/** A script that replies with `SUMMARY` to requests for a summary and with `replies` to all others. */
export const summarizing = (replies: readonly Reply[]): Script => {
  let index = 0;
  return ({ system }) => (system[0]?.startsWith("You write summaries") === true ? SUMMARY : (replies[index++] ?? "Continue."));
};

/** A clock that advances only by its sleeps, which resolve at once. */
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

/** Resolves at the session's next event of this type. */
export const until = async (session: Session, type: Event["type"]): Promise<void> => {
  for await (const event of session.events()) if (event.type === type) return;
};

export const eventTypes = (events: readonly Pick<Event, "type">[]): string[] =>
  events.map(({ type }) => type).filter((type) => type !== "entry");

export const entryTypes = (session: Session): string[] => session.entries.map(({ type }: Entry) => type);

/**
 * Formats a conversation: `user: …`, `assistant: …`, `tool: …`, a call as `[name {…}]`, an error with `!` and its
 * reason.
 */
export const transcript = (session: Session): string[] => history(session).map(({ message }) => formatMessage(message));

const formatMessage = (message: Message): string => {
  if (message.role === "tool") return `tool: ${message.isError ? `!${message.reason ?? "error"} ` : ""}${textOf(message)}`;
  const calls = message.role === "assistant" ? message.content.filter((part) => part.type === "tool_call") : [];
  return [`${message.role}: ${textOf(message)}`, ...calls.map(({ name, input }) => `[${name} ${JSON.stringify(input)}]`)].join(" ");
};
