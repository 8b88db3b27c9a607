import { type AssistantMessage, callTarget, type Event } from "coxswain";
import { NO_USAGE, type ProviderPart } from "coxswain/providers";
import { type MessageDelta } from "coxswain/session";
import { contentBlocks, stopReason, usageObject } from "./message-object.ts";

/**
 * Converts a streaming message to the events of Anthropic's stream: text and reasoning as they arrive, content of the
 * provider's own tools when it is complete, and calls at the end, because their ids are certain only then.
 */
export const partialEvents = (): ((event: Event, model: string) => readonly object[]) => {
  let blocks = 0;
  let open: { readonly part: number; readonly index: number } | undefined;

  const stop = (): readonly object[] => {
    const stopped = open === undefined ? [] : [{ type: "content_block_stop", index: open.index }];
    open = undefined;
    return stopped;
  };

  const grow = ({ part, kind, delta }: MessageDelta): readonly object[] => {
    const before =
      open?.part === part
        ? []
        : [...stop(), { type: "content_block_start", index: blocks, content_block: EMPTY[kind === "text" ? "text" : "reasoning"] }];
    open ??= { part, index: blocks++ };
    const change = kind === "text" ? { type: "text_delta", text: delta } : { type: "thinking_delta", thinking: delta };
    return [...before, { type: "content_block_delta", index: open.index, delta: change }];
  };

  const whole = (part: ProviderPart): readonly object[] => [
    ...stop(),
    ...contentBlocks(part).flatMap((block) => {
      const index = blocks++;
      return [
        { type: "content_block_start", index, content_block: block },
        { type: "content_block_stop", index },
      ];
    }),
  ];

  const finish = ({ content, stop: reason, usage }: AssistantMessage): readonly object[] => [
    ...stop(),
    ...content
      .filter((part) => part.type === "tool_call")
      .map(callTarget)
      .flatMap((call) => {
        const index = blocks++;
        return [
          { type: "content_block_start", index, content_block: { ...contentBlocks(call)[0], input: {} } },
          { type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json: JSON.stringify(call.input) } },
          { type: "content_block_stop", index },
        ];
      }),
    { type: "message_delta", delta: { stop_reason: stopReason(reason), stop_sequence: null }, usage: usageObject(usage) },
    { type: "message_stop" },
  ];

  return (event, model) => {
    if (event.type === "message_start" && event.role === "assistant") {
      blocks = 0;
      open = undefined;
      return [
        {
          type: "message_start",
          message: {
            id: event.messageId,
            type: "message",
            role: "assistant",
            model,
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: usageObject(NO_USAGE),
          },
        },
      ];
    }
    if (event.type === "message_delta" && event.kind !== "tool_input") return grow(event);
    if (event.type === "provider_part") return whole(event.part);
    if (event.type === "message_end" && event.message.role === "assistant") return finish(event.message);
    return [];
  };
};

const EMPTY = { text: { type: "text", text: "" }, reasoning: { type: "thinking", thinking: "", signature: "" } } as const;
