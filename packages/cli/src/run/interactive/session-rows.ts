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
  const isAsking = isRunning && ASKED.some(([ask, reply]) => lastOf([ask]) > lastOf([reply]));
  const answer = entries.findLast((entry) => isMessage(entry) && entry.message.role === "assistant");
  return {
    state: isAsking ? "asking" : isRunning ? "running" : "done",
    answer:
      answer === undefined || !isMessage(answer)
        ? ""
        : answer.message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"),
  };
};

/** Questions about permissions and of the model, with their ends. */
const ASKED = [
  ["permission_ask", "permission_reply"],
  ["question_ask", "question_reply"],
] as const;
