import { type AnyEntry, readSession, type Store } from "coxswain";
import { isMessage } from "coxswain/session";
import { userSessions } from "../../configuration/index.ts";
import type { ProcessContext } from "../../process/index.ts";
import type { SessionEnd, SessionRow } from "../../screen/index.ts";
import { titleOf } from "../../sessions/index.ts";

/** Returns the sessions of a folder, the latest first. */
export const sessionRows = async (context: Pick<ProcessContext, "env" | "cwd" | "stderr">): Promise<readonly SessionRow[]> =>
  (await userSessions(context).list({ cwd: context.cwd })).map((one) => ({
    id: one.id,
    title: titleOf(one),
    ...(one.parent === undefined ? {} : { parent: one.parent }),
    opening: one.opening ?? "",
    updatedAt: one.updatedAt,
    messages: one.messages,
    cost: one.cost,
    isDamaged: one.problem !== undefined,
  }));

/** Reads the end of a stored session. */
export const sessionEnd = async (store: Store, id: string): Promise<SessionEnd> => endOf((await readSession(store, id)).entries);

const endOf = (entries: readonly AnyEntry[]): SessionEnd => {
  const lastOf = (types: readonly string[]): number => entries.findLastIndex(({ type }) => types.includes(type));
  const isRunning = lastOf(["run_start", "run_resume"]) > lastOf(["run_end"]);
  const isAsking = isRunning && hasOpenQuestion(entries);
  const answer = entries.findLast((entry) => isMessage(entry) && entry.message.role === "assistant");
  return {
    state: isAsking ? "asking" : isRunning ? "running" : "done",
    answer:
      answer === undefined || !isMessage(answer)
        ? ""
        : answer.message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"),
  };
};

/** Returns whether a question about a permission, or of the model, has no reply. Several may be open, as those of sub-agents. */
const hasOpenQuestion = (entries: readonly AnyEntry[]): boolean => {
  const open = new Set<string>();
  for (const entry of entries) {
    if (entry.type === "permission_ask" || entry.type === "question_ask") open.add(entry.id);
    else if (entry.type === "permission_reply" || entry.type === "question_reply") open.delete(entry.question);
  }
  return open.size > 0;
};
