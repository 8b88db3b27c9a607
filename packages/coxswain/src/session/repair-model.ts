import type { Quarantine } from "../context/index.ts";
import type { Entry } from "../log/index.ts";
import type { RunEvent } from "../loop/index.ts";
import { type Model, ModelError, type ModelRequest, type StreamPart } from "../model/index.ts";
import type { SessionEvent } from "./event.ts";
import { type Blame, blameOf } from "./repair-blame.ts";
import type { Place } from "./repair-place.ts";
import { search } from "./repair-search.ts";
import { suspectGroups } from "./repair-suspects.ts";

/** The history that a request was made of. */
export interface RepairableHistory {
  readonly path: readonly Entry[];
  /** What the model is sent now, or would be without these. */
  messages(without?: readonly Quarantine[]): ModelRequest["messages"];
  trace(place: Place): Quarantine | undefined;
  /** Leaves items out from now on. Resolves when the log has it. */
  quarantine(items: readonly Quarantine[], reason: string): Promise<void>;
  tell(event: SessionEvent | RunEvent): void;
}

/** Requests that one repair may cost, besides the one that was refused and the one that is tried again. */
const MOST_PROBES = 12;

/** Tokens of a probe's answer: the fewest that all providers take. It is ended at its first part anyway. */
const PROBE_TOKENS = 16;

/**
 * A model that mends the history that its provider refuses: it finds the item that is refused, has it left out from then
 * on, and asks again, once. Of the failed attempt nothing is told as an answer. What is refused for another reason, or
 * again, throws as the model does.
 */
export const repairingModel = (model: Model, history: RepairableHistory): Model => ({
  info: model.info,
  stream: (request) => ({ [Symbol.asyncIterator]: () => new RepairingStream(model, request, history) }),
});

class RepairingStream implements AsyncIterator<StreamPart> {
  readonly #model: Model;
  readonly #request: ModelRequest;
  readonly #history: RepairableHistory;
  #answer: AsyncIterator<StreamPart>;
  #asked = false;

  constructor(model: Model, request: ModelRequest, history: RepairableHistory) {
    this.#model = model;
    this.#request = request;
    this.#history = history;
    this.#answer = answerTo(model, request);
  }

  next(): Promise<IteratorResult<StreamPart>> {
    if (this.#asked) return this.#answer.next();
    this.#asked = true;
    return this.#answer.next().catch((error: unknown) => this.#again(error));
  }

  async return(): Promise<IteratorResult<StreamPart>> {
    await this.#answer.return?.();
    return { done: true, value: undefined };
  }

  async #again(error: unknown): Promise<IteratorResult<StreamPart>> {
    const blame = error instanceof ModelError ? blameOf(error) : undefined;
    if (blame === undefined) throw error;
    const repaired = await repair(this.#model, this.#request, this.#history, error as ModelError, blame);
    this.#answer = answerTo(this.#model, { ...this.#request, messages: this.#history.messages() });
    return this.#answer.next().catch((again: unknown) => {
      throw again instanceof ModelError && blameOf(again) !== undefined ? withNote(again, `Before that, ${repaired}.`) : again;
    });
  }
}

const answerTo = (model: Model, request: ModelRequest): AsyncIterator<StreamPart> => model.stream(request)[Symbol.asyncIterator]();

/** @returns what was done, in a few words @throws {ModelError} the refusal, when nothing was found */
const repair = async (
  model: Model,
  request: ModelRequest,
  history: RepairableHistory,
  error: ModelError,
  blame: Blame,
): Promise<string> => {
  history.tell({ type: "repair_start", error: error.message });
  let requests = 0;
  const accepted = (without: readonly Quarantine[]): Promise<boolean> => {
    requests += 1;
    return isTaken(model, { ...request, messages: history.messages(without), maxOutputTokens: PROBE_TOKENS });
  };
  let items: readonly Quarantine[] = [];
  try {
    const groups = suspectGroups(blame, { path: history.path, request, model: model.info.reference, trace: history.trace });
    const found = await search({ groups, accepted, most: MOST_PROBES });
    items = (found ?? []).map(({ target, part }) => (part === undefined ? { target } : { target, part }));
    if (items.length > 0) await history.quarantine(items, error.message);
  } finally {
    history.tell({ type: "repair_end", items, requests });
  }
  if (items.length === 0) {
    throw withNote(error, `${counted(requests)} looked for what in the history is refused, and found nothing that could be left out.`);
  }
  const repaired = `${items.length === 1 ? "one item" : `${items.length} items`} of the history that the provider did not accept ${items.length === 1 ? "was" : "were"} left out, found by ${counted(requests)}`;
  history.tell({ type: "warning", message: `${capital(repaired)}. ${error.message}` });
  return repaired;
};

/** Ended at its first part, so that it costs little more than reading the history. */
const isTaken = async (model: Model, request: ModelRequest): Promise<boolean> => {
  const answer = answerTo(model, request);
  try {
    await answer.next();
    return true;
  } catch (error) {
    if (error instanceof ModelError && (error.code === "invalid" || blameOf(error) !== undefined)) return false;
    throw error;
  } finally {
    await answer.return?.();
  }
};

const withNote = (error: ModelError, note: string): ModelError => {
  const { code, message, status, retryAfter, cause } = error;
  return new ModelError(code, `${message} ${note}`, {
    ...(status === undefined ? {} : { status }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    cause,
  });
};

const counted = (requests: number): string => (requests === 1 ? "1 request" : `${requests} requests`);

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
