import assert from "node:assert/strict";
import {
  allowAll,
  createRuntime,
  type Entry,
  memoryStore,
  type MessageEntry,
  providerModels,
  type Runtime,
  type Session,
  type Store,
  textResult,
  type Tool,
} from "coxswain";
import { type CompactionEntry, type RepairEntry, type ShellEntry, type UncompactEntry } from "coxswain/session";
import { type Draft } from "coxswain/store";
import { type LoopbackProvider, loopbackProvider, type LoopbackReply, type LoopbackRequest, refusal } from "coxswain/testing";
import { anyInputTool } from "../../any-input-tool.ts";
import { type Interruption, type Life, MODELS, PICTURE, type Step } from "./life.ts";
import { assertSamePrefix } from "../same-prefix.ts";

/** Where sessions live: a provider of all wires that refuses what it would in earnest. */
class Habitat implements AsyncDisposable {
  readonly #server: LoopbackProvider;
  readonly #replies: LoopbackReply[];

  private constructor(server: LoopbackProvider, replies: LoopbackReply[]) {
    this.#server = server;
    this.#replies = replies;
  }

  static async open(): Promise<Habitat> {
    const replies: LoopbackReply[] = [];
    return new Habitat(await loopbackProvider(() => replies.shift() ?? "fine"), replies);
  }

  get requests(): readonly LoopbackRequest[] {
    return this.#server.requests;
  }

  models() {
    const places = Object.values(MODELS);
    const custom = Object.fromEntries(places.map(({ model, base }) => [model.split("/")[0] ?? "", { baseURL: this.#server.url + base }]));
    return providerModels({ env: Object.fromEntries(places.map(({ key }) => [key, "sk-test-123456"])), custom });
  }

  /** From now on these are answered, and then a word. */
  answer(replies: readonly LoopbackReply[]): void {
    this.#replies.splice(0, Number.POSITIVE_INFINITY, ...replies);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#server.close();
  }
}

/** Leads a life, and asserts of each request that its provider takes it and that it begins as the one before where it should. */
export const live = async (life: Life): Promise<void> => {
  await using habitat = await Habitat.open();
  const being = await Being.born(habitat, life);
  try {
    for (const step of life.steps) await being.take(step);
    await being.take({ kind: "prompt", words: "At last.", images: [], replies: [], interruption: undefined });
  } finally {
    await being.end();
  }
};

class Being {
  readonly #habitat: Habitat;
  #store: Store;
  #runtime: Runtime;
  #session: Session;
  #interruption: Interruption | undefined;
  #toolsRun = 0;

  private constructor(habitat: Habitat, store: Store, runtime: Runtime, session: Session) {
    this.#habitat = habitat;
    this.#store = store;
    this.#runtime = runtime;
    this.#session = session;
  }

  static async born(habitat: Habitat, life: Life): Promise<Being> {
    const store = memoryStore();
    const runtime: Runtime = runtimeOn(
      habitat,
      store,
      toolsOf(() => being),
    );
    const session = await runtime.create({
      model: MODELS[life.model].model,
      cwd: "/",
      thinking: "low",
      reasoning: life.reasoning,
      onAbort: life.onAbort,
      // A failed response is asked for once more, at once.
      retry: { tries: 1, baseMs: 0 },
      toolExecution: life.parallel ? "parallel" : "sequential",
    });
    const being = new Being(habitat, store, runtime, session);
    return being;
  }

  async take(step: Step): Promise<void> {
    const session = this.#session;
    switch (step.kind) {
      case "prompt":
        return this.#prompt(step);
      case "model":
        return session.set({ model: MODELS[step.to].model });
      case "thinking":
        return session.set({ thinking: step.to });
      case "crash":
        return this.#crash(step.lost);
      case "back":
        await session.fork(this.#entryAt(step.to), { into: "here" });
        return;
      case "fork":
        this.#session = await session.fork(this.#entryAt(step.at));
        return;
      case "reset":
        await session.append({ type: "reset" });
        return;
      case "compact":
        return this.#compact();
      case "compacted":
        await session.append<CompactionEntry>(this.#compaction(step));
        return;
      case "uncompact":
        await session.append<UncompactEntry>({ type: "uncompact", target: this.#lastCompaction() });
        return;
      case "shell":
        await session.append<ShellEntry>({ type: "shell", command: "ls", output: step.output, exitCode: 0, include: step.include });
        return;
      case "repair":
        await session.append<RepairEntry>({
          type: "repair",
          target: this.#entryAt(step.at) ?? "",
          ...(step.part === undefined ? {} : { part: step.part }),
          reason: "It was refused.",
        });
        return;
      case "foreign":
        // What is no message at all is refused where it is appended, and passed over where it is read.
        await session
          .append<MessageEntry>({ type: "message", message: step.message as MessageEntry["message"] })
          .catch((error: unknown) => {
            if (!(error instanceof TypeError)) throw error;
          });
    }
  }

  end(): Promise<void> {
    return this.#runtime.close();
  }

  /** A tool ran: now is the time for what the life has in store. */
  onTool(): void {
    const due = this.#interruption;
    if (due === undefined || due.kind === "abort" || this.#toolsRun++ !== due.tool) return;
    if (due.kind === "abortInTool") this.#session.abort();
    else this.#session[due.kind]("Look here.");
  }

  async #prompt({ words, images, replies, interruption }: Extract<Step, { kind: "prompt" }>): Promise<void> {
    this.#habitat.answer(replies);
    this.#interruption = interruption;
    this.#toolsRun = 0;
    const first = this.#habitat.requests.length;
    const repairs = this.#repairs();
    const run = this.#session.prompt([{ type: "text", text: words }, ...images]);
    let deltas = 0;
    for await (const event of run)
      if (event.type === "message_delta" && interruption?.kind === "abort" && deltas++ === interruption.delta) run.abort();
    const outcome = await run.outcome;
    if (outcome.kind === "failed") assert.ok(["transient", "refused"].includes(outcome.error.code), JSON.stringify(outcome.error));
    assert.equal(this.#repairs(), repairs, "a request was refused, and mended");
    const requests = this.#habitat.requests.slice(first);
    for (const { wire, body, model } of requests) assert.deepEqual(refusal(wire, body, model), undefined);
    for (const [at, request] of requests.entries()) assertSamePrefix(requests[at - 1], request);
  }

  /** A conversation that is short, or of which nothing is told, is left as it is. */
  async #compact(): Promise<void> {
    this.#habitat.answer([]);
    const first = this.#habitat.requests.length;
    await this.#session.compact().catch((error: unknown) => {
      const { code } = error as { readonly code?: unknown };
      assert.ok(code === "nothing_to_compact" || code === "bad_summary", String(error));
    });
    for (const { wire, body, model } of this.#habitat.requests.slice(first)) assert.deepEqual(refusal(wire, body, model), undefined);
  }

  #compaction({ from, words }: Extract<Step, { kind: "compacted" }>): Draft<CompactionEntry> {
    return {
      type: "compaction",
      summary: words,
      firstKept: from === null ? null : this.#entryAt(from),
      covers: { from: 1, to: 3 },
      preserved: [{ name: "files", text: words }],
      tokensBefore: 100,
      summaryTokens: 10,
      reason: "manual",
      model: "other/model",
      usage: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 },
    };
  }

  #lastCompaction(): string {
    return this.#session.entries.findLast(({ type }) => type === "compaction")?.id ?? "";
  }

  /** Of what was appended last, the store had got nothing. */
  async #crash(lost: number): Promise<void> {
    const { id } = this.#session;
    // Before the first prompt nothing is stored.
    if (!(await Array.fromAsync(this.#store.list())).some((stored) => stored.id === id)) return;
    await this.#runtime.close();
    const file = await this.#store.open(id);
    const entries: Entry[] = [];
    for await (const entry of file.read()) entries.push(entry);
    await file.close();
    this.#store = memoryStore();
    const copy = await this.#store.create(file.header);
    await copy.append(entries.slice(0, Math.max(1, entries.length - lost)));
    await copy.close();
    this.#runtime = runtimeOn(
      this.#habitat,
      this.#store,
      toolsOf(() => this),
    );
    this.#session = await this.#runtime.open(id);
    await settled(this.#session);
  }

  #entryAt(fraction: number): string | null {
    const entries = this.#session.entries.filter(({ type }) => type !== "leaf" && type !== "checkpoint");
    return entries[Math.floor(fraction * (entries.length - 1))]?.id ?? null;
  }

  #repairs(): number {
    return this.#session.entries.filter(({ type }) => type === "repair").length;
  }
}

const runtimeOn = (habitat: Habitat, store: Store, tools: readonly Tool[]): Runtime =>
  createRuntime({ store, models: habitat.models(), tools, policy: allowAll() });

/** What waited for a session when it was opened again comes to its end. */
const settled = async (session: Session): Promise<void> => {
  if (session.status !== "running") return;
  for await (const event of session.events()) if (event.type === "run_end" && session.status !== "running") return;
};

const toolsOf = (being: () => Being): readonly Tool[] => {
  const tool = (name: string, effect: Tool["effect"], run: () => ReturnType<typeof textResult>) =>
    anyInputTool(name, {
      effect,
      parallel: effect === "read",
      execute: async () => {
        being().onTool();
        return run();
      },
    });
  return [
    tool("say", "read", () => textResult("said \ud83d")),
    tool("work", "write", () => textResult("")),
    tool("look", "read", () => ({ content: [PICTURE] })),
    tool("fail", "execute", () => {
      throw new Error("It broke.");
    }),
  ];
};
