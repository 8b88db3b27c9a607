import type { ToolSpec } from "../../model/index.ts";
import type { BodyOptions } from "../body-options.ts";
import { convertOnce, sentSections } from "../message-content.ts";
import type { Endpoint } from "./endpoint.ts";
import { contentsWriter, type GeminiContent } from "./gemini-contents.ts";
import { geminiModel, thinkingConfig } from "./gemini-models.ts";
import type { RequestWriter } from "./wire.ts";

/** Writes requests of Gemini's streamGenerateContent: https://ai.google.dev/api/generate-content */
export const geminiWriter = (id: string, to: Endpoint): RequestWriter => {
  const model = geminiModel(id);
  const contentsOf = contentsWriter(model);
  const toolOf = convertOnce(functionDeclaration);
  return (request, thinking) => {
    const system = sentSections(request.system);
    const contents = contentsOf(request.messages);
    return {
      ...to,
      body: {
        generationConfig: {
          maxOutputTokens: request.maxOutputTokens,
          ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
          ...(thinking === undefined ? {} : { thinkingConfig: thinkingConfig(model, thinking) }),
        },
        ...(model.systemInstruction ? withInstruction(contents, system) : { contents: withFirstText(contents, system) }),
        ...(request.tools.length === 0 ? {} : { tools: [{ functionDeclarations: request.tools.map(toolOf) }] }),
      },
    };
  };
};

const withInstruction = (contents: readonly GeminiContent[], system: readonly string[]): BodyOptions =>
  system.length === 0 ? { contents } : { systemInstruction: { parts: system.map((text) => ({ text })) }, contents };

/** Adds the system prompt to the first message of a copy: the contents are shared with other requests. */
const withFirstText = (contents: readonly GeminiContent[], system: readonly string[]): readonly GeminiContent[] => {
  const [first, ...rest] = contents;
  if (system.length === 0 || first?.role !== "user") return contents;
  return [{ role: "user", parts: [{ text: `${system.join("\n\n")}\n\n` }, ...first.parts] }, ...rest];
};

const functionDeclaration = ({ name, description, inputSchema }: ToolSpec): BodyOptions => ({
  name,
  description,
  // Accepts JSON Schema; `parameters` accepts only a subset of OpenAPI's schema.
  parametersJsonSchema: inputSchema,
});
