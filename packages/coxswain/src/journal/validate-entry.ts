import type { Draft, Entry } from "../log/index.ts";
import type {
  Budget,
  Outcome,
  OutputOptions,
  PermissionRequest,
  QuestionOption,
  RunOptions,
  UserQuestion,
  VerifyOptions,
} from "../loop/index.ts";
import type { CompactionEntry, StoredSection } from "../context/index.ts";
import type { AssistantMessage, ImagePart, ProviderPart, TextPart, ToolCallPart, ToolMessage, UserMessage } from "../model/index.ts";
import { budgetFault } from "../policy/index.ts";
import type { ChangeSource, RestoredChange, RestoreEndEntry } from "../changes/index.ts";
import type { TodoEntry } from "../tools/index.ts";
import type { FolderDigest, FolderVersion, LinkVersion, PathChange, RegularVersion } from "../workspace/index.ts";
import { asRecord } from "../base/index.ts";
import type { PermissionAskEntry, RetryEntry, SessionLogEntry, TaskPlace } from "./entries.ts";
import { isValidSetup } from "./setup.ts";
import {
  amount,
  anything,
  dictionary,
  either,
  exactly,
  fields,
  flag,
  integer,
  list,
  nullable,
  number,
  object,
  optional,
  type Shape,
  text,
} from "./shape.ts";

/**
 * Returns whether an entry has the fields that readers of its type require, and no field of a wrong type, also inside
 * others. Entries of other types are always valid.
 */
export const isValidEntry = (entry: Entry): boolean => SHAPES.get(entry.type)?.(entry) ?? true;

/** Readers count tokens and a cost only if they are numbers: a message is not rejected because of them. */
const usage = object;
const cost = anything;

/** A part of an unknown type is valid: a later version may add some. */
const part: Shape = (value) => (PARTS.get(String(asRecord(value)["type"])) ?? OTHER_PART)(value);
const OTHER_PART = fields<{ readonly type: string }>({ type: text });
const textPart = fields<TextPart>({ type: text, text, providerData: optional(object) });
const PARTS: ReadonlyMap<string, Shape> = new Map([
  ["text", textPart],
  ["reasoning", textPart],
  ["image", fields<ImagePart>({ type: text, mediaType: text, data: text, name: optional(text) })],
  ["tool_call", fields<ToolCallPart>({ type: text, id: text, name: text, input: anything, providerData: optional(object) })],
  [
    "provider",
    fields<ProviderPart>({
      type: text,
      name: text,
      id: optional(text),
      input: anything,
      output: optional(text),
      isError: optional(flag),
      providerData: object,
    }),
  ],
]);

const userMessage = fields<UserMessage>({
  role: exactly("user"),
  content: list(part),
  source: optional(text),
  typed: optional(text),
});
const assistantMessage = fields<AssistantMessage>({
  role: exactly("assistant"),
  content: list(part),
  model: text,
  source: optional(text),
  stop: optional(text),
  usage,
  providerData: optional(object),
  lastPass: optional(usage),
  cost,
  streamError: optional(fields<NonNullable<AssistantMessage["streamError"]>>({ code: text, message: text })),
});
const toolMessage = fields<ToolMessage>({
  role: exactly("tool"),
  callId: text,
  name: text,
  content: list(part),
  isError: optional(flag),
  reason: optional(text),
  details: anything,
});
const message = either(userMessage, assistantMessage, toolMessage);

const budget: Shape = (value) => object(value) && budgetFault(value as Budget) === undefined;

const runOptions = fields<RunOptions>({
  maxTurns: optional(number),
  maxOutputTokens: optional(number),
  temperature: optional(number),
  budget: optional(budget),
  output: optional(fields<OutputOptions>({ schema: object, repairs: optional(number) })),
  verify: optional(fields<VerifyOptions>({ commands: list(text), tries: optional(number) })),
  checks: optional(list(text)),
});

type OutcomeOf<Kind extends Outcome["kind"]> = Extract<Outcome, { readonly kind: Kind }>;

const outcome = either(
  fields<Omit<OutcomeOf<"done">, "reply">>({ kind: exactly("done"), output: anything }),
  fields<OutcomeOf<"aborted">>({ kind: exactly("aborted"), reason: optional(text) }),
  fields<OutcomeOf<"limit">>({
    kind: exactly("limit"),
    limit: fields<OutcomeOf<"limit">["limit"]>({ name: text, message: text, quantity: optional(text) }),
    reply: optional(assistantMessage),
  }),
  fields<OutcomeOf<"failed">>({
    kind: exactly("failed"),
    error: fields<OutcomeOf<"failed">["error"]>({ code: text, message: text, retryAfter: optional(amount) }),
  }),
);

const section = fields<StoredSection>({ name: text, hash: text, text });
const removedSection = fields<StoredSection>({ name: text, hash: exactly(null), text: exactly(null) });

/** A request's effects are not read from the log. */
const request = fields<PermissionRequest>({
  tool: text,
  effect: text,
  subject: text,
  version: optional(text),
  inside: optional(flag),
  alsoKnownAs: optional(list(text)),
  shell: optional(text),
  confined: optional(flag),
  ask: optional(text),
  preview: optional(text),
  effects: optional(object),
});

type Agent = NonNullable<PermissionAskEntry["agent"]>;

const agent = fields<Agent>({ id: text, depth: optional(amount), parent: optional(text), name: optional(text) });

type CallSource = Extract<ChangeSource, { readonly kind: "call" }>;
type JobSource = Extract<ChangeSource, { readonly kind: "job" }>;
type HookSource = Extract<ChangeSource, { readonly kind: "hook" }>;

const version = either(
  fields<RegularVersion>({ kind: exactly("file"), mode: integer, size: amount, content: optional(text), omitted: optional(text) }),
  fields<LinkVersion>({ kind: exactly("link"), target: text, omitted: optional(text) }),
);
const folderVersion = fields<FolderVersion>({
  kind: exactly("folder"),
  digest: optional(fields<FolderDigest>({ hash: text, most: amount })),
});
const pathVersion = optional(either(version, folderVersion));
const change = fields<PathChange>({ path: text, before: pathVersion, after: pathVersion });

const restoredChange = fields<RestoredChange>({
  path: text,
  before: optional(version),
  after: optional(version),
  movesTo: optional(list(text)),
});

/** The fields of an entry beside those of all entries. */
type Own<E extends Entry> = Omit<E, keyof Entry>;

/** The compiler demands each type of entry, with each of its fields. */
const TYPES: { readonly [E in SessionLogEntry as E["type"]]: { readonly [Name in keyof Own<E>]-?: Shape } } = {
  setup: { setup: (value) => isValidSetup(value) && optional(budget)(asRecord(value)["budget"]) },
  message: { message, run: optional(text) },
  inbox_admit: {
    messageId: text,
    message: userMessage,
    how: optional(text),
    run: optional(text),
    options: optional(runOptions),
    once: optional(flag),
    expand: optional(flag),
  },
  inbox_cancel: { messages: list(text), reason: text, returned: optional(flag) },
  model_change: { model: text },
  thinking_change: { thinking: text },
  tools_change: { tools: list(text) },
  system_prompt_change: { systemPrompt: text },
  title_change: { title: text, model: optional(text), usage: optional(usage), cost },
  budget_change: { budget },
  agent_start: { agent: text, name: optional(text), call: optional(text) },
  agent_end: { agent: text, outcome: optional(outcome) },
  agent_usage: { agent: text, model: optional(text), usage, cost, turn: optional(flag), toolCalls: optional(amount) },
  agent_command: {
    agent: text,
    call: text,
    command: text,
    cwd: text,
    startedAt: number,
    exitCode: optional(number),
    noTests: optional(flag),
    noFolder: optional(flag),
    shellError: optional(flag),
  },
  import: { from: text, session: text, left: dictionary(amount) },
  inject: { source: text, role: text },
  inject_reset: {},
  label: { target: text, label: nullable(text) },
  leaf: { to: nullable(text) },
  // Readers compare its checksum.
  checkpoint: {
    offset: anything,
    ranges: anything,
    above: anything,
    pathStates: anything,
    allStates: anything,
    damage: anything,
    sum: anything,
  },
  system_prompt: { sections: list(section) },
  system_change: { sections: list(either(section, removedSection)) },
  tools_sent: { tools: dictionary(text) },
  nested_instructions: { call: text, files: list(text) },
  skill_use: { name: text, path: text },
  compaction: {
    summary: text,
    firstPreserved: nullable(text),
    covers: fields<CompactionEntry["covers"]>({ from: integer, to: integer }),
    preserved: list(fields<CompactionEntry["preserved"][number]>({ name: text, text })),
    tokensBefore: optional(amount),
    summaryTokens: optional(amount),
    reason: optional(text),
    instructions: optional(text),
    model: text,
    usage,
    cost,
  },
  uncompact: { target: text },
  branch_summary: { summary: text, from: optional(text), model: text, usage, cost },
  reset: {},
  relocate: { cwd: text, from: optional(text) },
  repair: { target: text, part: optional(integer), reason: text, model: optional(text), usage: optional(usage), cost },
  retry: {
    attempt: integer,
    tries: integer,
    delay: amount,
    error: fields<RetryEntry["error"]>({ code: text, message: text, status: optional(integer) }),
    model: text,
  },
  response_discard: { run: text, model: text, usage, cost },
  run_start: { run: text, options: optional(runOptions) },
  run_resume: { run: text },
  run_end: { run: text, outcome },
  shell: {
    command: text,
    output: text,
    omittedLines: optional(amount),
    exitCode: optional(nullable(number)),
    startedAt: optional(number),
    include: optional(flag),
  },
  file_change: {
    run: text,
    by: list(
      either(
        fields<CallSource>({ kind: exactly("call"), message: text, call: text, tool: text, agent: optional(text) }),
        fields<JobSource>({ kind: exactly("job"), job: text }),
        fields<HookSource>({ kind: exactly("hook"), event: text, call: optional(text), agent: optional(text) }),
      ),
    ),
    found: text,
    folder: text,
    changes: list(change),
    created: optional(list(text)),
    removed: optional(list(text)),
    unlisted: optional(list(text)),
  },
  restore_start: { kind: text, runs: list(text), changes: list(restoredChange), folders: list(text), roots: list(text) },
  restore_end: { restore: text, refused: list(fields<RestoreEndEntry["refused"][number]>({ path: text, reason: text })) },
  file_seen: { path: text, hash: text, changed: optional(flag) },
  todo: { items: list(fields<TodoEntry["items"][number]>({ content: text, status: text })) },
  task_start: {
    task: text,
    agent: text,
    name: text,
    description: text,
    by: optional(text),
    worktree: optional(fields<TaskPlace>({ path: text, branch: text })),
  },
  task_end: { task: text, ending: text, text },
  job_start: { job: text, command: text, cwd: text, by: optional(text) },
  job_end: { job: text, ending: text, exitCode: optional(nullable(number)), text },
  permission_ask: {
    tool: text,
    callId: text,
    input: anything,
    requests: list(request),
    reasons: list(text),
    offers: list(text),
    wider: optional(list(text)),
    always: optional(flag),
    agent: optional(agent),
  },
  permission_reply: { question: text, allowed: optional(flag), answer: text, reason: optional(text), by: optional(text) },
  question_ask: {
    callId: text,
    question: text,
    options: list(fields<QuestionOption>({ label: text, description: optional(text) })),
    multiple: optional(flag),
    position: optional(fields<NonNullable<UserQuestion["position"]>>({ number, of: number })),
  },
  question_reply: { question: text, answers: list(text), withdrawn: optional(flag), by: optional(text) },
  tool_start: { run: text, message: text, call: text, input: anything },
};

const SHAPES: ReadonlyMap<string, Shape> = new Map(Object.entries(TYPES).map(([type, shapes]) => [type, fields<object>(shapes)]));

/** @throws {TypeError} if an entry lacks fields of its type: it could not be read again */
export const assertValidEntry = (draft: Draft): void => {
  if (draft.type === "leaf") throw new TypeError('Cannot append a leaf entry. To go back, use `fork(entry, { into: "here" })`.');
  if (typeof draft.type !== "string") throw new TypeError("Invalid entry: `type` must be a string.");
  if (!isValidEntry(draft as unknown as Entry)) throw new TypeError(`Invalid entry: it lacks required fields of the type "${draft.type}".`);
};
