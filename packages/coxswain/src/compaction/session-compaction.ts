import type { SessionHooks } from "../hooks/index.ts";
import { isCompaction, isReset, isSystemPrompt, projection, systemPromptState, toolSpecs } from "../context/index.ts";
import type { Fold, Log } from "../log/index.ts";
import type { Model } from "../model/index.ts";
import { branchState, type SessionJournal } from "../journal/index.ts";
import type { Tool } from "../loop/index.ts";
import type { SideModels } from "./summary-model.ts";
import { branchSummary } from "./branch-summary.ts";
import type { Preserver } from "./preservers.ts";
import { compact, type CompactParts, type NextRequest } from "./compact.ts";
import { Compaction, type CompactionParts } from "./compaction.ts";

interface SessionCompactionParts extends Pick<CompactionParts, "between" | "isInsideRun"> {
  readonly log: Log;
  /** Wraps a model with the session's retries. */
  readonly withRetries: (model: Model) => Model;
  readonly journal: SessionJournal;
  readonly side: SideModels;
  /** Tools of the next request. */
  readonly tools: { list(): readonly Tool[] };
  readonly hooks: SessionHooks | undefined;
  readonly preservers: () => readonly Preserver[];
}

/** Creates the compaction of a session, from its log and models. */
export const sessionCompaction = (parts: SessionCompactionParts): Compaction => {
  const { log, withRetries, journal, side, tools, hooks, preservers, between, isInsideRun } = parts;
  const compactParts: CompactParts = { log, journal, side, withRetries, hooks, preservers };
  const idle = async (): Promise<NextRequest> => {
    await log.complete("needed");
    const { info } = await side.main();
    const { setup } = log.view(branchState);
    const system = systemPromptInLog(log);
    const specs = toolSpecs()(tools.list());
    const project = projection();
    return {
      model: info,
      sent: () => ({ system, messages: project(log.path, { model: info, reasoning: setup?.reasoning }), tools: specs }),
    };
  };
  return new Compaction({
    log,
    journal,
    between,
    isInsideRun,
    idle,
    compact: (order, signal) => compact(compactParts, order, signal),
    branch: (branch, signal) => branchSummary(compactParts, branch, signal),
  });
};

/** Returns the current sections of the system prompt; none before the first request, and after a boundary. */
export const systemPromptInLog = (log: Log): readonly string[] => {
  const { prompt } = log.view(systemPromptState);
  const entry = prompt === null ? undefined : log.get(prompt);
  return entry !== undefined && isSystemPrompt(entry) ? entry.sections.map(({ text }) => text) : [];
};

/** Fold: true if the conversation was compacted since its last reset, even if that was undone. */
export const compacted: Fold<boolean> = {
  name: "compacted",
  initial: false,
  apply: (state, entry) => (state ? !isReset(entry) : isCompaction(entry)),
};
