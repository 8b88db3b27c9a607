import { type BeforeCompaction, HookDeniedError, type EventFields, type SessionHooks } from "../hooks/index.ts";
import type { SessionJournal } from "../journal/index.ts";

/**
 * What the hooks make of a compaction that is about to begin.
 * @throws {HookDeniedError}
 */
export const beforeCompaction = async (
  hooks: SessionHooks,
  journal: SessionJournal,
  said: EventFields<"pre_compact">,
  signal: AbortSignal,
): Promise<Pick<BeforeCompaction, "instructions" | "summary">> => {
  const { input, block } = await hooks.ask("pre_compact", said, signal);
  if (block === undefined) return input;
  journal.emit({ type: "hook_block", hook: block.hook, event: "pre_compact", reason: block.reason, what: "compaction" });
  throw new HookDeniedError("compaction", block);
};
