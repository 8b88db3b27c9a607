import { callTarget, type MessageDelta, type MessageEntry } from "../loop/index.ts";
import {
  asTyped,
  type AssistantMessage,
  type AssistantPart,
  type ImagePart,
  type ProviderPart,
  textOf,
  type UserMessage,
} from "../model/index.ts";
import type { ResponseFacts, Block, CallBlock, ProviderBlock, UserBlock } from "./block.ts";

/** Returns the block of a user message. */
export const userBlock = ({ id, at }: MessageEntry, message: UserMessage): UserBlock => {
  const { source } = message;
  const shown = asTyped(message);
  return {
    kind: "user",
    id,
    at,
    settled: true,
    text: textOf(shown),
    images: imagesIn(shown.content),
    ...(source === undefined || source === "user" ? {} : { source }),
  };
};

/** Returns the blocks of a complete answer: one for each part, and one for the error that broke it off. */
export const answerBlocks = ({ id, at }: MessageEntry, message: AssistantMessage): readonly Block[] => {
  const response = responseFacts(message);
  const blocks = message.content.flatMap((part, index): readonly Block[] => {
    const block = partBlock(part, { id: `${id}:${index}`, at, message: id, response });
    return block === undefined ? [] : [block];
  });
  const { streamError } = message;
  if (streamError === undefined) return blocks;
  const text = `The answer broke off: ${streamError.message}`;
  return [...blocks, { kind: "notice", id: `${id}:error`, at, settled: true, level: "error", text, about: id }];
};

const responseFacts = ({ model, source, stop, usage, cost }: AssistantMessage): ResponseFacts => ({
  model,
  stop,
  usage,
  ...(source === undefined ? {} : { source }),
  ...(cost === undefined ? {} : { cost }),
});

interface PartOrigin {
  readonly id: string;
  readonly at: number;
  readonly message: string;
  readonly response?: ResponseFacts;
}

/** A later version may write parts of other types, which have no block. */
const partBlock = (part: AssistantPart, origin: PartOrigin): Block | undefined => {
  switch (part.type) {
    case "text":
      return { kind: "text", ...origin, settled: true, text: part.text };
    case "reasoning":
      return { kind: "reasoning", ...origin, settled: true, text: part.text };
    case "provider":
      return providerBlock(part, origin, true);
    case "tool_call": {
      const { id, name, input } = callTarget(part);
      return { ...newCall(origin), call: id, tool: name, input, state: "pending" };
    }
    default:
      return undefined;
  }
};

/** Returns the block of a provider's content. `settled`: its message is complete. */
export const providerBlock = ({ name, input, output, isError }: ProviderPart, origin: PartOrigin, settled: boolean): ProviderBlock => ({
  kind: "provider",
  ...origin,
  settled,
  name,
  ...(input === undefined ? {} : { input }),
  ...(output === undefined ? {} : { output }),
  isError: isError === true,
});

/** Returns the block of a call whose arguments have not arrived. */
export const newCall = (origin: PartOrigin): CallBlock => ({
  kind: "call",
  ...origin,
  settled: false,
  call: "",
  tool: "",
  input: "",
  state: "writing",
  output: "",
  images: [],
  agents: [],
});

/** Returns the block of a part that begins to stream. */
export const emptyPart = (kind: MessageDelta["kind"], part: PartOrigin): Block =>
  kind === "tool_input" ? newCall(part) : { kind, ...part, settled: false, text: "" };

/** Returns the complete block instead of the streamed one, with its id and times. */
export const continued = ({ id, at, ...before }: Block, block: Block, endedAt: number): Block => {
  if (block.kind !== "reasoning") return { ...block, id, at };
  return { ...block, id, at, endedAt: "endedAt" in before && before.endedAt !== undefined ? before.endedAt : endedAt };
};

/** Returns the images of a message. */
export const imagesIn = (content: readonly (AssistantPart | ImagePart)[]): readonly ImagePart[] =>
  content.filter((part) => part.type === "image");
