import { clampThinking, estimateTextTokens, type ModelInfo, type ModelRequest, type StopReason } from "../model/index.ts";
import { type MessageRange, MOST_TEXT, shortenedToTokens, wholeText } from "../context/index.ts";
import type { CompactionPlan } from "./plan-compaction.ts";
import { summaryPrompt, summaryQuestion, type SummarySubject } from "./summary-prompt.ts";
import { type TranscriptLimits, type TranscriptMessage, transcriptOf } from "./transcript.ts";

/** Summary to be written, by one or more successive requests. */
export interface SummaryJob {
  /** The model that writes it. */
  readonly model: ModelInfo;
  readonly instructions: string | undefined;
  /** Parts with one summary each, which are joined in order. */
  readonly parts: readonly SummaryPart[];
  /** Messages that pointers may refer to; undefined: none. */
  readonly covers: MessageRange | undefined;
}

/** Summary that grows with each chunk of its transcript. */
export interface SummaryPart {
  readonly subject: SummarySubject;
  /** Earlier summary to update, with which it starts. */
  readonly earlier: string | undefined;
  readonly chunks: readonly string[];
  /** Token limit of the summary. */
  readonly tokens: number;
}

/** Request to the summarizing model, without its session and signal. */
export type SummaryRequest = Omit<ModelRequest, "signal" | "sessionId">;

/** Answer to a summary request. */
export interface SummaryAnswer {
  readonly text: string;
  readonly stop: StopReason;
}

export interface SummaryJobOptions {
  /** The model that writes it. */
  readonly model: ModelInfo;
  /** Additional instructions of the user. */
  readonly instructions?: string | undefined;
}

/**
 * Returns the summary job of a compaction. If the cut splits a run, the first part of that run has a separate summary.
 */
export const compactionJob = (plan: CompactionPlan, options: SummaryJobOptions): SummaryJob => {
  const { conversation, task, covers, limits, previous } = plan;
  const earlier = previous?.summary;
  const isSplit = conversation.length > 0 && task.length > 0;
  const tokens = isSplit ? Math.floor(limits.summary / 2) : limits.summary;
  const subjects: readonly Material[] = [
    { subject: "conversation", messages: conversation, earlier, tokens },
    { subject: "task", messages: task, earlier: isSplit ? undefined : earlier, tokens },
  ];
  return job(subjects, options, covers);
};

/** Returns the summary job of an abandoned branch; undefined if it has no messages. `tokens`: the token limit. */
export const branchSummaryJob = (
  messages: readonly TranscriptMessage[],
  options: SummaryJobOptions & { readonly tokens: number },
): SummaryJob | undefined =>
  messages.length === 0
    ? undefined
    : job([{ subject: "branch", messages, earlier: undefined, tokens: options.tokens }], options, undefined);

/** Returns the next request, given the answers so far; undefined: there is none. */
export const nextSummaryRequest = (
  { model, instructions, parts }: SummaryJob,
  answers: readonly SummaryAnswer[],
): SummaryRequest | undefined => {
  let before = 0;
  for (const { subject, earlier, chunks, tokens } of parts) {
    const transcript = chunks[answers.length - before];
    if (transcript !== undefined) {
      const soFar = answers.length === before ? earlier : answers.at(-1)?.text;
      const question = summaryQuestion({
        soFar: soFar && shortenedToTokens(soFar, soFarRoom(model, tokens)),
        transcript,
        tokens,
        instructions,
      });
      return {
        system: summaryPrompt(subject),
        messages: [{ role: "user", content: [{ type: "text", text: wholeText(question) }] }],
        tools: [],
        thinking: clampThinking("off", model.thinking),
        maxOutputTokens: outputOf(model, tokens),
      };
    }
    before += chunks.length;
  }
  return undefined;
};

/** Material of a part. */
interface Material extends Omit<SummaryPart, "chunks"> {
  readonly messages: readonly TranscriptMessage[];
}

const job = (material: readonly Material[], { model, instructions }: SummaryJobOptions, covers: MessageRange | undefined): SummaryJob => {
  const heeded = instructions && shortenedToTokens(instructions, Math.floor(windowOf(model) / 8));
  const parts = material.flatMap(({ messages, ...part }): readonly SummaryPart[] =>
    messages.length === 0 ? [] : [{ ...part, chunks: chunksOf(messages, transcriptRoom(model, part, heeded)) }],
  );
  return { model, instructions: heeded, parts, covers };
};

/** Assumed window of a model whose window is unknown. */
const UNKNOWN_WINDOW = 32_000;
/** Usable share of the window: an estimate may be too low for code. */
const USABLE = 0.9;
/** Tokens of the question around the transcript. */
const FRAME = 200;
const LEAST_TRANSCRIPT = 400;
/** Provider limit for one string, in tokens of an ASCII string. */
const ONE_TEXT = Math.floor((MOST_TEXT / 4) * 1.2);
/** Room for models that always reason before they answer. */
const REASONING = 4_096;

const windowOf = ({ contextWindow = 0 }: ModelInfo): number => (contextWindow > 0 ? contextWindow : UNKNOWN_WINDOW);

const outputOf = (model: ModelInfo, tokens: number): number => {
  const { thinking, maxOutput = Infinity } = model;
  return Math.min(maxOutput, tokens + (clampThinking("off", thinking) === "off" ? 0 : REASONING));
};

/** Room for the summary so far, which may have been written under another limit. */
const soFarRoom = (model: ModelInfo, tokens: number): number => Math.min(3 * tokens, Math.floor(windowOf(model) / 4));

const transcriptRoom = (model: ModelInfo, { subject, tokens }: Pick<SummaryPart, "subject" | "tokens">, instructions = ""): number => {
  const system = summaryPrompt(subject).reduce((sum, section) => sum + estimateTextTokens(section), 0);
  const question = Math.min(Math.floor(windowOf(model) * USABLE) - outputOf(model, tokens) - system, ONE_TEXT);
  return Math.max(question - soFarRoom(model, tokens) - estimateTextTokens(instructions) - FRAME, LEAST_TRANSCRIPT);
};

/** Limits for results and arguments, which a summary needs only in outline. */
const LIMITS: TranscriptLimits = { result: 2_000, input: 1_000 };

/**
 * Splits a transcript into chunks of at most this many tokens, between messages. A message that exceeds a chunk is
 * shortened to its beginning and end.
 */
const chunksOf = (messages: readonly TranscriptMessage[], tokens: number): readonly string[] => {
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

/** Tokens of the line breaks between two messages. */
const SEPARATOR = 1;
