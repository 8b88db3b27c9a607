import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ErrorClass, StopReason, Usage } from "../model/index.ts";
import type { Fetch } from "./http-sender.ts";
import { KEY } from "./wires.fixture.ts";

/** Expected result of a stream. fixtures/README.md documents the fields. */
export interface Expected {
  readonly about: string;
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly id: string | null; readonly name: string; readonly input?: unknown; readonly inputText?: string }[];
  readonly stop?: StopReason;
  readonly usage?: Usage;
  readonly cost?: number;
  readonly error?: { readonly code: ErrorClass };
  readonly providerData?: readonly string[];
}

export interface Fixture {
  /** `WIRE/NAME.sse` */
  readonly name: string;
  /** A model on this wire. */
  readonly model: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly expected: Expected;
}

const MODELS: Readonly<Record<string, string>> = {
  anthropic: "anthropic/claude-sonnet-4-5",
  gemini: "google/gemini-2.5-pro",
  "openai-chat": "openai-chat/gpt-4.1",
  "openai-compatible": "openrouter/deepseek/deepseek-v4-pro",
  "openai-responses": "openai/gpt-5",
};

/** API keys for all of these models. */
export const FIXTURE_ENV = { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY, GEMINI_API_KEY: KEY, OPENROUTER_API_KEY: KEY };

const FOLDER = join(import.meta.dirname, "fixtures");

export const FIXTURES: readonly Fixture[] = Object.entries(MODELS).flatMap(([wire, model]) =>
  readdirSync(join(FOLDER, wire))
    .filter((file) => file.endsWith(".sse"))
    .map((file) => ({
      name: `${wire}/${file}`,
      model,
      bytes: new Uint8Array(readFileSync(join(FOLDER, wire, file))),
      expected: JSON.parse(readFileSync(join(FOLDER, wire, file.replace(/sse$/, "json")), "utf8")) as Expected,
    })),
);

/** Returns a fetch that responds with these bytes in chunks of `chunk` bytes. */
export const answering =
  (bytes: Uint8Array<ArrayBuffer>, chunk = bytes.length): Fetch =>
  async () => {
    const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, at) => bytes.subarray(at * chunk, (at + 1) * chunk));
    return new Response(ReadableStream.from(chunks), { headers: { "content-type": "text/event-stream" } });
  };
