import { Readable } from "node:stream";

/** An HTTP response: status, headers and an unread body. */
export interface Answer {
  readonly status: number;
  readonly statusText: string;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The decompressed bytes, as they arrive. */
  readonly body: Readable;
}

/** Converts the response of a custom `fetch`. */
export const answerOf = ({ status, statusText, headers, body }: Response): Answer => ({
  status,
  statusText,
  headers: Object.fromEntries(headers),
  body: body === null ? Readable.from([]) : Readable.fromWeb(body),
});

/**
 * Reads a body as text. Stops after `TEXT_LIMIT` bytes, which is enough for any error message.
 *
 * @param onBytes called for each chunk
 */
export const bodyText = async ({ body }: Answer, onBytes: () => void = () => {}): Promise<string> => {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    onBytes();
    pieces.push(piece);
    length += piece.byteLength;
    if (length > TEXT_LIMIT) break;
  }
  return Buffer.concat(pieces).toString();
};

const TEXT_LIMIT = 1_000_000;
