import type { CacheTtl } from "./cache-marks.ts";
import type { Dialect } from "./dialect.ts";
import type { ApiKey, Connected, Connection } from "./provider.ts";
import { anthropicReader, anthropicWriter, endpoint } from "./wires/index.ts";

/** Connects to Anthropic Messages. */
export const connectAnthropic = ({ baseURL = API, key, headers, cacheTtl }: Connection): Connected => {
  const own = { "anthropic-version": "2023-06-01", ...(key === undefined ? {} : keyHeader(key)) };
  const to = endpoint(`${baseURL === ORIGIN ? API : baseURL}/messages`, own, headers);
  return {
    model: (id) => ({
      kind: "wire",
      wire: { write: anthropicWriter(id, to, cacheTtl), read: anthropicReader, marksCache: true },
    }),
  };
};

const ORIGIN = "https://api.anthropic.com";
const API = `${ORIGIN}/v1`;

/** Access tokens of Anthropic's own programs need another header than API keys. */
const keyHeader = ({ value, from }: ApiKey): Readonly<Record<string, string>> =>
  from === "ANTHROPIC_AUTH_TOKEN" ? { authorization: `Bearer ${value}` } : { "x-api-key": value };

/** The dialect of Claude models whose requests an adapter of Anthropic's API writes. */
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
