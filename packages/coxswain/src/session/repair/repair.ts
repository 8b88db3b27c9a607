import type { Quarantine } from "../../context/index.ts";
import { type Model, ModelError, type ModelRequest, streamOf, type StreamPart, withNote } from "../../model/index.ts";
import { probedModel } from "../../budget/index.ts";
import { type Refusal, classifyRefusal } from "./classify-refusal.ts";
import type { RepairableHistory } from "./repairable-history.ts";
import { bisect } from "./bisect.ts";
import { suspectGroups } from "./candidates.ts";

export interface RefusedRequest {
  readonly model: Model;
  readonly request: ModelRequest;
  readonly history: RepairableHistory;
  readonly error: ModelError;
  readonly refusal: Refusal;
}

/** Requests that one repair may cost, besides the one that was refused and the one that is tried again. */
const MOST_PROBES = 12;

/** Tokens of a probe's answer: the fewest that all providers take. It is ended at its first part anyway. */
const PROBE_TOKENS = 16;

/**
 * Finds what of a history is refused, and has it left out.
 * @returns what was done, for people
 * @throws {ModelError} the refusal, when nothing was found; what a probe fails with, when that is no refusal.
 */
export const repair = async (refused: RefusedRequest): Promise<string> => {
  const { history, error } = refused;
  history.tell({ type: "repair_start", error: error.message });
  let requests = 0;
  let items: readonly Quarantine[] = [];
  try {
    items = await findOffender(refused, () => (requests += 1));
  } finally {
    history.tell({ type: "repair_end", items, requests });
  }
  if (items.length === 0) {
    throw withNote(
      error,
      `${counted(requests, "request")} looked for what in the history is refused, and found nothing that could be left out.`,
    );
  }
  await history.quarantine(items, error.message);
  const done = `left out of the history: ${counted(items.length, "item")} that the provider did not accept, found by ${counted(requests, "request")}`;
  history.tell({ type: "warning", message: `L${done.slice(1)}. ${error.message}` });
  return done;
};

const findOffender = async ({ model, request, history, refusal }: RefusedRequest, onProbe: () => void): Promise<readonly Quarantine[]> => {
  const asked = probedModel(model, history.took);
  const accepted = (without: readonly Quarantine[]): Promise<boolean> => {
    onProbe();
    return isTaken(asked, { ...request, messages: history.messages(without), maxOutputTokens: PROBE_TOKENS });
  };
  const groups = suspectGroups(refusal, { path: history.path, request, model: model.info.reference, trace: history.trace });
  const found = (await bisect({ groups, accepted, most: MOST_PROBES })) ?? [];
  return found.map(({ target, part }) => (part === undefined ? { target } : { target, part }));
};

/** Ended at its first part, so that it costs little more than reading the history. */
const isTaken = async (model: Model, request: ModelRequest): Promise<boolean> => {
  const answer = answerTo(model, request);
  try {
    await answer.next();
    return true;
  } catch (error) {
    if (error instanceof ModelError && (error.code === "invalid" || classifyRefusal(error) !== undefined)) return false;
    throw error;
  } finally {
    await answer.return?.();
  }
};

export const answerTo = (model: Model, request: ModelRequest): AsyncIterator<StreamPart> =>
  streamOf(model, request)[Symbol.asyncIterator]();

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
