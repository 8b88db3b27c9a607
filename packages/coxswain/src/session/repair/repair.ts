import { isRepair, type Quarantine, type RepairEntry } from "../../context/index.ts";
import type { Entry } from "../../log/index.ts";
import { isRunStart } from "../../loop/index.ts";
import { type Model, ModelError, type ModelRequest, streamOf, type StreamPart, appendNote } from "../../model/index.ts";
import { probedModel } from "../../budget/index.ts";
import { type Refusal, classifyRefusal, isSameKind } from "./classify-refusal.ts";
import type { RepairableHistory } from "./repairable-history.ts";
import { bisect } from "./bisect.ts";
import { candidateGroups } from "./candidates.ts";

export interface RefusedRequest {
  readonly model: Model;
  readonly request: ModelRequest;
  readonly history: RepairableHistory;
  readonly error: ModelError;
  readonly refusal: Refusal;
}

/** Limit of probes in one search. */
const MOST_PROBES = 12;

/** Output tokens of a probe: the minimum that all providers accept. The probe stops at its first part. */
const PROBE_TOKENS = 16;

/**
 * Finds the item of a history that the provider refuses, and omits it from then on; nothing if the provider accepts the history
 * when it is asked again.
 * @returns a description of the repair, for people
 * @throws {ModelError} the refusal if nothing was found, or if the run has repaired one of its kind; or the error of a probe
 *   that failed for another reason.
 */
export const repair = async (refused: RefusedRequest): Promise<string> => {
  const { history, error } = refused;
  if (repairedInRun(history.path).some(({ reason }) => isSameKind(reason, error.message))) throw appendNote(error, REPAIRED);
  history.tell({ type: "repair_start", error: error.message });
  let requests = 0;
  let items: readonly Quarantine[] = [];
  let isPast = false;
  try {
    const accepted = probe(refused, () => (requests += 1));
    items = await findOffender(refused, accepted);
    // A refusal that does not come again has no cause in the history.
    isPast = items.length > 0 && (await accepted([]));
    if (isPast) items = [];
  } finally {
    history.tell({ type: "repair_end", items, requests });
  }
  if (isPast) return "the provider refused the history once, and then accepted it";
  if (items.length === 0) {
    throw appendNote(
      error,
      `${counted(requests, "request")} searched the history for the refused item, and found none that could be omitted.`,
    );
  }
  await history.quarantine(items, error.message);
  const done = `omitted from the history: ${counted(items.length, "item")} that the provider did not accept, found with ${counted(requests, "request")}`;
  history.tell({ type: "warning", message: `O${done.slice(1)}. ${error.message}` });
  return done;
};

/** A provider that refuses every history of a kind would otherwise cost one item each turn. */
const REPAIRED =
  "This run already omitted an item after a refusal of this kind, so the history was not searched again. Use another model, or report this provider's message.";

/** Returns the repairs since the active run began. */
const repairedInRun = (path: readonly Entry[]): readonly RepairEntry[] => path.slice(path.findLastIndex(isRunStart) + 1).filter(isRepair);

type Probe = (without: readonly Quarantine[]) => Promise<boolean>;

const probe = ({ model, request, history }: RefusedRequest, onProbe: () => void): Probe => {
  const asked = probedModel(model, history.onUsage);
  return (without) => {
    onProbe();
    return isAccepted(asked, { ...request, messages: history.messages(without), maxOutputTokens: PROBE_TOKENS });
  };
};

const findOffender = async ({ model, request, history, refusal }: RefusedRequest, accepted: Probe): Promise<readonly Quarantine[]> => {
  const groups = candidateGroups(refusal, { path: history.path, request, model: model.info.reference, trace: history.trace });
  const found = (await bisect({ groups, accepted, most: MOST_PROBES })) ?? [];
  return found.map(({ target, part }) => (part === undefined ? { target } : { target, part }));
};

/** Stops at the first part, so that the probe costs little more than its input. */
const isAccepted = async (model: Model, request: ModelRequest): Promise<boolean> => {
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
