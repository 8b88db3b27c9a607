import { inTags } from "../context/index.ts";
import type { ImagePart, UserPart } from "../model/index.ts";
import { fileContent } from "../tools/index.ts";

/** A file for the model. */
export interface Attachment {
  /** Display name, for example the name of the file. */
  readonly name: string;
  /** IANA media type, for example `application/pdf`. The content decides how the file is sent. */
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/**
 * Returns files as parts of a prompt: images (PNG, JPEG, GIF, WebP) as images, text files and the text of PDFs as text in tags,
 * and a note in place of a file that is neither, or is damaged.
 */
export const attachmentParts = (
  attachments: readonly (ImagePart | Attachment)[],
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly UserPart[]> =>
  Promise.all(attachments.map(async (attachment) => ("content" in attachment ? partOf(attachment, signal) : attachment)));

const partOf = async ({ name, mediaType, content }: Attachment, signal: AbortSignal): Promise<UserPart> => {
  const shown = await fileContent(content, name, signal);
  if ("part" in shown) return shown.part;
  const about = { name, type: mediaType };
  if ("text" in shown) return { type: "text", text: inTags("attachment", shown.text, about) };
  return { type: "text", text: inTags("attachment", `(not shown, ${content.length} bytes: ${shown.problem})`, about) };
};
