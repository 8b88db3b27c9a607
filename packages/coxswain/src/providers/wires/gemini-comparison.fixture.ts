import fc from "fast-check";
import type { AssistantPart, Message, ModelRequest } from "../../model/index.ts";
import { asRecord } from "../../base/index.ts";
import { type Difference, type WrittenWire, OWN_USER_AGENT } from "./comparison.fixture.ts";
import type { Written } from "./oracle.fixture.ts";

type Parts = readonly Readonly<Record<string, unknown>>[];
interface Content {
  readonly parts: Parts;
}

/** Changes the parts of each content. */
const withParts = (written: Written, change: (part: Parts[number]) => Parts[number]): Written => {
  const contents = written.body["contents"] as readonly Content[];
  return { ...written, body: { ...written.body, contents: contents.map((one) => ({ ...one, parts: one.parts.map(change) })) } };
};

const UNSENT_REASONING: Difference = {
  reason: "both omit reasoning without text and signature, but the adapter sends a message that has nothing else without parts",
  request: (request) => ({ ...request, messages: request.messages.flatMap(withoutUnsent) }),
};

const withoutUnsent = (message: ModelRequest["messages"][number]): readonly Exclude<Message, { role: "system" }>[] => {
  if (message.role !== "assistant") return [message];
  const content = message.content.filter(isSent);
  return content.length === 0 ? [] : [{ ...message, content }];
};

const isSent = (part: AssistantPart): boolean =>
  part.type !== "reasoning" || part.text !== "" || asRecord(part.providerData?.["google"])["thoughtSignature"] !== undefined;

const FAILED_RESULTS_WITH_IMAGES: Difference = {
  reason: "the adapter writes the text of a failed result as content instead of error if it has images",
  written: (written, request) => {
    const results = request.messages.filter((message) => message.role === "tool");
    let at = 0;
    return withParts(written, (part) => {
      if (!("functionResponse" in part)) return part;
      const functionResponse = asRecord(part["functionResponse"]);
      const { name, content, error } = asRecord(functionResponse["response"]);
      const response = results[at++]?.isError === true ? { name, error: error ?? content } : { name, content };
      return { functionResponse: { ...functionResponse, response } };
    });
  },
};

const CAPTIONS: Difference = {
  reason: "before Gemini 3, the adapter describes the image of each result, also of a failed one, as the response of a successful call",
  written: (written) =>
    withParts(written, (part) =>
      part["text"] === "Tool executed successfully and returned this image as a response"
        ? { text: "The image above is part of the tool result before it." }
        : part,
    ),
};

const SIGNED = fc.constantFrom({ google: { thoughtSignature: "sig" } }, { google: { thoughtSignature: "other" } }, { google: {} });

export const GOOGLE: WrittenWire = {
  provider: "google",
  unknownIds: [
    "gemini-1.5-pro",
    "gemini-2.0-flash",
    "gemini-2.5-flash-image",
    "gemini-2.5-pro-preview-tts",
    "gemini-3-pro-image-preview",
    "gemini-3-pro-preview",
    "gemini-3.10-flash",
    "gemini-3.7-flash-lite",
    "gemini-3.7-flash-lite-preview",
    "gemini-3.7-flash-preview",
    "gemini-3.7-flashy",
    "gemini-4-carbon",
    "gemini-4-flash",
    "gemini-4-hydrogen",
    "gemini-4-hydrogen-preview",
    "gemini-4.0-flash",
    "gemini-10-pro",
    "gemini-of-tomorrow",
    "gemini-pro",
    "gemini-pro-vision",
    "gemini-robotics-er-1.5-preview",
    "models/gemini-3.8-flash",
    "models/gemini-2.5-pro",
    "models/gemma-4-31b-it",
    "tunedModels/sorter-1",
    "Gemini-3.1-Pro-Preview",
    "gemma-3-27b-it",
    "nano-banana-pro-preview",
    "learnlm-2.0-flash",
  ],
  data: { text: SIGNED, reasoning: SIGNED, call: SIGNED },
  differences: [OWN_USER_AGENT, UNSENT_REASONING, FAILED_RESULTS_WITH_IMAGES, CAPTIONS],
};
