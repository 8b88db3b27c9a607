import { estimateTextTokens } from "../model/index.ts";
import { shortenedToTokens } from "../context/index.ts";
import { type TranscriptLimits, type TranscriptMessage, transcriptOf } from "./transcript.ts";

/** What a summary needs of a result and of a call's arguments: what they were about. */
const LIMITS: TranscriptLimits = { result: 2_000, input: 1_000 };

/**
 * A transcript in pieces of at most so many tokens, cut between messages. Of a message that
 * is longer than a piece its beginning and its end are told.
 */
export const chunksOf = (messages: readonly TranscriptMessage[], tokens: number): readonly string[] => {
  const chunks: string[] = [];
  let chunk: string[] = [];
  let size = 0;
  for (const message of messages) {
    const text = shortenedToTokens(transcriptOf(message, LIMITS), tokens - SEPARATOR);
    const more = estimateTextTokens(text) + SEPARATOR;
    if (size + more > tokens && chunk.length > 0) {
      chunks.push(chunk.join("\n\n"));
      chunk = [];
      size = 0;
    }
    chunk.push(text);
    size += more;
  }
  return chunk.length === 0 ? chunks : [...chunks, chunk.join("\n\n")];
};

/** Tokens of the line ends between two messages. */
const SEPARATOR = 1;
