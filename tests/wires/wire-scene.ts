import {
  allowAll,
  createRuntime,
  defineTool,
  memoryStore,
  providerModels,
  type Session,
  type Setup,
  textResult,
  type Tool,
} from "coxswain";
import { type ProviderModelsOptions } from "coxswain/providers";
import { type Clock, history } from "coxswain/session";
import { loopbackProvider, type LoopbackScript } from "coxswain/testing";
import { z } from "zod";

/** One model for each wire. */
export const WIRES = {
  anthropic: { model: "anthropic/claude-sonnet-4-5", base: "/v1", key: "ANTHROPIC_API_KEY" },
  "openai-responses": { model: "openai/gpt-5", base: "/v1", key: "OPENAI_API_KEY" },
  "openai-chat": { model: "deepseek/deepseek-v4-pro", base: "/v1", key: "DEEPSEEK_API_KEY" },
  gemini: { model: "google/gemini-2.5-pro", base: "/v1beta", key: "GEMINI_API_KEY" },
} as const;

export type WireName = keyof typeof WIRES;
export const WIRE_NAMES = Object.keys(WIRES) as WireName[];

export interface WireScene {
  readonly script: LoopbackScript;
  readonly tools?: readonly Tool[];
  readonly setup?: Partial<Setup>;
  /** Clock of the delays between requests. */
  readonly clock?: Clock & { readonly now: () => number };
  /** Timers of the stream's watchdog. */
  readonly timers?: ProviderModelsOptions["timers"];
}

/** Opens a session whose model answers over real HTTP on one wire. `change` selects a model on another wire. */
export const openWire = async (wire: WireName, { script, tools = [], setup, clock, timers }: WireScene) => {
  const server = await loopbackProvider(script);
  const custom = Object.fromEntries(
    WIRE_NAMES.map((name) => [WIRES[name].model.split("/")[0] ?? name, { baseURL: server.url + WIRES[name].base }]),
  );
  const env = Object.fromEntries(WIRE_NAMES.map((name) => [WIRES[name].key, "sk-test-123456"]));
  const runtime = createRuntime({
    store: memoryStore(),
    models: providerModels({ env, custom, ...(timers === undefined ? {} : { timers }) }),
    tools,
    policy: allowAll(),
    ...(clock === undefined ? {} : { clock, now: clock.now }),
  });
  const session = await runtime.create({ model: WIRES[wire].model, cwd: "/", thinking: "low", ...setup });
  return {
    server,
    session,
    change: (to: WireName) => session.set({ model: WIRES[to].model }),
    async [Symbol.asyncDispose]() {
      await runtime.close();
      await server.close();
    },
  };
};

export const sayTool = (run: (text: string) => unknown = () => undefined): Tool =>
  defineTool({
    name: "say",
    description: "Returns its text.",
    inputSchema: z.object({ text: z.string() }),
    effect: "read",
    execute: async ({ text }) => {
      await run(text);
      return textResult(text);
    },
  });

export const sayCalls = (...strings: readonly string[]) => ({ calls: strings.map((text) => ({ name: "say", input: { text } })) });

/** Formats each message as `role: text`, with calls in brackets and the reason of an error result. */
export const transcript = (session: Session): string[] =>
  history(session).map(({ message }) => {
    const parts = message.content.map((part) => {
      if (part.type === "text") return part.text;
      return part.type === "tool_call" ? `[${part.name} ${JSON.stringify(part.input)}]` : `(${part.type})`;
    });
    const mark = message.role === "tool" && message.isError ? `!${message.reason ?? "error"} ` : "";
    return `${message.role}: ${mark}${parts.join(" ")}`;
  });
