import { Readable } from "node:stream";

/** What came back for a request: the head, and the body still to be read. */
export interface Answer {
  readonly status: number;
  readonly statusText: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Bytes, as they come, not compressed any more. */
  readonly body: Readable;
}

/** The answer of a `fetch` of one's own. */
export const answerOf = ({ status, statusText, headers, body }: Response): Answer => ({
  status,
  statusText,
  headers: Object.fromEntries(headers),
  body: body === null ? Readable.from([]) : Readable.fromWeb(body),
});

/**
 * All of a body as text, as far as it is told of an error: the rest of a larger one is left unread.
 *
 * @param onBytes called for each piece that arrives
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
