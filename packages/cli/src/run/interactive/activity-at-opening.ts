import type { AnyEntry, Event } from "coxswain";
import { isMessage } from "coxswain/session";
import { retryStart } from "../../follow/index.ts";

/** Place of the events: those of entries that were read before the screen opened. */
type Placed = Pick<Event, "seq" | "at" | "sessionId" | "agent">;

/** Returns the time at which the last run of a session started or continued. Undefined without a run. */
export const lastBegin = (entries: readonly AnyEntry[]): number | undefined =>
  entries.findLast(({ type }) => type === "run_start" || type === "run_resume")?.at;

/** Events after which a screen shows what an active run does: it waits for the model, or to retry a request, or a call runs. */
export const activityAtOpening = (entries: readonly AnyEntry[], run: string, id: string): readonly Event[] => {
  const from = entries.findLastIndex((entry) => entry.type === "run_start" && entry.run === run);
  const ofRun = entries.slice(Math.max(0, from));
  const placed = ({ seq, at }: AnyEntry): Placed => ({ seq, at, sessionId: id, agent: { id, depth: 0 } });
  const [first] = ofRun;
  if (first === undefined) return [];
  const begun: Event = { type: "run_start", runId: run, ...placed(first) };
  return [begun, ...openCall(ofRun, placed), ...openRetry(ofRun, placed)];
};

/** The wait of a request, if nothing followed it. */
const openRetry = (entries: readonly AnyEntry[], placed: (entry: AnyEntry) => Placed): readonly Event[] => {
  const last = entries.at(-1);
  return last?.type === "retry" ? [{ ...retryStart(last), ...placed(last) }] : [];
};

/** The start of the first call without a result. */
const openCall = (entries: readonly AnyEntry[], placed: (entry: AnyEntry) => Placed): readonly Event[] => {
  const answer = entries.findLast((entry) => isMessage(entry) && entry.message.role === "assistant");
  if (answer === undefined || !isMessage(answer) || answer.message.role !== "assistant") return [];
  const ended = new Set(entries.flatMap((entry) => (isMessage(entry) && entry.message.role === "tool" ? [entry.message.callId] : [])));
  const call = answer.message.content.find((part) => part.type === "tool_call" && !ended.has(part.id));
  return call?.type === "tool_call" ? [{ type: "tool_start", messageId: answer.id, call, ...placed(answer) }] : [];
};
