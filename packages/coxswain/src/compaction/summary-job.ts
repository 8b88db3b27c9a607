import { clampThinking, estimateTextTokens, type ModelInfo, type ModelRequest, type StopReason } from "../model/index.ts";
import { type MessageRange, MOST_TEXT, shortenedToTokens, wholeText } from "../context/index.ts";
import type { CompactionPlan } from "./plan-compaction.ts";
import { summaryPrompt, summaryQuestion, type SummarySubject } from "./summary-prompt.ts";
import { type TranscriptLimits, type TranscriptMessage, transcriptOf } from "./transcript.ts";

/** A summary to be written, by as many requests as its material takes, one after the other. */
export interface SummaryJob {
  /** The model that writes it. */
  readonly model: ModelInfo;
  readonly instructions: string | undefined;
  /** One summary each, which stand one after the other in the end. */
  readonly parts: readonly SummaryPart[];
  /** What pointers may point to; undefined: there are none. */
  readonly covers: MessageRange | undefined;
}

/** A summary that grows with each piece of its transcript. */
export interface SummaryPart {
  readonly subject: SummarySubject;
  /** Where it begins: an earlier summary that is brought up to date. */
  readonly earlier: string | undefined;
  readonly chunks: readonly string[];
  /** Tokens that it may have. */
  readonly tokens: number;
}

/** What is asked of the summarising model, but for the session that it is for and what ends it. */
export type SummaryRequest = Omit<ModelRequest, "signal" | "sessionId">;

/** What a request for a summary brought. */
export interface SummaryAnswer {
  readonly text: string;
  readonly stop: StopReason;
}

export interface SummaryJobOptions {
  /** The model that is to write it. */
  readonly model: ModelInfo;
  /** What the person wants heeded besides. */
  readonly instructions?: string | undefined;
}

/** The summary that a compaction needs. Where it cuts a run in two, that run's first part has a summary of its own. */
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

/** The summary of a branch that was left; undefined where nothing was said on it. `tokens`: what it may have. */
export const branchSummaryJob = (
  messages: readonly TranscriptMessage[],
  options: SummaryJobOptions & { readonly tokens: number },
): SummaryJob | undefined =>
  messages.length === 0
    ? undefined
    : job([{ subject: "branch", messages, earlier: undefined, tokens: options.tokens }], options, undefined);

/** The next request, given what those before it brought; undefined: there is none. */
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

/** What a part is made of. */
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

/** Where a model's window is not known: as small as they are today. */
const UNKNOWN_WINDOW = 32_000;
/** What is not said in the window's tokens: an estimate may be too low for what is more code than words. */
const USABLE = 0.9;
/** Tokens for what stands around the transcript in the question. */
const FRAME = 200;
const LEAST_TRANSCRIPT = 400;
/** What providers take of one text, as tokens of a text without a character of more than one byte. */
const ONE_TEXT = Math.floor((MOST_TEXT / 4) * 1.2);
/** For models that cannot but reason before they answer. */
const REASONING = 4_096;

const windowOf = ({ contextWindow = 0 }: ModelInfo): number => (contextWindow > 0 ? contextWindow : UNKNOWN_WINDOW);

const outputOf = (model: ModelInfo, tokens: number): number => {
  const { thinking, maxOutput = Infinity } = model;
  return Math.min(maxOutput, tokens + (clampThinking("off", thinking) === "off" ? 0 : REASONING));
};

/** Of the summary so far, which may have been written under another limit. */
const soFarRoom = (model: ModelInfo, tokens: number): number => Math.min(3 * tokens, Math.floor(windowOf(model) / 4));

const transcriptRoom = (model: ModelInfo, { subject, tokens }: Pick<SummaryPart, "subject" | "tokens">, instructions = ""): number => {
  const system = summaryPrompt(subject).reduce((sum, section) => sum + estimateTextTokens(section), 0);
  const question = Math.min(Math.floor(windowOf(model) * USABLE) - outputOf(model, tokens) - system, ONE_TEXT);
  return Math.max(question - soFarRoom(model, tokens) - estimateTextTokens(instructions) - FRAME, LEAST_TRANSCRIPT);
};

/** What a summary needs of a result and of a call's arguments: what they were about. */
const LIMITS: TranscriptLimits = { result: 2_000, input: 1_000 };

/**
 * A transcript in pieces of at most so many tokens, cut between messages. Of a message that
 * is longer than a piece its beginning and its end are told.
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

/** Tokens of the line ends between two messages. */
const SEPARATOR = 1;
