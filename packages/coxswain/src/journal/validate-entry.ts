import type { Draft, Entry } from "../log/index.ts";
import type { Budget } from "../loop/index.ts";
import { budgetFault } from "../policy/index.ts";
import { asRecord, type UnknownRecord } from "../base/index.ts";

/** Returns whether an entry has the fields that readers of its type require. Entries of other types are always valid. */
export const isValidEntry = (entry: Entry): boolean => SHAPES.get(entry.type)?.(asRecord(entry)) ?? true;

const isString = (value: unknown): boolean => typeof value === "string";
const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);
const isObjectOrUndefined = (value: unknown): boolean => value === undefined || isObject(value);
const isStringOrUndefined = (value: unknown): boolean => value === undefined || isString(value);
const isStringOrNull = (value: unknown): boolean => value === null || isString(value);

const isMessage = (value: unknown): boolean => {
  const { role, content, typed, source, model, usage, callId, name } = asRecord(value);
  if (!Array.isArray(content) || !content.every(isPart) || !isStringOrUndefined(source)) return false;
  if (role === "assistant") return isString(model) && isObject(usage);
  if (role === "user") return isStringOrUndefined(typed);
  return role === "tool" && isString(callId) && isString(name);
};

const isPart = (value: unknown): boolean => {
  const { type, text, mediaType, data, id, name, output, providerData } = asRecord(value);
  if (type === "text" || type === "reasoning") return isString(text);
  if (type === "provider") return isString(name) && isStringOrUndefined(output) && isObject(providerData);
  if (type === "image") return isString(mediaType) && isString(data);
  return type === "tool_call" ? isString(id) && isString(name) : isString(type);
};

const isSection = (value: unknown): boolean => {
  const { name, hash, text } = asRecord(value);
  return isString(name) && isString(hash) && isString(text);
};

const isChangedSection = (value: unknown): boolean => {
  const { name, hash, text } = asRecord(value);
  return isSection(value) || (isString(name) && hash === null && text === null);
};

const arePreserved = (value: unknown): boolean =>
  Array.isArray(value) && value.every((preserved) => isString(asRecord(preserved)["name"]) && isString(asRecord(preserved)["text"]));

const isRange = (value: unknown): boolean => Number.isSafeInteger(asRecord(value)["from"]) && Number.isSafeInteger(asRecord(value)["to"]);

const isBudget = (value: unknown): boolean => isObject(value) && budgetFault(value as Budget) === undefined;

const SHAPES: ReadonlyMap<string, (fields: UnknownRecord) => boolean> = new Map(
  Object.entries({
    setup: ({ setup }) =>
      isObject(setup) &&
      isString(asRecord(setup)["model"]) &&
      isStringOrUndefined(asRecord(setup)["title"]) &&
      isBudget(asRecord(setup)["budget"] ?? {}),
    message: ({ message }) => isMessage(message),
    inbox_admit: ({ message, messageId }) => isString(messageId) && isMessage(message),
    inbox_cancel: ({ messages }) => Array.isArray(messages),
    model_change: ({ model }) => isString(model),
    thinking_change: ({ thinking }) => isString(thinking),
    tools_change: ({ tools }) => Array.isArray(tools) && tools.every(isString),
    system_prompt_change: ({ systemPrompt }) => isString(systemPrompt),
    title_change: ({ title, usage }) => isString(title) && isObjectOrUndefined(usage),
    budget_change: ({ budget }) => isBudget(budget),
    agent_start: ({ agent }) => isString(agent),
    agent_end: ({ agent }) => isString(agent),
    agent_usage: ({ agent, usage }) => isString(agent) && isObject(usage),
    inject: ({ source }) => isString(source),
    label: ({ target, label }) => isString(target) && isStringOrNull(label),
    leaf: ({ to }) => isStringOrNull(to),
    system_prompt: ({ sections }) => Array.isArray(sections) && sections.every(isSection),
    system_change: ({ sections }) => Array.isArray(sections) && sections.every(isChangedSection),
    tools_sent: ({ tools }) => isObject(tools) && Object.values(asRecord(tools)).every(isString),
    nested_instructions: ({ call, files }) => isString(call) && Array.isArray(files) && files.every(isString),
    skill_use: ({ name, path }) => isString(name) && isString(path),
    compaction: ({ summary, firstPreserved, covers, preserved, model, usage }) =>
      [summary, model].every(isString) && isStringOrNull(firstPreserved) && isRange(covers) && arePreserved(preserved) && isObject(usage),
    uncompact: ({ target }) => isString(target),
    branch_summary: ({ summary, model, usage }) => [summary, model].every(isString) && isObject(usage),
    relocate: ({ cwd }) => isString(cwd),
    repair: ({ target, usage }) => isString(target) && isObjectOrUndefined(usage),
    response_discard: ({ run, model, usage }) => [run, model].every(isString) && isObject(usage),
    run_start: ({ run }) => isString(run),
    run_resume: ({ run }) => isString(run),
    run_end: ({ run, outcome }) => isString(run) && isObject(outcome),
    shell: ({ command, output }) => isString(command) && isString(output),
    todo: ({ items }) =>
      Array.isArray(items) && items.every((item) => isString(asRecord(item)["content"]) && isString(asRecord(item)["status"])),
    task_start: ({ task, agent, name, description }) => [task, agent, name, description].every(isString),
    task_end: ({ task, ending, text }) => [task, ending, text].every(isString),
    job_start: ({ job, command, cwd }) => [job, command, cwd].every(isString),
    job_end: ({ job, ending, text }) => [job, ending, text].every(isString),
    permission_ask: ({ tool, callId, requests, reasons, offers, wider = [], agent }) =>
      isString(tool) &&
      isString(callId) &&
      [reasons, offers, wider].every((strings) => Array.isArray(strings) && strings.every(isString)) &&
      Array.isArray(requests) &&
      requests.every((request) => isString(asRecord(request)["subject"]) && isString(asRecord(request)["effect"])) &&
      (agent === undefined || isString(asRecord(agent)["id"])),
    permission_reply: ({ question, answer }) => isString(question) && isString(answer),
    tool_start: ({ run, message, call }) => isString(run) && isString(message) && isString(call),
  } satisfies Readonly<Record<string, (fields: UnknownRecord) => boolean>>),
);

/** @throws {TypeError} if an entry lacks fields of its type: it could not be read again */
export const assertValidEntry = (draft: Draft): void => {
  if (draft.type === "leaf") throw new TypeError('Cannot append a leaf entry. To go back, use `fork(entry, { into: "here" })`.');
  if (typeof draft.type !== "string") throw new TypeError("Invalid entry: `type` must be a string.");
  if (!isValidEntry(draft as unknown as Entry)) throw new TypeError(`Invalid entry: it lacks required fields of the type "${draft.type}".`);
};
