import { asRecord, type UnknownRecord } from "../../base/index.ts";
import type { StreamPart } from "../../model/index.ts";
import { listOf, maybeText } from "./fields.ts";
import { providerPart } from "./provider-content.ts";

const KEY = "google";

/**
 * Returns the stream part of a content part of Google's own tools; undefined for any other part. It goes back as it is:
 * https://ai.google.dev/gemini-api/docs/code-execution, https://ai.google.dev/gemini-api/docs/tool-combination
 */
export const geminiToolPart = (part: UnknownRecord): StreamPart | undefined => {
  const { executableCode: code, codeExecutionResult: result, toolCall: call, toolResponse: response } = part;
  const data = { part };
  if (code != null) return providerPart({ name: "code_execution", id: asRecord(code)["id"], input: code }, KEY, data);
  if (result != null) {
    const { id, outcome, output } = asRecord(result);
    return providerPart({ name: "code_execution", id, output: output ?? "", failed: outcome !== "OUTCOME_OK" }, KEY, data);
  }
  if (call != null) {
    const { id, toolType, args } = asRecord(call);
    return providerPart({ name: toolName(toolType), id, input: args ?? {} }, KEY, data);
  }
  if (response == null) return undefined;
  const { id, toolType, response: output } = asRecord(response);
  return providerPart({ name: toolName(toolType), id, output: output ?? "" }, KEY, data);
};

const toolName = (type: unknown): string => maybeText(type)?.toLowerCase() ?? "tool";

/**
 * Returns the stream part of a signature that arrives in an empty text part, after everything else. It goes back in its
 * own part: https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export const signaturePart = (thoughtSignature: unknown): StreamPart =>
  providerPart({ name: "thought_signature" }, KEY, { part: { text: "", thoughtSignature } });

/** Returns the stream parts of a response's sources. The API accepts none of them back. */
export const sourceParts = ({ groundingMetadata, urlContextMetadata }: UnknownRecord): readonly StreamPart[] => [
  ...searchPart(groundingMetadata),
  ...pagesPart(urlContextMetadata),
];

const searchPart = (groundingMetadata: unknown): readonly StreamPart[] => {
  const { webSearchQueries, groundingChunks } = asRecord(groundingMetadata);
  const queries = listOf(webSearchQueries);
  const chunks = listOf(groundingChunks);
  if (queries.length === 0 && chunks.length === 0) return [];
  const content = { name: "google_search", input: { query: queries.join("; ") }, output: chunks };
  return [providerPart(content, KEY, { groundingMetadata })];
};

const pagesPart = (urlContextMetadata: unknown): readonly StreamPart[] => {
  const pages = listOf(asRecord(urlContextMetadata)["urlMetadata"]).map(asRecord);
  if (pages.length === 0) return [];
  const url = pages.map(({ retrievedUrl }) => String(retrievedUrl));
  const failed = pages.every(({ urlRetrievalStatus: status }) => status !== "URL_RETRIEVAL_STATUS_SUCCESS");
  const content = {
    name: "url_context",
    input: { url: url.join(" ") },
    output: failed ? "The pages could not be read." : undefined,
    failed,
  };
  return [providerPart(content, KEY, { urlContextMetadata })];
};
