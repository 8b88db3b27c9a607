import { createAnthropic } from "@ai-sdk/anthropic";
import type { CacheTtl } from "./cache-marks.ts";
import type { Dialect } from "./dialect.ts";
import type { Connected, Connection } from "./provider.ts";
import { anthropicWire } from "./wires/index.ts";

/** Anthropic Messages. */
export const connectAnthropic = ({ baseURL, key, headers, fetch, cacheTtl }: Connection): Connected => {
  const provider = createAnthropic({
    ...(key?.from === "ANTHROPIC_AUTH_TOKEN" ? { authToken: key.value } : { apiKey: key?.value ?? "" }),
    fetch,
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
  });
  const dialect = anthropicDialect(cacheTtl);
  return { wire: anthropicWire, model: (id) => provider.languageModel(id), dialect: () => dialect };
};

/** The dialect of every Claude model that an adapter of Anthropic's API serves. */
export const anthropicDialect = (ttl: CacheTtl): Dialect => ({
  cacheMark: { anthropic: { cacheControl: { type: "ephemeral", ...(ttl === "1h" ? { ttl } : {}) } } },
  // https://platform.claude.com/docs/en/build-with-claude/streaming: clients must tolerate new event types.
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
});
