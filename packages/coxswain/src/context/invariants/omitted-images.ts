import type { ImagePart, TextPart, ToolMessage, UserMessage, UserPart } from "../../model/index.ts";
import type { ConversationMessage } from "../invariant.ts";

/** Placeholder for an omitted image. */
const omittedImage = ({ name, mediaType }: ImagePart, reason: string): TextPart => ({
  type: "text",
  text: `[Image ${name === undefined ? "" : `"${name}" `}(${mediaType}) omitted: ${reason}]`,
});

export const hasImages = (message: ConversationMessage): boolean => message.role !== "assistant" && message.content.some(isImage);

export const imagesOf = (message: ConversationMessage): readonly ImagePart[] =>
  message.role === "assistant" ? [] : message.content.filter(isImage);

const isImage = (part: UserPart): part is ImagePart => part.type === "image";

/**
 * Replaces the images of a message for which `reason` returns a string. `at` is the index among the message's images.
 */
export const omitImages = (
  message: ConversationMessage,
  reason: (image: ImagePart, at: number) => string | undefined,
): ConversationMessage => {
  if (message.role === "assistant") return message;
  let at = 0;
  const replace = (part: UserPart): TextPart | ImagePart => {
    if (part.type !== "image") return part;
    const why = reason(part, at++);
    return why === undefined ? part : omittedImage(part, why);
  };
  const edited: UserMessage | ToolMessage = { ...message, content: message.content.map(replace) };
  return edited;
};
