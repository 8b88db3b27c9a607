import type { Mutation } from "./mutation.ts";

const SOURCE = "packages/coxswain/src";
const ORCHESTRATOR = `${SOURCE}/facades/orchestrator.ts`;
const BUS_EVENT = `${SOURCE}/facades/bus-event.ts`;
const ASK = `${SOURCE}/loop/ask.ts`;
const TURN = `${SOURCE}/loop/turn.ts`;
const TOOL_BATCH = `${SOURCE}/loop/tool-batch.ts`;
const TOOL_CALL = `${SOURCE}/loop/tool-call.ts`;
const OPERATIONS = `${SOURCE}/session/operations.ts`;
const RUNNER = `${SOURCE}/session/runner.ts`;
const REQUEST = `${SOURCE}/session/request.ts`;
const ASSEMBLE_REQUEST = `${SOURCE}/session/assemble-request.ts`;
const RUN_QUEUE = `${SOURCE}/session/runs/run-queue.ts`;
const RUN_HOOKS = `${SOURCE}/session/hooks/run-hooks.ts`;
const INSTRUCTIONS = `${SOURCE}/session/instruction-files/session-instructions.ts`;
const NESTED_INSTRUCTIONS = `${SOURCE}/session/instruction-files/nested-instructions-tools.ts`;
const GENERATE_TITLE = `${SOURCE}/session/titles/generate-title.ts`;
const COMPACT = `${SOURCE}/compaction/compact.ts`;
const COMPACTION = `${SOURCE}/compaction/compaction.ts`;
const PLAN_COMPACTION = `${SOURCE}/compaction/plan-compaction.ts`;
const SUMMARY_JOB = `${SOURCE}/compaction/summary-job.ts`;
const THRESHOLDS = `${SOURCE}/compaction/thresholds.ts`;
const COMPACTION_OPTIONS = `${SOURCE}/journal/compaction-options.ts`;
const INJECTIONS = `${SOURCE}/journal/injections.ts`;
const CREATE_RUNTIME = `${SOURCE}/runtime/create-runtime.ts`;
const REGISTRY = `${SOURCE}/runtime/session-registry.ts`;

/** Mutations of the requirements of S4. */
export const S4: readonly Mutation[] = [
  { line: "S4-01", file: TOOL_CALL, from: "requests.length === 0 || signal.aborted ? ALLOW", to: "true ? ALLOW" },
  { line: "S4-01", file: `${SOURCE}/journal/state.ts`, from: "cost: totals.cost + response.cost", to: "cost: totals.cost" },
  {
    line: "S4-01",
    file: `${SOURCE}/journal/journal.ts`,
    from: "this.#written(this.#log.append<E>({ ...draft, id }))",
    to: "undefined as never",
  },
  {
    line: "S4-02",
    file: `${SOURCE}/session/runner.ts`,
    from: `import { sessionGate } from "./gate.ts";`,
    to: `import { sessionGate } from "./gate.ts";\nimport type {} from "../../../cli/src/main.ts";`,
  },
  { line: "S4-02", file: RUNNER, from: "afterTurn.hold();", to: `afterTurn.hold();\n    console.error("running");` },
  { line: "S4-03", file: TURN, from: "await journal.append<MessageEntry>(messageDraft(message, run, id));", to: "" },
  { line: "S4-03", file: ORCHESTRATOR, from: "outcomeUntil(run, signal);", to: "null;" },
  { line: "S4-04", file: RUNNER, from: "setup?.maxTurns ?? 0", to: "setup?.maxTurns ?? 25" },
  { line: "S4-05", file: `${SOURCE}/policy/stop-conditions.ts`, from: "turn >= max", to: "turn > max" },
  { line: "S4-05", file: RUNNER, from: "turnCap(maxTurns)", to: "turnCap(25)" },
  { line: "S4-06", file: TOOL_BATCH, from: `toolExecution ?? "sequential"`, to: `toolExecution ?? "parallel"` },
  {
    line: "S4-06",
    file: `${SOURCE}/policy/question-queue.ts`,
    from: "const turn = this.#last.then(act);",
    to: "const turn = (async () => act())();",
  },
  { line: "S4-07", file: TOOL_BATCH, from: `execution === "parallel" && `, to: "" },
  { line: "S4-07", file: TOOL_BATCH, from: `execution === "parallel" && `, to: "false && " },
  { line: "S4-07", file: TOOL_BATCH, from: "tools.find(call.name)?.parallel === true", to: "tools.find(call.name) !== undefined" },
  { line: "S4-08", file: RUN_QUEUE, from: `if (this.state !== "idle") return;`, to: "" },
  { line: "S4-09", file: CREATE_RUNTIME, from: `isBusy && whenBusy !== "wait"`, to: "isBusy" },
  {
    line: "S4-09",
    file: CREATE_RUNTIME,
    from: `whenBusy === "wait" ? "queue" : whenBusy }`,
    to: `whenBusy === "wait" ? "followUp" : whenBusy }`,
  },
  {
    line: "S4-10",
    file: RUNNER,
    from: "using _ = scope.bindRun(live);",
    to: `using _ = scope.bindRun(live);
    const line = globalThis as { last?: Promise<unknown> };
    const before = line.last;
    line.last = live.outcome;
    await before;`,
  },
  {
    line: "S4-11",
    file: COMPACTION,
    from: "this.#parts.between(() => this.#betweenRuns());",
    to: "void this.#betweenRuns().then((settle) => settle());",
  },
  { line: "S4-11", file: RUN_QUEUE, from: `if (this.#isBetween) return "between";`, to: "" },
  { line: "S4-12", file: `${SOURCE}/loop/assistant-draft.ts`, from: `["text", "reasoning"] as const`, to: `["reasoning"] as const` },
  { line: "S4-12", file: ASK, from: `part.type !== "tool_call");`, to: `part.type === "text");` },
  { line: "S4-12", file: ASK, from: `=== "keep" : true;`, to: `=== "keep" : false;` },
  { line: "S4-12", file: ASK, from: "{ streamError: { code, message: error.message } }", to: "{}" },
  { line: "S4-12", file: ASK, from: `{ kind: "aborted" } : { kind: "failed", error }`, to: `{ kind: "aborted" } : { kind: "aborted" }` },
  { line: "S4-13", file: ASK, from: "content: withoutCalls(draft.content())", to: "content: draft.content()" },
  { line: "S4-13", file: ASK, from: `return new ModelError("transient", "The model's response was truncated.")`, to: "return undefined" },
  { line: "S4-14", file: ASK, from: `scope.options.onAbort === "keep"`, to: `scope.options.onAbort !== "discard"` },
  { line: "S4-15", file: `${SOURCE}/model/cost.ts`, from: "return undefined;\n  const prompt", to: "throw price;\n  const prompt" },
  { line: "S4-15", file: `${SOURCE}/budget/charge.ts`, from: "if (cost === undefined", to: "if (cost === null" },
  { line: "S4-16", file: REGISTRY, from: `if (this.#closing !== undefined) throw new ClosedError("runtime");`, to: "" },
  { line: "S4-17", file: OPERATIONS, from: "throw new InjectCapError(source, MOST);", to: "return undefined;" },
  { line: "S4-18", file: `${SOURCE}/policy/stop-conditions.ts`, from: `name: "turns"`, to: `name: "loop"` },
  { line: "S4-18", file: RUNNER, from: "setup?.maxTurns ?? 0", to: "setup?.maxTurns ?? 25" },
  { line: "S4-19", file: PLAN_COMPACTION, from: "fewest) throw new NothingToCompactError()", to: "fewest) throw new Error()" },
  {
    line: "S4-20",
    file: ORCHESTRATOR,
    from: "{ runtime, models, model }: OrchestratorOptions",
    to: "{ runtime, models, model }: OrchestratorOptions = {} as never",
  },
  { line: "S4-21", file: OPERATIONS, from: `input.cancel("The queue was cleared.");`, to: "void input;" },
  { line: "S4-21", file: OPERATIONS, from: "return waiting.length;", to: "return session.waiting.length;" },
  {
    line: "S4-22",
    file: REGISTRY,
    from: "return (this.#closing ??= closeAll());",
    to: "this.#assertOpen();\n    return (this.#closing = closeAll());",
  },
  { line: "S4-22", file: ORCHESTRATOR, from: "return this.#runtime.close();", to: "return Promise.resolve();" },
  { line: "S4-23", file: SUMMARY_JOB, from: "system: summaryPrompt(subject),", to: "system: []," },
  {
    line: "S4-23",
    file: COMPACT,
    from: "return { id, firstPreserved,",
    to: `return { id: "", firstPreserved,`,
  },
  { line: "S4-23", file: SUMMARY_JOB, from: "const earlier = previous?.summary;", to: "const earlier = undefined;" },
  { line: "S4-24", file: PLAN_COMPACTION, from: "previous === undefined ? 0 : entries.lastIndexOf(previous)", to: "0" },
  { line: "S4-24", file: PLAN_COMPACTION, from: "FEWEST = 4", to: "FEWEST = 3" },
  { line: "S4-24", file: PLAN_COMPACTION, from: "FEWEST = 4", to: "FEWEST = 5" },
  {
    line: "S4-24",
    file: COMPACT,
    from: "const plan = planCompaction(",
    to: `journal.emit({ type: "compaction_start", reason, tokens: tokensBefore });\n  const plan = planCompaction(`,
  },
  {
    line: "S4-25",
    file: COMPACT,
    from: `journal.emit({ type: "compaction_start", reason, tokens: tokensBefore });`,
    to: `setTimeout(() => journal.emit({ type: "compaction_start", reason, tokens: tokensBefore }));`,
  },
  { line: "S4-25", file: COMPACT, from: `journal.emit({ type: "compaction_end", reason, entry, tokensBefore, tokensAfter });`, to: "" },
  {
    line: "S4-25",
    file: COMPACT,
    from: `journal.emit({ type: "compaction_end", reason, ...(signal.aborted ? { aborted: true } : { error: runError(error) }) });`,
    to: "",
  },
  {
    line: "S4-25",
    file: BUS_EVENT,
    from: `case "compaction_end":`,
    to: `case "compaction_end":\n      if ("aborted" in event) return undefined;`,
  },
  { line: "S4-26", file: SUMMARY_JOB, from: "tools: [],", to: `tools: [{ name: "read", description: "Reads.", inputSchema: {} }],` },
  { line: "S4-27", file: OPERATIONS, from: `const run = session.prompt(content, {`, to: `const run = session.prompt(source, {` },
  {
    line: "S4-27",
    file: OPERATIONS,
    from: `content: [{ type: "text", text }], model, source`,
    to: `content: [{ type: "text", text: "" }], model, source`,
  },
  { line: "S4-27", file: OPERATIONS, from: `whenBusy: "followUp"`, to: `whenBusy: "reject"` },
  { line: "S4-27", file: ORCHESTRATOR, from: "source: `plugin:${pluginName}`", to: "source: pluginName" },
  { line: "S4-28", file: OPERATIONS, from: `if (role !== "user" && role !== "assistant") throw`, to: `if (role === undefined) throw` },
  { line: "S4-29", file: OPERATIONS, from: `if (role === "user") {`, to: `if (role !== undefined) {` },
  { line: "S4-30", file: OPERATIONS, from: "const MOST = 10;", to: "const MOST = 11;" },
  { line: "S4-30", file: OPERATIONS, from: "source) >= MOST", to: "source) > MOST" },
  {
    line: "S4-30",
    file: INJECTIONS,
    from: "Object.hasOwn(counts, source) ? (counts[source] ?? 0) : 0;",
    to: "Object.values(counts).reduce((sum, count) => sum + count, 0) + source.length * 0;",
  },
  {
    line: "S4-30",
    file: OPERATIONS,
    from: 'if (injectedBy(session.state.injected, source) >= MOST) throw new InjectCapError(source, MOST);\n  // In the same step as the check of the count.\n  const counted = session.append<InjectEntry>({ type: "inject", source, role });',
    to: 'const counted = session.append<InjectEntry>({ type: "inject", source, role });\n  if (injectedBy(session.state.injected, source) > MOST) throw new InjectCapError(source, MOST);',
  },
  { line: "S4-31", file: ORCHESTRATOR, from: "if (error instanceof SessionNotFoundError) return undefined;", to: "" },
  {
    line: "S4-31",
    file: ORCHESTRATOR,
    from: "isSessionBusy(sessionId: string): Promise<boolean> {",
    to: "isSessionBusy(): Promise<boolean> {\n    return true;",
  },
  {
    line: "S4-32",
    file: ORCHESTRATOR,
    from: "(await this.queuedPrompts(sessionId)).length;",
    to: "Math.min(1, (await this.queuedPrompts(sessionId)).length);",
  },
  { line: "S4-33", file: ORCHESTRATOR, from: `({ parts: [first = ""] }) => first`, to: "({ text }) => text" },
  {
    line: "S4-34",
    file: INJECTIONS,
    from: `if (entry.type === "run_start") return { ...state, opening: true };`,
    to: `if (entry.type === "run_start") return state;`,
  },
  { line: "S4-34", file: INJECTIONS, from: `if (entry.type === "inject_reset") return { ...state, counts: {} };`, to: "" },
  {
    line: "S4-35",
    file: TURN,
    from: "if (!called && messages.length === 0 && inbox.isEmpty) {",
    to: "if (messages.length === 0 && inbox.isEmpty) {",
  },
  { line: "S4-36", file: ORCHESTRATOR, from: `whenBusy: "queue",`, to: `whenBusy: "followUp",` },
  { line: "S4-36", file: ORCHESTRATOR, from: `whenBusy: "queue",`, to: `whenBusy: "reject",` },
  {
    line: "S4-37",
    file: BUS_EVENT,
    from: `{ text: "assistant_text_delta", reasoning: "assistant_thinking_delta" }`,
    to: `{ text: "assistant_thinking_delta", reasoning: "assistant_text_delta" }`,
  },
  {
    line: "S4-37",
    file: REQUEST,
    from: "spending.settle(charged, answer);",
    to: "setTimeout(() => spending.settle(charged, answer));",
  },
  {
    line: "S4-37",
    file: TOOL_BATCH,
    from: `  journal.emit({ type: "tool_end", messageId, call, result: message });
  journal.emit({ type: "message_end", messageId: id, message });`,
    to: `  journal.emit({ type: "message_end", messageId: id, message });
  journal.emit({ type: "tool_end", messageId, call, result: message });`,
  },
  { line: "S4-37", file: TOOL_BATCH, from: `for (const call of calls) journal.emit({ type: "tool_call", messageId, call });`, to: "" },
  { line: "S4-37", file: BUS_EVENT, from: ` && outcome.limit.name === "turns"`, to: "" },
  { line: "S4-37", file: BUS_EVENT, from: "return isCapped ?", to: "return false ?" },
  {
    line: "S4-37",
    file: BUS_EVENT,
    from: `if (outcome.kind === "done") return { type: "turn_completed", reply: outcome.reply };`,
    to: `if (outcome.kind === "done" || outcome.kind === "limit") return { type: "turn_completed", reply: outcome.reply as never };`,
  },
  { line: "S4-37", file: BUS_EVENT, from: "event.steering + event.followUps + event.prompts", to: "event.steering + event.followUps" },
  {
    line: "S4-38",
    file: REQUEST,
    from: `journal.emit({ type: "context_usage",`,
    to: `if (answer.message.stop === "stop") journal.emit({ type: "context_usage",`,
  },
  { line: "S4-38", file: BUS_EVENT, from: "sessionUsd: event.session }", to: "sessionUsd: event.cost ?? 0 }" },
  {
    line: "S4-39",
    file: BUS_EVENT,
    from: `return { type: "tool_progress", callId: event.callId, text: event.text };`,
    to: "return undefined;",
  },
  {
    line: "S4-39",
    file: BUS_EVENT,
    from: `return { type: "permission_asked", questionId: id, callId, tool, requests, offers };`,
    to: "return undefined;",
  },
  { line: "S4-40", file: ORCHESTRATOR, from: "this.recordModel(session) : undefined),", to: "undefined : undefined)," },
  { line: "S4-40", file: ORCHESTRATOR, from: `(type === "run_start" && of`, to: `(type === "queue_change" && of` },
  {
    line: "S4-41",
    file: `${SOURCE}/runtime/runtime-options.ts`,
    from: "readonly store?: Store;",
    to: "readonly store: Store;",
    types: true,
  },
  { line: "S4-41", file: CREATE_RUNTIME, from: "store = memoryStore(),", to: "store = undefined as never," },
  {
    line: "S4-42",
    file: ORCHESTRATOR,
    from: `this.#model = typeof model === "string" ? await this.#models.get(model) : model;`,
    to: `this.#model = await this.#models.get(typeof model === "string" ? model : model.info.reference);`,
  },
  {
    line: "S4-43",
    file: ASSEMBLE_REQUEST,
    from: "system: sections.map(({ text }) => text)",
    to: "system: messages.length > 1 ? [] : sections.map(({ text }) => text)",
  },
  { line: "S4-43", file: `${SOURCE}/session/system-prompt/session-prompt.ts`, from: "base: setup?.systemPrompt,", to: "" },
  { line: "S4-45", file: REGISTRY, from: "cwd = process.cwd()", to: `cwd = "/"` },
  { line: "S4-45", file: `${SOURCE}/loop/tool-context.ts`, from: "    cwd: scope.cwd,\n", to: `    cwd: "/",\n` },
  { line: "S4-46", file: `${SOURCE}/journal/journal.ts`, from: ": this.#now();", to: ": Date.now();" },
  { line: "S4-46", file: BUS_EVENT, from: "at: new Date(event.at)", to: "at: new Date()" },
  { line: "S4-47", file: BUS_EVENT, from: "pctUsed: fraction,", to: "pctUsed: 0," },
  { line: "S4-47", file: `${SOURCE}/model/usage.ts`, from: "Math.min(1, used / window)", to: "Math.min(1, usage.output / window)" },
  { line: "S4-48", file: PLAN_COMPACTION, from: "maxTokens === 0 ? 1024", to: "maxTokens === 0 ? 0" },
  { line: "S4-48", file: COMPACT, from: "    maxTokens,\n", to: "" },
  {
    line: "S4-49",
    file: `${SOURCE}/session/assemble-session.ts`,
    from: "instructions && withNestedInstructions(instructions)",
    to: "undefined",
  },
  {
    line: "S4-49",
    file: INSTRUCTIONS,
    from: "instructionFiles && new SessionInstructions(workspace, instructionFiles, warn)",
    to: "new SessionInstructions(workspace, instructionFiles ?? {}, warn)",
  },
  {
    line: "S4-50",
    file: NESTED_INSTRUCTIONS,
    from: "const claimed = new Set<string>();",
    to: "const claimed = ((globalThis as { claimed?: Set<string> }).claimed ??= new Set<string>());\n  claimed.delete = () => true;",
  },
  {
    line: "S4-50",
    file: NESTED_INSTRUCTIONS,
    from: "new Set([...sent.flatMap(({ files }) => files), ...others,",
    to: "new Set([...others,",
  },
  { line: "S4-51", file: ASSEMBLE_REQUEST, from: "thinking: clampThinking(thinking, info.thinking)", to: `thinking: "off"` },
  {
    line: "S4-51",
    file: ASSEMBLE_REQUEST,
    from: "thinking: clampThinking(thinking, info.thinking)",
    to: `thinking: messages.length > 1 ? "off" : clampThinking(thinking, info.thinking)`,
  },
  { line: "S4-51", file: `${SOURCE}/journal/state.ts`, from: `fact.setup.thinking ?? "off"`, to: `fact.setup.thinking ?? "low"` },
  { line: "S4-52", file: RUN_HOOKS, from: `if (!hooks.has("before_run"))`, to: `if (hooks.has("before_run"))` },
  { line: "S4-52", file: RUN_HOOKS, from: `if (!hooks.has("pre_tool"))`, to: `if (hooks.has("pre_tool"))` },
  { line: "S4-52", file: RUN_HOOKS, from: `if (!hooks.has("post_tool"))`, to: `if (hooks.has("post_tool"))` },
  { line: "S4-52", file: RUN_HOOKS, from: `if (!hooks.has("post_message"))`, to: `if (hooks.has("post_message"))` },
  { line: "S4-53", file: THRESHOLDS, from: `isEmitted: advice === "armed"`, to: "isEmitted: true" },
  { line: "S4-53", file: THRESHOLDS, from: "used * 100 >= percent * window", to: "used * 100 > percent * window" },
  {
    line: "S4-53",
    file: THRESHOLDS,
    from: `isAt(advisePercent - REARMED_BELOW) ? advice : "armed"`,
    to: "advice",
  },
  { line: "S4-54", file: COMPACTION_OPTIONS, from: "advisePercent <= 99", to: "advisePercent <= 100" },
  { line: "S4-54", file: COMPACTION_OPTIONS, from: "advisePercent >= 1 &&", to: "" },
  { line: "S4-54", file: COMPACTION_OPTIONS, from: "advisePercent = 80", to: "advisePercent = 90" },
  { line: "S4-55", file: COMPACTION_OPTIONS, from: `auto = "advisory"`, to: `auto = "auto"` },
  {
    line: "S4-56",
    file: `${SOURCE}/session/runs/prompts.ts`,
    from: "newRun({ messages: [{ id: messageId, message }], options,",
    to: "newRun({ messages: [{ id: messageId, message: { ...message, content: message.content.slice(0, 1) as never } }], options,",
  },
  {
    line: "S4-56",
    file: RUN_QUEUE,
    from: "listener.ended?.(run, outcome);\n    this.#next();",
    to: "listener.ended?.(run, outcome);",
  },
  {
    line: "S4-57",
    file: `${SOURCE}/runtime/session-host.ts`,
    from: "bindTools(options.tools ?? [], workspace)",
    to: "bindTools([], workspace)",
  },
  {
    line: "S4-58",
    file: `${SOURCE}/runtime/session-host.ts`,
    from: "bindTools(options.tools ?? [], workspace)",
    to: "bindTools(options.tools as never, workspace)",
  },
  {
    line: "S4-58",
    file: `${SOURCE}/runtime/runtime-options.ts`,
    from: "readonly tools?: readonly ToolSource[];",
    to: "readonly tools: readonly ToolSource[];",
    types: true,
  },
  { line: "S4-59", file: GENERATE_TITLE, from: "tools: [],", to: `tools: [{ name: "read", description: "Reads.", inputSchema: {} }],` },
  { line: "S4-59", file: ORCHESTRATOR, from: "maxTokens === undefined ? {} : { maxTokens }", to: "{}" },
  {
    line: "S4-59",
    file: GENERATE_TITLE,
    from: "{ title: titleText(text), usage,",
    to: "{ title: titleText(text), usage: undefined as never,",
  },
  {
    line: "S4-60",
    file: ORCHESTRATOR,
    from: "if (!session.isBusy) await this.recordModel(session);\n    return session.compact(",
    to: "return session.compact(",
  },
  {
    line: "S4-60",
    file: ORCHESTRATOR,
    from: `const model = typeof this.#model === "string" ? await this.#models.get(this.#model) : this.#model;`,
    to: `const { info } = (await this.#models.list())[0] as never;\n    const model = await this.#models.get((info as { reference: string }).reference);`,
  },
  {
    line: "S4-61",
    file: ORCHESTRATOR,
    from: "isSessionBusy(sessionId: string): Promise<boolean> {",
    to: "isSessionBusy(): Promise<boolean> {\n    return true;",
  },
  { line: "S4-61", file: ORCHESTRATOR, from: "?.waiting ?? []", to: "?.entries.slice(0, 0) as never ?? []" },
];
