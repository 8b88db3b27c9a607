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
import { type Interruption, type Scenario, MODELS, IMAGE, type Step } from "./scenario.ts";
import { assertSamePrefix } from "../same-prefix.ts";

/** A loopback provider with scripted replies, which rejects invalid requests on each wire as the real providers do. */
class ScriptedProvider implements AsyncDisposable {
  readonly #server: LoopbackProvider;
  readonly #replies: LoopbackReply[];

  private constructor(server: LoopbackProvider, replies: LoopbackReply[]) {
    this.#server = server;
    this.#replies = replies;
  }

  static async open(): Promise<ScriptedProvider> {
    const replies: LoopbackReply[] = [];
    return new ScriptedProvider(await loopbackProvider(() => replies.shift() ?? "fine"), replies);
  }

  get requests(): readonly LoopbackRequest[] {
    return this.#server.requests;
  }

  models() {
    const models = Object.values(MODELS);
    const custom = Object.fromEntries(models.map(({ model, base }) => [model.split("/")[0] ?? "", { baseURL: this.#server.url + base }]));
    return providerModels({ env: Object.fromEntries(models.map(({ key }) => [key, "sk-test-123456"])), custom });
  }

  /** Sets the next replies. After them, each reply is a single word. */
  setReplies(replies: readonly LoopbackReply[]): void {
    this.#replies.splice(0, Number.POSITIVE_INFINITY, ...replies);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#server.close();
  }
}

/** Runs a scenario and asserts that every request is valid for its provider and has the previous request's prefix. */
export const runScenario = async (scenario: Scenario): Promise<void> => {
  await using provider = await ScriptedProvider.open();
  const session = await SimulatedSession.open(provider, scenario);
  try {
    for (const step of scenario.steps) await session.perform(step);
    await session.perform({ kind: "prompt", words: "At last.", images: [], replies: [], interruption: undefined });
  } finally {
    await session.close();
  }
};

class SimulatedSession {
  readonly #provider: ScriptedProvider;
  #store: Store;
  #runtime: Runtime;
  #session: Session;
  #interruption: Interruption | undefined;
  #toolsRun = 0;

  private constructor(provider: ScriptedProvider, store: Store, runtime: Runtime, session: Session) {
    this.#provider = provider;
    this.#store = store;
    this.#runtime = runtime;
    this.#session = session;
  }

  static async open(provider: ScriptedProvider, scenario: Scenario): Promise<SimulatedSession> {
    const store = memoryStore();
    const runtime: Runtime = runtimeOn(
      provider,
      store,
      toolsOf(() => simulated),
    );
    const session = await runtime.create({
      model: MODELS[scenario.model].model,
      cwd: "/",
      // DeepSeek demands reasoning only while it thinks, and does not think at `low`.
      thinking: "high",
      reasoning: scenario.reasoning,
      onAbort: scenario.onAbort,
      // One immediate retry.
      retry: { tries: 1, baseMs: 0 },
      toolExecution: scenario.parallel ? "parallel" : "sequential",
    });
    const simulated = new SimulatedSession(provider, store, runtime, session);
    return simulated;
  }

  async perform(step: Step): Promise<void> {
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
      case "moveLeaf":
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
      case "foreignCompaction":
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
          reason: "The provider rejected it.",
        });
        return;
      case "foreign":
        // An invalid message is rejected when it is appended and ignored when it is read.
        await session
          .append<MessageEntry>({ type: "message", message: step.message as MessageEntry["message"] })
          .catch((error: unknown) => {
            if (!(error instanceof TypeError)) throw error;
          });
    }
  }

  close(): Promise<void> {
    return this.#runtime.close();
  }

  /** Called by each tool. Performs the pending interruption if it is due. */
  onTool(): void {
    const interruption = this.#interruption;
    if (interruption === undefined || interruption.kind === "abort" || this.#toolsRun++ !== interruption.tool) return;
    if (interruption.kind === "abortInTool") this.#session.abort();
    else this.#session[interruption.kind]("Look here.");
  }

  async #prompt({ words, images, replies, interruption }: Extract<Step, { kind: "prompt" }>): Promise<void> {
    this.#provider.setReplies(replies);
    this.#interruption = interruption;
    this.#toolsRun = 0;
    const first = this.#provider.requests.length;
    const repairs = this.#repairs();
    const run = this.#session.prompt([{ type: "text", text: words }, ...images]);
    let deltas = 0;
    for await (const event of run)
      if (event.type === "message_delta" && interruption?.kind === "abort" && deltas++ === interruption.delta) run.abort();
    const outcome = await run.outcome;
    if (outcome.kind === "failed") assert.ok(["transient", "refused"].includes(outcome.error.code), JSON.stringify(outcome.error));
    assert.equal(this.#repairs(), repairs, "the provider rejected a request, and the session repaired it");
    const requests = this.#provider.requests.slice(first);
    for (const { wire, body, model } of requests) assert.deepEqual(refusal(wire, body, model), undefined);
    for (const [at, request] of requests.entries()) assertSamePrefix(requests[at - 1], request);
  }

  /** Compacts. Ignores the errors for a short conversation and a bad summary. */
  async #compact(): Promise<void> {
    this.#provider.setReplies([]);
    const first = this.#provider.requests.length;
    await this.#session.compact().catch((error: unknown) => {
      const { code } = error as { readonly code?: unknown };
      assert.ok(code === "nothing_to_compact" || code === "bad_summary", String(error));
    });
    for (const { wire, body, model } of this.#provider.requests.slice(first)) assert.deepEqual(refusal(wire, body, model), undefined);
  }

  #compaction({ from, words }: Extract<Step, { kind: "foreignCompaction" }>): Draft<CompactionEntry> {
    return {
      type: "compaction",
      summary: words,
      firstPreserved: from === null ? null : this.#entryAt(from),
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

  /** Reopens the session without its last entries, which the store had not received. */
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
      this.#provider,
      this.#store,
      toolsOf(() => this),
    );
    this.#session = await this.#runtime.open(id);
    await waitUntilIdle(this.#session);
  }

  #entryAt(fraction: number): string | null {
    const entries = this.#session.entries.filter(({ type }) => type !== "leaf" && type !== "checkpoint");
    return entries[Math.floor(fraction * (entries.length - 1))]?.id ?? null;
  }

  #repairs(): number {
    return this.#session.entries.filter(({ type }) => type === "repair").length;
  }
}

const runtimeOn = (provider: ScriptedProvider, store: Store, tools: readonly Tool[]): Runtime =>
  createRuntime({ store, models: provider.models(), tools, policy: allowAll() });

/** Waits for the run that a reopened session may have resumed. */
const waitUntilIdle = async (session: Session): Promise<void> => {
  if (session.status !== "running") return;
  for await (const event of session.events()) if (event.type === "run_end" && session.status !== "running") return;
};

const toolsOf = (current: () => SimulatedSession): readonly Tool[] => {
  const tool = (name: string, effect: Tool["effect"], run: () => ReturnType<typeof textResult>) =>
    anyInputTool(name, {
      effect,
      parallel: effect === "read",
      execute: async () => {
        current().onTool();
        return run();
      },
    });
  return [
    tool("say", "read", () => textResult("half \ud83d")),
    tool("work", "write", () => textResult("")),
    tool("look", "read", () => ({ content: [IMAGE] })),
    tool("fail", "execute", () => {
      throw new Error("It broke.");
    }),
  ];
};
