import { asRecord } from "../../base/index.ts";
import type { AssistantMessage, AssistantPart, ImagePart, ModelRequest, ToolMessage, UserPart } from "../../model/index.ts";
import type { BodyOptions } from "../body-options.ts";
import { wireCallId } from "../call-id.ts";
import { callInput, convertLists, resultContent, sentParts } from "../message-content.ts";
import { maybeText } from "./fields.ts";
import type { GeminiModel } from "./gemini-models.ts";

/** A message: https://ai.google.dev/api/caching#Content */
export interface GeminiContent {
  readonly role: "user" | "model";
  readonly parts: readonly BodyOptions[];
}

type Message = ModelRequest["messages"][number];
type Parts = GeminiContent["parts"];

/** Returns a function that converts messages to contents. It converts each message once. */
export const contentsWriter = (model: GeminiModel): ((messages: readonly Message[]) => readonly GeminiContent[]) => {
  const convert = convertLists((message: Message) => converted(message, model));
  return (messages) => {
    const contents: GeminiContent[] = [];
    // A response with several calls must be followed by one content with all results.
    let results: BodyOptions[] | undefined;
    for (const { role, parts, isResult } of convert(messages)) {
      if (parts.length === 0) continue;
      if (isResult && results !== undefined) {
        results.push(...parts);
        continue;
      }
      results = isResult ? [...parts] : undefined;
      contents.push({ role, parts: results ?? parts });
    }
    return contents;
  };
};

interface ConvertedMessage extends GeminiContent {
  readonly isResult: boolean;
}

const converted = (message: Message, model: GeminiModel): ConvertedMessage => {
  switch (message.role) {
    case "user":
      return { role: "user", isResult: false, parts: sentParts(message.content).map(userPart) };
    case "assistant":
      return { role: "model", isResult: false, parts: modelParts(message, model) };
    case "tool":
      return { role: "user", isResult: true, parts: resultParts(message, model) };
  }
};

const userPart = (part: UserPart): BodyOptions => (part.type === "text" ? { text: part.text } : imagePart(part));

const imagePart = ({ mediaType, data }: ImagePart): BodyOptions => ({ inlineData: { mimeType: mediaType, data } });

const resultParts = (message: ToolMessage, { imagesInResults }: GeminiModel): Parts => {
  const { text, images: all } = resultContent(message);
  const { name } = message;
  const images = all.map(imagePart);
  const functionResponse = {
    id: wireCallId(message.callId),
    name,
    response: { name, [message.isError ? "error" : "content"]: text },
    ...(images.length > 0 && imagesInResults ? { parts: images } : {}),
  };
  const separate = imagesInResults ? [] : images.flatMap((image) => [image, { text: IMAGE_OF_RESULT }]);
  return [{ functionResponse }, ...separate];
};

/** Follows each image of a result for a model that accepts only text in results. */
const IMAGE_OF_RESULT = "The image above is part of the tool result before it.";

/**
 * Accepted by the API as the signature of a call that another model made, or none:
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
const NO_SIGNATURE = "skip_thought_signature_validator";

const modelParts = ({ content }: AssistantMessage, { signedCalls }: GeminiModel): Parts => {
  const sent = sentParts(content);
  // Only the first of parallel calls has a signature: those after it need none.
  const signed = sent.findIndex((part) => part.type === "tool_call" && signatureOf(part) !== undefined);
  return sent.flatMap((part, at) => {
    const isUnsigned = signedCalls && part.type === "tool_call" && (signed === -1 || at < signed);
    return modelPart(part, signatureOf(part) ?? (isUnsigned ? NO_SIGNATURE : undefined));
  });
};

const modelPart = (part: AssistantPart, thoughtSignature: string | undefined): Parts => {
  const signature = thoughtSignature === undefined ? {} : { thoughtSignature };
  switch (part.type) {
    case "text":
      return [{ text: part.text, ...signature }];
    case "reasoning":
      return part.text === "" && thoughtSignature === undefined ? [] : [{ text: part.text, thought: true, ...signature }];
    case "provider": {
      const { part: content } = asRecord(part.providerData["google"]);
      return typeof content === "object" && content !== null ? [content as BodyOptions] : [];
    }
    case "tool_call":
      return [{ functionCall: { id: wireCallId(part.id), name: part.name, args: callInput(part.input) }, ...signature }];
  }
};

const signatureOf = ({ providerData }: AssistantPart): string | undefined =>
  maybeText(asRecord(providerData?.["google"])["thoughtSignature"]);
