import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import { type ProviderData, type StreamPart } from "../model/index.ts";
import type { Dialect } from "./dialect.ts";
import { type Origin, toModelError } from "./errors/index.ts";
import { finishPart } from "./finish-part.ts";
import type { Timers } from "./timers.ts";

export interface PartReaderOptions {
  readonly dialect: Dialect;
  readonly origin: Origin;
  readonly timers: Timers;
}

/**
 * Reads the parts of one response. Undefined for a part that holds nothing of the response; a part that says that it
 * failed throws.
 */
export const partReader = ({
  dialect,
  origin,
  timers,
}: PartReaderOptions): ((part: LanguageModelV4StreamPart) => StreamPart | undefined) => {
  const blocks = new Map<string, SharedV4ProviderMetadata>();
  let hasCalls = false;

  // A block's data may come with any of its parts; the last that came holds.
  const note = (id: string, data: SharedV4ProviderMetadata | undefined) => {
    if (data !== undefined) blocks.set(id, data);
  };
  const start = (id: string, data: SharedV4ProviderMetadata | undefined) => {
    blocks.delete(id);
    note(id, data);
  };

  return (part) => {
    switch (part.type) {
      case "text-delta":
        note(part.id, part.providerMetadata);
        return part.delta === "" ? undefined : { type: "text_delta", id: part.id, delta: part.delta };
      case "reasoning-delta":
        note(part.id, part.providerMetadata);
        return part.delta === "" ? undefined : { type: "reasoning_delta", id: part.id, delta: part.delta };
      case "tool-input-delta":
        return part.delta === "" ? undefined : { type: "tool_input_delta", id: part.id, delta: part.delta };
      case "text-start":
        start(part.id, part.providerMetadata);
        return { type: "text_start", id: part.id };
      case "text-end":
        note(part.id, part.providerMetadata);
        return { type: "text_end", id: part.id, ...kept(blocks.get(part.id)) };
      case "reasoning-start":
        start(part.id, part.providerMetadata);
        return { type: "reasoning_start", id: part.id, ...kept(part.providerMetadata) };
      case "reasoning-end":
        note(part.id, part.providerMetadata);
        return { type: "reasoning_end", id: part.id, ...kept(blocks.get(part.id)) };
      case "tool-input-start":
        return { type: "tool_input_start", id: part.id, name: part.toolName };
      case "tool-call":
        hasCalls = true;
        return { type: "tool_call", id: part.toolCallId, name: part.toolName, input: part.input, ...kept(part.providerMetadata) };
      case "finish":
        return finishPart(part, hasCalls, dialect, origin);
      case "error":
        throw toModelError(part.error, origin, timers.now());
      default:
        // Notices of the adapter, and tools, files and sources of the provider's own, which are never asked for.
        return undefined;
    }
  };
};

const kept = (data: SharedV4ProviderMetadata | undefined): { readonly providerData?: ProviderData } =>
  data === undefined ? {} : { providerData: data };
