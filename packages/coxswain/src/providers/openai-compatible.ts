import { wireCallId } from "./call-id.ts";
import type { CacheTtl } from "./cache-marks.ts";
import type { Efforts } from "./catalog.ts";
import { type ThinkingStyle, thinkingFields } from "./compatible-thinking.ts";
import type { Dialect } from "./dialect.ts";
import type { Connected, Connection } from "./provider.ts";
import { chatReasoning, type ReasoningDialect } from "./reasoning-dialects.ts";
import { bearer, type ChatFormat, type ChatMessage, chatReader, type ChatReasoning, chatWriter, endpoint } from "./wires/index.ts";

/** Deviations of one OpenAI Chat server. */
export interface CompatibleQuirks extends Partial<Pick<ChatFormat, "callId" | "noStreamOptions" | "sessionHeader">> {
  /** Default: by the model's family, else the server tolerates all reasoning. */
  readonly reasoning?: ReasoningDialect;
  readonly thinking?: ThinkingStyle;
  readonly cacheMarks?: CacheMarks;
  readonly reportedCost?: Dialect["reportedCost"];
}

/** Explicit cache breakpoints for some of a server's models. */
export interface CacheMarks {
  readonly appliesTo: (id: string) => boolean;
  /** Marks the prefixes to cache on copies of the messages. */
  readonly mark: (messages: readonly ChatMessage[], ttl: CacheTtl) => readonly ChatMessage[];
}

/** Connects to any server with an OpenAI Chat Completions API. */
export const connectCompatible = (connection: Connection, quirks: CompatibleQuirks = {}): Connected => {
  const { baseURL = "", key, headers, cacheTtl } = connection;
  const { cacheMarks, reportedCost } = quirks;
  const to = endpoint(`${baseURL}/chat/completions`, bearer(key?.value), headers);
  const name = camelCase(connection.name);
  const read = chatReader({ key: name, ...(reportedCost === undefined ? {} : { reportedCost }) });
  return {
    model: (id, efforts) => {
      const marks = cacheMarks?.appliesTo(id) === true ? cacheMarks : undefined;
      const reasoning = chatReasoning(quirks.reasoning, id);
      const format: ChatFormat = {
        ...formatOf(name, quirks, efforts, reasoning),
        markCache: marks && ((messages) => marks.mark(messages, cacheTtl)),
      };
      const wire = { write: chatWriter(id, to, format), read, marksCache: marks !== undefined };
      return { kind: "wire", wire, reasoningRules: reasoning.rules };
    },
  };
};

const formatOf = (
  key: string,
  { thinking: style = "effort", ...quirks }: CompatibleQuirks,
  efforts: Efforts,
  reasoning: ChatReasoning,
): ChatFormat => ({
  key,
  systemRole: "system",
  oneSystemMessage: true,
  callId: wireCallId,
  marksFailures: false,
  ...quirks,
  reasoning,
  fields: ({ maxOutputTokens, temperature }, level) => ({
    max_tokens: maxOutputTokens,
    ...(temperature === undefined ? {} : { temperature }),
    ...(level === undefined ? {} : thinkingFields(style, level, efforts)),
  }),
});

const camelCase = (name: string): string => name.replace(/[-_.]+([a-z0-9])/gi, (_match, letter: string) => letter.toUpperCase());
