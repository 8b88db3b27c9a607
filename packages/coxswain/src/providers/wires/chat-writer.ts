import type { ModelRequest, Thinking, ToolSpec } from "../../model/index.ts";
import type { BodyOptions } from "../body-options.ts";
import { convertOnce } from "../message-content.ts";
import { type ChatMessage, type ChatMessageFormat, chatMessagesWriter } from "./chat-messages.ts";
import type { Endpoint } from "./endpoint.ts";
import type { RequestWriter } from "./wire.ts";

/** A server's variant of Chat Completions, for one model. */
export interface ChatFormat extends ChatMessageFormat {
  /** Returns the fields of the limit, the temperature and the thinking level, which is undefined if the model has none. */
  readonly fields: (request: ModelRequest, thinking: Thinking | undefined) => BodyOptions;
  /** Converts the schema of a tool's input. Absent: the server accepts every JSON Schema. */
  readonly toolSchema?: (schema: ToolSpec["inputSchema"]) => ToolSpec["inputSchema"];
  /** True if the server reports usage without `stream_options`, which it rejects. */
  readonly noStreamOptions?: boolean;
  /** The header for the session ID, which routes a session's requests to the same cache. */
  readonly sessionHeader?: string | undefined;
  /** Marks the prefixes to cache on copies of the messages. */
  readonly markCache?: ((messages: readonly ChatMessage[]) => readonly ChatMessage[]) | undefined;
}

/** Writes requests of OpenAI Chat Completions: https://platform.openai.com/docs/api-reference/chat/create */
export const chatWriter = (id: string, to: Endpoint, format: ChatFormat): RequestWriter => {
  const { fields, toolSchema = (schema) => schema, noStreamOptions, sessionHeader, markCache = (messages) => messages } = format;
  const messagesOf = chatMessagesWriter(format);
  const toolOf = convertOnce(({ name, description, inputSchema }: ToolSpec) => ({
    type: "function",
    function: { name, description, parameters: toolSchema(inputSchema) },
  }));
  return (request, thinking) => {
    const { tools, sessionId } = request;
    const session = sessionHeader === undefined || sessionId === undefined ? {} : { [sessionHeader]: sessionId };
    return {
      url: to.url,
      headers: { ...session, ...to.headers },
      body: {
        model: id,
        ...fields(request, thinking),
        messages: markCache(messagesOf(request)),
        ...(tools.length === 0 ? {} : { tools: tools.map(toolOf) }),
        stream: true,
        ...(noStreamOptions === true ? {} : { stream_options: { include_usage: true } }),
      },
    };
  };
};
