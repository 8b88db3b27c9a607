import {
  type CompactionEntry,
  contextTokensOf,
  messageTokens,
  requestTokens,
  type PreservedSection,
  compactionMessage,
  type CompactionReason,
  type RequestContent,
} from "../context/index.ts";
import { compactionJob } from "./summary-job.ts";
import { type CompactionPlan, planCompaction, PROMPT } from "./plan-compaction.ts";
import { acceptSummary } from "./accept-summary.ts";
import type { Draft, Entry, Log } from "../log/index.ts";
import { runError } from "../loop/index.ts";
import { type Model, ModelError, type ModelInfo, NO_USAGE, estimateMessageTokens } from "../model/index.ts";
import { type BeforeCompaction, type EventFields, HookDeniedError, type SessionHooks } from "../hooks/index.ts";
import { bySummaryModel, type SideModels, noUsageYet, type Summary, writeSummary } from "./summary-model.ts";
import { branchState, type SessionJournal } from "../journal/index.ts";
import { preservedSections, type Preserver, limitSections } from "./preservers.ts";
import { BadSummaryError } from "./errors.ts";

/** The next request as it would be sent now, and its model. */
export interface NextRequest {
  readonly model: ModelInfo;
  /** The active run. */
  readonly runId?: string;
  readonly sent: () => RequestContent;
}

/** Input, reason and limits of a compaction. */
export interface CompactionRequest {
  readonly reason: CompactionReason;
  readonly instructions?: string | undefined;
  /** Maximum tokens of the summary, if the session sets none. */
  readonly maxTokens?: number | undefined;
  /** The summary, if no model needs to write it. */
  readonly summary?: string | undefined;
  readonly next: NextRequest;
  /** Tokens of the next request, as it would be sent now. */
  readonly tokens: number;
}

/** Result of a compaction. */
export interface CompactionResult extends Pick<CompactionEntry, "id" | "firstPreserved" | "summary" | "model" | "usage" | "cost"> {
  /** Estimated tokens of the next request, before and after. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

export interface CompactParts {
  readonly log: Log;
  readonly journal: SessionJournal;
  readonly side: SideModels;
  /** Wraps a model for requests outside the run, with separate retries. */
  readonly withRetries: (model: Model) => Model;
  /** Absent: no hooks run. */
  readonly hooks: SessionHooks | undefined;
  readonly preservers: () => readonly Preserver[];
}

/**
 * Compacts once: plans, requests and validates the summary, and then appends everything as one fact, or nothing. Emits
 * events, unless there is nothing to compact.
 * @throws {NothingToCompactError}
 * @throws {HookDeniedError} before any event.
 * @throws {ModelError}
 * @throws {BadSummaryError}
 */
export const compact = async (parts: CompactParts, requested: CompactionRequest, signal: AbortSignal): Promise<CompactionResult> => {
  const { log, journal, hooks } = parts;
  const { reason, next, tokens: tokensBefore } = requested;
  const plan = planCompaction(log.path.entries, planOptions(parts, requested));
  const last = log.path.entries.at(-1);
  const order = hooks?.has("pre_compact") === true ? await applyHooks(hooks, journal, requested, signal) : requested;
  journal.emit({ type: "compaction_start", reason, tokens: tokensBefore });
  try {
    const draft = await writeDraft(parts, order, plan, signal);
    if (signal.aborted) throw new ModelError("aborted", "The compaction was aborted.");
    const entry = await journal.append<CompactionEntry>({
      ...draft,
      firstPreserved: draft.firstPreserved ?? firstAfter(log.path.entries, last),
    });
    await journal.sync("result");
    const tokensAfter = contextTokensOf(log.path.entries, next.sent);
    journal.emit({ type: "compaction_end", reason, entry, tokensBefore, tokensAfter });
    const { id, firstPreserved, summary, model, usage, cost } = entry;
    return { id, firstPreserved, summary, model, usage, ...(cost === undefined ? {} : { cost }), tokensBefore, tokensAfter };
  } catch (error) {
    journal.emit({ type: "compaction_end", reason, ...(signal.aborted ? { aborted: true } : { error: runError(error) }) });
    throw error;
  }
};

const applyHooks = async (
  hooks: SessionHooks,
  journal: SessionJournal,
  order: CompactionRequest,
  signal: AbortSignal,
): Promise<CompactionRequest> => {
  const { reason, instructions, next, tokens } = order;
  const { runId } = next;
  const fields = { reason, tokens, ...(runId === undefined ? {} : { runId }), ...(instructions === undefined ? {} : { instructions }) };
  return { ...order, ...(await beforeCompaction(hooks, journal, fields, signal)) };
};

const planOptions = ({ log }: CompactParts, { reason, maxTokens: most, next, tokens }: CompactionRequest) => {
  const { setup } = log.view(branchState);
  const { keepTokens, maxTokens = most } = setup?.compaction ?? {};
  const estimates = messageTokens();
  return {
    model: reason === "overflow" ? withObservedWindow(next.model, tokens) : next.model,
    runId: next.runId,
    reasoning: setup?.reasoning,
    tokens: estimates,
    overhead: requestTokens({ ...next.sent(), messages: [] }, estimates),
    keepTokens,
    maxTokens,
    // An automatic compaction is necessary even if a few messages fill the window. A prompt alone cannot be summarized.
    ...(reason === "manual" ? {} : { fewest: 2 }),
  };
};

/** Lowers the window of a model that rejected a request of this many tokens. */
const withObservedWindow = (model: ModelInfo, refused: number): ModelInfo => ({
  ...model,
  contextWindow: Math.min(model.contextWindow ?? refused, refused),
});

const writeDraft = async (
  parts: CompactParts,
  order: CompactionRequest,
  plan: CompactionPlan,
  signal: AbortSignal,
): Promise<Draft<CompactionEntry>> => {
  const { log, preservers } = parts;
  const { reason, instructions, summary } = order;
  const written =
    summary === undefined
      ? await requestSummary(parts, order, plan, signal)
      : { summary: acceptSummary(summary, plan), model: BY_HOOK, usage: NO_USAGE };
  const preserved = preservedSections(preservers(), (fold) => log.view(fold));
  return compactionDraft(plan, { ...written, preserved, reason, ...(instructions === undefined ? {} : { instructions }) });
};

/** Replaces the model's reference when a hook supplied the summary. */
const BY_HOOK = "hook";

const requestSummary = (
  { log, side, withRetries }: CompactParts,
  { reason, instructions, next, tokens }: CompactionRequest,
  plan: CompactionPlan,
  signal: AbortSignal,
): Promise<Summary> => {
  const job = (model: ModelInfo) => {
    const own = reason === "overflow" && model.reference === next.model.reference;
    return compactionJob(plan, { model: own ? withObservedWindow(model, tokens) : model, instructions });
  };
  const spent = noUsageYet();
  const write = (model: Model) => writeSummary({ model: withRetries(model), job, sessionId: log.header.id, spent }, signal);
  return bySummaryModel(side, { job, write }, signal);
};

/** Entries that arrived while the summary was written are not in it, and remain. */
const firstAfter = (path: readonly Entry[], last: Entry | undefined): string | null => {
  const at = last === undefined ? -1 : path.lastIndexOf(last);
  return path[at + 1]?.id ?? null;
};

/**
 * Runs the hooks before a compaction.
 * @throws {HookDeniedError}
 */
const beforeCompaction = async (
  hooks: SessionHooks,
  journal: SessionJournal,
  fields: EventFields<"pre_compact">,
  signal: AbortSignal,
): Promise<Pick<BeforeCompaction, "instructions" | "summary">> => {
  const { input, block } = await hooks.run("pre_compact", fields, signal);
  if (block === undefined) return input;
  journal.emit({ type: "hook_block", hook: block.hook, event: "pre_compact", reason: block.reason, what: "compaction" });
  throw new HookDeniedError("compaction", block);
};

/** Fields of a compaction that are not part of its plan. */
export interface CompactionFacts extends Pick<CompactionEntry, "summary" | "reason" | "model" | "usage" | "cost" | "instructions"> {
  /** In order of importance. The prompt of a split run may be absent. */
  readonly preserved: readonly PreservedSection[];
}

/** Tokens below which a summary is always accepted, even if it is not shorter. */
const SMALL = 1_000;

/**
 * Returns the fact of a compaction.
 * @throws {BadSummaryError} when it would not shorten the conversation.
 */
export const compactionDraft = (plan: CompactionPlan, facts: CompactionFacts): Draft<CompactionEntry> => {
  const { limits, firstPreserved, covers, prompt, tokensBefore, replacedTokens } = plan;
  const { summary, reason, instructions, model, usage, cost } = facts;
  const prompts = prompt === undefined ? [] : [{ name: PROMPT, text: prompt }];
  const others = facts.preserved.filter(({ name }) => name !== PROMPT);
  const preserved = limitSections([...prompts, ...others], limits.preserved);
  const summaryTokens = estimateMessageTokens(compactionMessage({ summary, covers, preserved }));
  if (summaryTokens >= Math.max(replacedTokens, SMALL)) {
    throw new BadSummaryError(`The summary has ${summaryTokens} tokens and would replace only ${replacedTokens}.`);
  }
  return {
    type: "compaction",
    summary,
    firstPreserved,
    covers,
    preserved,
    tokensBefore,
    summaryTokens,
    reason,
    ...(instructions === undefined ? {} : { instructions }),
    model,
    usage,
    ...(cost === undefined ? {} : { cost }),
  };
};
