import type { StopReason, Usage } from "../../model/index.ts";
import type { WireCall, WireReply } from "./reply.ts";
import { seal } from "./seal.ts";
import { split } from "./split.ts";
import { validateGemini } from "./validate-gemini.ts";
import type { StreamContext, WireFormat } from "./wire.ts";

/**
 * The Gemini API's `streamGenerateContent?alt=sse`: https://ai.google.dev/api/generate-content. It has no argument
 * deltas and no end event, and counts cache writes as plain input.
 */
export const gemini: WireFormat = {
  stream: (reply, context) => {
    const chunk = chunkWriter(context);
    return { content: content(reply, context, chunk), ending: ending(reply, chunk) };
  },
  errorBody: ({ status, message }) => ({ error: { code: status, message, status: rpcStatus(status) } }),
  errorEvent: ({ type = "UNAVAILABLE", message }) =>
    `data: ${JSON.stringify({ error: { code: httpStatus(type), message, status: type } })}\n\n`,
  keepAlive: ": keep-alive\n\n",
  validate: validateGemini,
};

/** Writes a chunk from JSON with its specific fields; the common fields are added. */
type ChunkWriter = (fields: string) => string;

const chunkWriter = ({ model, number }: StreamContext): ChunkWriter => {
  const tail = `"modelVersion":${JSON.stringify(model)},"responseId":"loopback-${number}"}\n\n`;
  return (fields) => `data: {${fields},${tail}`;
};

const content = (reply: WireReply, { model, number, chunk: size }: StreamContext, chunk: ChunkWriter): string[] => {
  const part = (json: string): string => chunk(`"candidates":[{"content":{"parts":[${json}],"role":"model"},"index":0}]`);
  const signature = seal(model, number);

  const thoughts = split(reply.reasoning ?? "", size).map((piece) => part(`{"text":${JSON.stringify(piece)},"thought":true}`));
  const texts = split(reply.text ?? "", size).map((piece) => part(`{"text":${JSON.stringify(piece)}}`));
  // Only the first of parallel calls is signed; a thought without a call signs an empty text part at the end.
  // https://ai.google.dev/gemini-api/docs/thought-signatures
  const calls = reply.calls.map((call, index) => part(JSON.stringify(functionCall(call, index === 0 ? signature : undefined))));
  const signed = reply.reasoning !== undefined && calls.length === 0 ? [part(`{"text":"","thoughtSignature":"${signature}"}`)] : [];
  return [...thoughts, ...texts, ...calls, ...signed];
};

const functionCall = ({ id, name, input }: WireCall, thoughtSignature: string | undefined) => ({
  functionCall: { id, name, args: jsonOrText(input) },
  ...(thoughtSignature === undefined ? {} : { thoughtSignature }),
});

/** This wire cannot carry arguments that are not JSON; a string is the closest invalid value. */
const jsonOrText = (input: string): unknown => {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
};

const ending = ({ stop, usage: tokens }: WireReply, chunk: ChunkWriter): string[] =>
  stop === "interrupted"
    ? []
    : [
        chunk(
          `"candidates":[{"content":{"parts":[],"role":"model"},"finishReason":"${FINISH_REASON[stop]}","index":0}],"usageMetadata":${JSON.stringify(usage(tokens))}`,
        ),
      ];

const usage = ({ input, cacheRead, cacheWrite, output, reasoning }: Usage) => ({
  promptTokenCount: input + cacheRead + cacheWrite,
  candidatesTokenCount: output - reasoning,
  totalTokenCount: input + cacheRead + cacheWrite + output,
  ...(cacheRead > 0 ? { cachedContentTokenCount: cacheRead } : {}),
  ...(reasoning > 0 ? { thoughtsTokenCount: reasoning } : {}),
});

const FINISH_REASON: Readonly<Record<Exclude<StopReason, "interrupted">, string>> = {
  stop: "STOP",
  tool_calls: "STOP",
  length: "MAX_TOKENS",
  refusal: "SAFETY",
  other: "OTHER",
};

const rpcStatus = (status: number): string =>
  RPC_STATUS.find(([code]) => code === status)?.[1] ?? (status < 500 ? "INVALID_ARGUMENT" : "INTERNAL");
const httpStatus = (name: string): number => RPC_STATUS.find(([, rpc]) => rpc === name)?.[0] ?? 500;

const RPC_STATUS: readonly (readonly [number, string])[] = [
  [400, "INVALID_ARGUMENT"],
  [401, "UNAUTHENTICATED"],
  [403, "PERMISSION_DENIED"],
  [404, "NOT_FOUND"],
  [429, "RESOURCE_EXHAUSTED"],
  [499, "CANCELLED"],
  [500, "INTERNAL"],
  [503, "UNAVAILABLE"],
  [504, "DEADLINE_EXCEEDED"],
];
