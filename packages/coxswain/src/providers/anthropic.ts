import { createAnthropic } from "@ai-sdk/anthropic";
import type { Dialect } from "./dialect.ts";
import type { Connected, Connection } from "./provider.ts";
import { anthropicWire } from "./wires/index.ts";

/** Anthropic Messages. */
export const connectAnthropic = ({ baseURL, key, headers, fetch }: Connection): Connected => {
  const provider = createAnthropic({
    ...(key?.from === "ANTHROPIC_AUTH_TOKEN" ? { authToken: key.value } : { apiKey: key?.value ?? "" }),
    fetch,
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
  });
  return { wire: anthropicWire, model: (id) => provider.languageModel(id), dialect: () => ANTHROPIC_DIALECT };
};

/** Of every Claude that is reached through an adapter of Anthropic's wire. */
export const ANTHROPIC_DIALECT: Dialect = {
  cacheMark: { anthropic: { cacheControl: { type: "ephemeral" } } },
  // https://platform.claude.com/docs/en/build-with-claude/streaming: new types may come, and clients are to bear them.
  eventTypes: new Set([
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
    "ping",
    "error",
  ]),
};
