import { type CompactionEntry, contextTokensOf, messageTokens, requestTokens } from "../context/index.ts";
import { compactionDraft } from "./compaction-draft.ts";
import { compactionJob } from "./summary-job.ts";
import { type CompactionPlan, planCompaction } from "./plan-compaction.ts";
import { givenSummary } from "./accept-summary.ts";
import type { Draft, Entry, Log } from "../log/index.ts";
import { runError } from "../loop/index.ts";
import { type Model, ModelError, type ModelInfo, NO_USAGE } from "../model/index.ts";
import { type BeforeCompaction, type EventFields, HookDeniedError, type SessionHooks } from "../hooks/index.ts";
import { bySummaryModel, type SideModels } from "./summary-model.ts";
import { branchState, type SessionJournal } from "../journal/index.ts";
import { carriedBy, type Preserver } from "./preservers.ts";
import type { CompactionOrder, CompactionResult } from "./compaction-request.ts";
import { nothingSpent, type Summary, summarise } from "./write-summary.ts";

export interface CompactParts {
  readonly log: Log;
  readonly journal: SessionJournal;
  readonly side: SideModels;
  /** Wraps a model for requests outside the run, with separate retries. */
  readonly patient: (model: Model) => Model;
  /** Absent: no hooks run. */
  readonly hooks: SessionHooks | undefined;
  readonly carriers: () => readonly Preserver[];
}

/**
 * Compacts once: plans, requests and validates the summary, and then appends everything as one fact, or nothing. Emits
 * events, unless there is nothing to compact.
 * @throws {NothingToCompactError}
 * @throws {HookDeniedError} before any event.
 * @throws {ModelError}
 * @throws {BadSummaryError}
 */
export const compact = async (parts: CompactParts, wanted: CompactionOrder, signal: AbortSignal): Promise<CompactionResult> => {
  const { log, journal, hooks } = parts;
  const { reason, next, tokens: tokensBefore } = wanted;
  const plan = planCompaction(log.path.entries, planOptions(parts, wanted));
  const last = log.path.entries.at(-1);
  const order = hooks?.has("pre_compact") === true ? await heard(hooks, journal, wanted, signal) : wanted;
  journal.emit({ type: "compaction_start", reason, tokens: tokensBefore });
  try {
    const draft = await drafted(parts, order, plan, signal);
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

const heard = async (
  hooks: SessionHooks,
  journal: SessionJournal,
  order: CompactionOrder,
  signal: AbortSignal,
): Promise<CompactionOrder> => {
  const { reason, instructions, next, tokens } = order;
  const { runId } = next;
  const said = { reason, tokens, ...(runId === undefined ? {} : { runId }), ...(instructions === undefined ? {} : { instructions }) };
  return { ...order, ...(await beforeCompaction(hooks, journal, said, signal)) };
};

const planOptions = ({ log }: CompactParts, { reason, next, tokens }: CompactionOrder) => {
  const { setup } = log.view(branchState);
  const { keepTokens, maxTokens } = setup?.compaction ?? {};
  const estimates = messageTokens();
  return {
    model: reason === "overflow" ? asItSeems(next.model, tokens) : next.model,
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
const asItSeems = (model: ModelInfo, refused: number): ModelInfo => ({
  ...model,
  contextWindow: Math.min(model.contextWindow ?? refused, refused),
});

const drafted = async (
  parts: CompactParts,
  order: CompactionOrder,
  plan: CompactionPlan,
  signal: AbortSignal,
): Promise<Draft<CompactionEntry>> => {
  const { log, carriers } = parts;
  const { reason, instructions, summary } = order;
  const written =
    summary === undefined
      ? await asked(parts, order, plan, signal)
      : { summary: givenSummary(summary, plan), model: BY_HOOK, usage: NO_USAGE };
  const carried = carriedBy(carriers(), (fold) => log.view(fold));
  return compactionDraft(plan, { ...written, carried, reason, ...(instructions === undefined ? {} : { instructions }) });
};

/** Replaces the model's reference when a hook supplied the summary. */
const BY_HOOK = "hook";

const asked = (
  { log, side, patient }: CompactParts,
  { reason, instructions, next, tokens }: CompactionOrder,
  plan: CompactionPlan,
  signal: AbortSignal,
): Promise<Summary> => {
  const job = (model: ModelInfo) => {
    const own = reason === "overflow" && model.reference === next.model.reference;
    return compactionJob(plan, { model: own ? asItSeems(model, tokens) : model, instructions });
  };
  const spent = nothingSpent();
  const write = (model: Model) => summarise({ model: patient(model), job, sessionId: log.header.id, spent }, signal);
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
  said: EventFields<"pre_compact">,
  signal: AbortSignal,
): Promise<Pick<BeforeCompaction, "instructions" | "summary">> => {
  const { input, block } = await hooks.run("pre_compact", said, signal);
  if (block === undefined) return input;
  journal.emit({ type: "hook_block", hook: block.hook, event: "pre_compact", reason: block.reason, what: "compaction" });
  throw new HookDeniedError("compaction", block);
};
