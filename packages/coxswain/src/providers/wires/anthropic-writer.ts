import type { ToolSpec } from "../../model/index.ts";
import { type CacheTtl, cachePlaces } from "../cache-marks.ts";
import { convertOnce, sentSections } from "../message-content.ts";
import { type Block, turnsWriter } from "./anthropic-messages.ts";
import { claudeModel, samplingFields } from "./claude-thinking.ts";
import type { Endpoint } from "./endpoint.ts";
import type { RequestWriter } from "./wire.ts";

/** Writes requests of Anthropic Messages: https://platform.claude.com/docs/en/api/messages */
export const anthropicWriter = (id: string, to: Endpoint, ttl: CacheTtl): RequestWriter => {
  const model = claudeModel(id);
  const mark = { cache_control: { type: "ephemeral", ...(ttl === "1h" ? { ttl } : {}) } };
  const turnsOf = turnsWriter();
  const toolOf = convertOnce(toolDefinition);
  return (request, thinking) => {
    const system = sentSections(request.system).map((text): Block => ({ type: "text", text }));
    const tools = request.tools.map(toolOf);
    const turns = turnsOf(request.messages);
    markLast(system, mark);
    markLast(tools, mark);
    for (const place of cachePlaces(turns)) markLast(turns[place]?.content ?? [], mark);
    return {
      ...to,
      body: {
        model: id,
        ...samplingFields(model, thinking, request),
        ...(system.length === 0 ? {} : { system }),
        messages: turns,
        ...(tools.length === 0 ? {} : { tools }),
        stream: true,
      },
    };
  };
};

const toolDefinition = ({ name, description, inputSchema }: ToolSpec) => ({
  name,
  description,
  input_schema: inputSchema,
  // The arguments arrive as they are written, not only when they are complete and valid.
  eager_input_streaming: true,
});

/** Marks the end of a cached prefix on a copy: the objects are shared with other requests. */
const markLast = (items: object[], mark: object): void => {
  const last = items.at(-1);
  if (last !== undefined) items[items.length - 1] = { ...last, ...mark };
};
