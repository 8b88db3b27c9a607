import type { Entry } from "../log/index.ts";
import type { Budget } from "../loop/index.ts";
import { budgetFault } from "../policy/index.ts";
import { fieldsOf, type UnknownRecord, asRecord } from "../base/index.ts";

/** Whether a fact has what is read of facts of its type. Of a type that nobody here knows, every one has. */
export const isValidEntry = (entry: Entry): boolean => SHAPES.get(entry.type)?.(fieldsOf(entry)) ?? true;

const isText = (value: unknown): boolean => typeof value === "string";
const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);
const isTextOrNone = (value: unknown): boolean => value === undefined || isText(value);
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);

const isMessage = (value: unknown): boolean => {
  const { role, content, typed, source, model, usage, callId, name } = asRecord(value);
  if (!Array.isArray(content) || !content.every(isPart) || !isTextOrNone(source)) return false;
  if (role === "assistant") return isText(model) && isObject(usage);
  if (role === "user") return isTextOrNone(typed);
  return role === "tool" && isText(callId) && isText(name);
};

const isPart = (value: unknown): boolean => {
  const { type, text, mediaType, data, id, name } = asRecord(value);
  if (type === "text" || type === "reasoning") return isText(text);
  if (type === "image") return isText(mediaType) && isText(data);
  return type === "tool_call" ? isText(id) && isText(name) : isText(type);
};

const isSection = (value: unknown): boolean => {
  const { name, hash, text } = asRecord(value);
  return isText(name) && isText(hash) && isText(text);
};

const isChangedSection = (value: unknown): boolean => {
  const { name, hash, text } = asRecord(value);
  return isSection(value) || (isText(name) && hash === null && text === null);
};

const arePreserved = (value: unknown): boolean =>
  Array.isArray(value) && value.every((preserved) => isText(asRecord(preserved)["name"]) && isText(asRecord(preserved)["text"]));

const isRange = (value: unknown): boolean => Number.isSafeInteger(asRecord(value)["from"]) && Number.isSafeInteger(asRecord(value)["to"]);

const isBudget = (value: unknown): boolean => isObject(value) && budgetFault(value as Budget) === undefined;

const SHAPES: ReadonlyMap<string, (fact: UnknownRecord) => boolean> = new Map(
  Object.entries({
    setup: ({ setup }) => isObject(setup) && isText(asRecord(setup)["model"]) && isBudget(asRecord(setup)["budget"] ?? {}),
    message: ({ message }) => isMessage(message),
    inbox_admit: ({ message, messageId }) => isText(messageId) && isMessage(message),
    inbox_cancel: ({ messages }) => Array.isArray(messages),
    model_change: ({ model }) => isText(model),
    thinking_change: ({ thinking }) => isText(thinking),
    tools_change: ({ tools }) => Array.isArray(tools) && tools.every(isText),
    system_prompt_change: ({ systemPrompt }) => isText(systemPrompt),
    title_change: ({ title }) => isText(title),
    budget_change: ({ budget }) => isBudget(budget),
    agent_start: ({ agent }) => isText(agent),
    agent_end: ({ agent }) => isText(agent),
    agent_usage: ({ agent, usage }) => isText(agent) && isObject(usage),
    inject: ({ source }) => isText(source),
    label: ({ target, label }) => isText(target) && isTextOrNull(label),
    leaf: ({ to }) => isTextOrNull(to),
    system_prompt: ({ sections }) => Array.isArray(sections) && sections.every(isSection),
    system_change: ({ sections }) => Array.isArray(sections) && sections.every(isChangedSection),
    tools_sent: ({ tools }) => isObject(tools) && Object.values(asRecord(tools)).every(isText),
    nested_instructions: ({ call, files }) => isText(call) && Array.isArray(files) && files.every(isText),
    skill_use: ({ name, path }) => isText(name) && isText(path),
    compaction: ({ summary, firstKept, covers, preserved, model, usage }) =>
      [summary, model].every(isText) && isTextOrNull(firstKept) && isRange(covers) && arePreserved(preserved) && isObject(usage),
    uncompact: ({ target }) => isText(target),
    branch_summary: ({ summary, model, usage }) => [summary, model].every(isText) && isObject(usage),
    relocate: ({ cwd }) => isText(cwd),
    repair: ({ target }) => isText(target),
    run_start: ({ run }) => isText(run),
    run_resume: ({ run }) => isText(run),
    run_end: ({ run, outcome }) => isText(run) && isObject(outcome),
    shell: ({ command, output }) => isText(command) && isText(output),
    todo: ({ items }) =>
      Array.isArray(items) && items.every((item) => isText(asRecord(item)["content"]) && isText(asRecord(item)["status"])),
    task_start: ({ task, agent, name, description }) => [task, agent, name, description].every(isText),
    task_end: ({ task, ending, text }) => [task, ending, text].every(isText),
    job_start: ({ job, command, cwd }) => [job, command, cwd].every(isText),
    job_end: ({ job, ending, text }) => [job, ending, text].every(isText),
    permission_ask: ({ tool, callId, requests, reasons, offers, agent }) =>
      isText(tool) &&
      isText(callId) &&
      [reasons, offers].every((texts) => Array.isArray(texts) && texts.every(isText)) &&
      Array.isArray(requests) &&
      requests.every((request) => isText(asRecord(request)["subject"]) && isText(asRecord(request)["effect"])) &&
      (agent === undefined || isText(asRecord(agent)["id"])),
    permission_reply: ({ question, answer }) => isText(question) && isText(answer),
    tool_start: ({ run, message, call }) => isText(run) && isText(message) && isText(call),
  } satisfies Readonly<Record<string, (fact: UnknownRecord) => boolean>>),
);
