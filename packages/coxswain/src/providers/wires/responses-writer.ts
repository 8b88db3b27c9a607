import type { ToolSpec } from "../../model/index.ts";
import { convertOnce, sentSections } from "../message-content.ts";
import type { Endpoint } from "./endpoint.ts";
import { effortOf, openAIModel, temperatureField } from "./openai-models.ts";
import { openAISchema } from "./openai-schema.ts";
import { inputWriter } from "./responses-input.ts";
import type { RequestWriter } from "./wire.ts";

/**
 * Writes requests of OpenAI Responses: https://platform.openai.com/docs/api-reference/responses/create. Storage at the
 * provider is disabled, because the log is authoritative; so reasoning arrives encrypted.
 */
export const responsesWriter = (id: string, to: Endpoint): RequestWriter => {
  const model = openAIModel(id);
  const role = model.reasons ? "developer" : "system";
  const inputOf = inputWriter();
  const toolOf = convertOnce(toolDefinition);
  return ({ system, messages, tools, maxOutputTokens, temperature, sessionId }, thinking) => {
    const effort = thinking === undefined ? undefined : effortOf(model, thinking);
    return {
      ...to,
      body: {
        model: id,
        input: [...sentSections(system).map((content) => ({ role, content })), ...inputOf(messages)],
        ...temperatureField(model, effort, temperature),
        max_output_tokens: maxOutputTokens,
        store: false,
        ...(model.reasons ? { include: ["reasoning.encrypted_content"] } : {}),
        ...(sessionId === undefined ? {} : { prompt_cache_key: sessionId }),
        ...(model.reasons && effort !== undefined ? { reasoning: { effort, ...(effort === "none" ? {} : { summary: "auto" }) } } : {}),
        ...(tools.length === 0 ? {} : { tools: tools.map(toolOf) }),
        stream: true,
      },
    };
  };
};

const toolDefinition = ({ name, description, inputSchema }: ToolSpec) => ({
  type: "function",
  name,
  description,
  parameters: openAISchema(inputSchema),
  strict: false,
});
