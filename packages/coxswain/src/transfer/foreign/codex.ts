import type { ResetEntry } from "../../context/index.ts";
import type { RelocateEntry } from "../../log/index.ts";
import { isThinking, type Thinking, usageFrom } from "../../model/index.ts";
import type { ThinkingChangeEntry, TitleChangeEntry } from "../../journal/index.ts";
import { codexCall, codexContent, codexReasoning, isCodexOutput, isContext } from "./codex-content.ts";
import type { RecordImport, Importer } from "./importer.ts";
import { type Json, listOf, numberOf, objectOf, stringOf, timeOf, kindOf } from "./json.ts";
import { summary } from "./summary.ts";
import { Turn } from "./turn.ts";

/**
 * Imports rollout files of Codex: one `{timestamp, type, payload}` object per line, in chronological order. Files from
 * 2025 contain the items without that wrapper.
 */
export const codexImporter = (): Importer => {
  let meta: Json = {};
  let firstModel: string | undefined;
  let model = "";
  let cwd = "";
  let thinking: Thinking = "off";
  let turn: Turn | undefined;
  let total = "";
  const names = new Map<string, string>();
  /** Parents of the user's messages, for rollbacks to before them. */
  let asked: readonly string[] = [];

  const provider = (): string => stringOf(meta["model_provider"]) ?? "openai";

  const finish = ({ writer }: RecordImport): void => {
    turn?.write(writer);
    turn = undefined;
  };

  /** Returns the response for an item; a response with results is complete. */
  const turnFor = (id: string, at: number | undefined, to: RecordImport): Turn => {
    if (turn?.hasResults === true) finish(to);
    turn ??= new Turn({ id, at }, `${provider()}/${model}`);
    return turn;
  };

  const item = (json: Json, id: string, at: number | undefined, to: RecordImport): void => {
    const { writer, left } = to;
    const { type, role } = json;
    if (type === "message" && role === "assistant") return turnFor(id, at, to).add(...codexContent(json["content"], left).filter(isText));
    if (type === "message" && role === "user") {
      const content = codexContent(json["content"], left);
      if (isContext(content)) return left.add("message of context");
      finish(to);
      asked = [...asked, writer.leaf];
      writer.addMessage({ role: "user", content }, { id, at });
      return;
    }
    if (type === "message") return left.add(`message of ${kindOf(role)}`);
    if (type === "reasoning") {
      const parts = codexReasoning(json, left);
      if (parts.length > 0) turnFor(id, at, to).add(...parts);
      return;
    }
    const call = codexCall(json);
    if (call !== undefined) {
      names.set(call.id, call.name);
      return turnFor(id, at, to).add(call);
    }
    if (isCodexOutput(json)) return output(json, id, at, to);
    left.add(kindOf(type));
  };

  const output = (json: Json, id: string, at: number | undefined, to: RecordImport): void => {
    const callId = stringOf(json["call_id"]) ?? "";
    const content = codexContent(json["output"] ?? JSON.stringify(json["tools"] ?? ""), to.left);
    const isError = objectOf(json["output"])["success"] === false;
    const message = { role: "tool", callId, name: names.get(callId) ?? "unknown", content, isError } as const;
    if (turn?.has(callId) === true) return turn.result(message, { id, at });
    finish(to);
    to.writer.addMessage(message, { id, at });
  };

  const context = (payload: Json, id: string, at: number | undefined, to: RecordImport): void => {
    finish(to);
    model = stringOf(payload["model"]) ?? model;
    const effort = payload["effort"] === "none" ? "off" : (stringOf(payload["effort"]) ?? thinking);
    if (isThinking(effort) && effort !== thinking) {
      thinking = effort;
      to.writer.put<ThinkingChangeEntry>({ type: "thinking_change", thinking }, { id: `${id}-thinking`, at });
    }
    const folder = stringOf(payload["cwd"]);
    if (folder === undefined || folder === cwd) return;
    cwd = folder;
    to.writer.put<RelocateEntry>({ type: "relocate", cwd }, { id: `${id}-cwd`, at });
  };

  /** Replaces the conversation so far with a summary or with other items. */
  const compact = (payload: Json, id: string, at: number | undefined, to: RecordImport): void => {
    finish(to);
    asked = [];
    to.writer.put<ResetEntry>({ type: "reset" }, { id, at });
    const items = listOf(payload["replacement_history"]);
    if (items.length === 0) to.writer.addMessage(summary(stringOf(payload["message"]) ?? "", "codex"), { id: `${id}-summary`, at });
    for (const [index, each] of items.entries()) item(objectOf(each), `${id}.${index}`, at, to);
    finish(to);
  };

  const event = (payload: Json, id: string, at: number | undefined, to: RecordImport): void => {
    const { type } = payload;
    if (type === "token_count") return count(objectOf(payload["info"]));
    if (type === "thread_rolled_back") {
      finish(to);
      const back = Math.min(numberOf(payload["num_turns"]) ?? 0, asked.length);
      const target = asked[asked.length - back];
      asked = asked.slice(0, asked.length - back);
      if (back > 0 && target !== undefined) to.writer.moveTo(target, id);
      return;
    }
    const title = type === "thread_name_updated" ? stringOf(payload["thread_name"]) : undefined;
    if (title !== undefined) to.writer.put<TitleChangeEntry>({ type: "title_change", title }, { id, at });
    else if (!REPEATED_ELSEWHERE.has(type)) to.left.add(`event ${kindOf(type)}`);
  };

  /** Counts the usage of the last response. Codex repeats it whenever the account limits change. */
  const count = (info: Json): void => {
    const sum = JSON.stringify(info["total_token_usage"] ?? "");
    if (turn === undefined || sum === total) return;
    total = sum;
    const usage = objectOf(info["last_token_usage"]);
    const [input = 0, cacheRead = 0] = [numberOf(usage["input_tokens"]), numberOf(usage["cached_input_tokens"])];
    const { output_tokens: written, reasoning_output_tokens: reasoning } = usage;
    turn.usage = usageFrom({ input: input - cacheRead, cacheRead, output: written, reasoning });
  };

  return {
    look(record) {
      const payload = framed(record);
      if (record["type"] === "session_meta" && meta["id"] === undefined) meta = payload;
      else if (meta["id"] === undefined && record["type"] === undefined && typeof record["id"] === "string") meta = record;
      if (record["type"] === "turn_context") firstModel ??= stringOf(payload["model"]);
    },
    survey() {
      model = firstModel ?? "unknown";
      cwd = stringOf(meta["cwd"]) ?? "";
      return {
        id: stringOf(meta["id"]),
        cwd: stringOf(meta["cwd"]),
        at: timeOf(meta["timestamp"]),
        model: `${provider()}/${model}`,
        title: undefined,
        parent: stringOf(meta["forked_from_id"]),
      };
    },
    importRecord(record, line, to) {
      const [id, at, payload] = [`l${line}`, timeOf(record["timestamp"]), framed(record)];
      switch (record["type"]) {
        case "session_meta":
        case undefined:
          return;
        case "turn_context":
          return context(payload, id, at, to);
        case "compacted":
          return compact(payload, id, at, to);
        case "event_msg":
          return event(payload, id, at, to);
        default:
          item(payload, id, at, to);
      }
    },
    end: (to) => finish(to),
  };
};

/** Returns the payload; a record without one is the payload itself. */
const framed = (record: Json): Json => (record["payload"] === undefined ? record : objectOf(record["payload"]));

const isText = <Part extends { readonly type: string }>(part: Part): part is Part & { readonly type: "text" } => part.type === "text";

/** Events that duplicate items, or mark the start and end of a turn. */
const REPEATED_ELSEWHERE: ReadonlySet<unknown> = new Set([
  "user_message",
  "agent_message",
  "agent_reasoning",
  "agent_reasoning_raw_content",
  "agent_reasoning_section_break",
  "context_compacted",
  "task_started",
  "task_complete",
  "turn_started",
  "turn_complete",
  "turn_aborted",
  "exec_command_end",
  "mcp_tool_call_end",
  "patch_apply_end",
  "web_search_end",
  "view_image_tool_call",
]);
