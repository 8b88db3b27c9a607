import type { ResetEntry } from "../../context/index.ts";
import { type StopReason, type ToolMessage, usageFrom } from "../../model/index.ts";
import { claudeAnswer, claudeContent } from "./claude-content.ts";
import { claudeModel, ClaudeSurvey, isSynthetic } from "./claude-survey.ts";
import type { RecordImport, Importer } from "./importer.ts";
import { type Json, listOf, numberOf, objectOf, stringOf, timeOf, kindOf } from "./json.ts";
import { FIRST, type Place } from "./entry-writer.ts";
import { Turn } from "./turn.ts";

/** The main conversation, or the work of one subagent. */
interface Chain {
  turn: Turn | undefined;
  /** The provider's id of the response in this turn. */
  response: string | undefined;
  /** False if the response was split and its usage is already counted. */
  counts: boolean;
  last: string;
}

const STOPS: Readonly<Record<string, StopReason>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  tool_use: "tool_calls",
  max_tokens: "length",
  refusal: "refusal",
};

/**
 * Imports session files of Claude Code. Records form a tree by `parentUuid`. One response consists of several records,
 * and tool results branch off between them. The importer therefore joins responses by the provider's id, and attaches
 * results to the response with their call.
 */
export const claudeImporter = (): Importer => {
  const whole = new ClaudeSurvey();
  const chains = new Map<string, Chain>();
  /** Maps each record to its entry, or to the turn that will contain it. */
  const places = new Map<string, string | Turn>();
  const calls = new Map<string, { readonly turn: Turn; readonly name: string }>();
  const responses = new Set<string>();

  const chainOf = (record: Json): Chain => {
    const side = record["isSidechain"] === true && !whole.isOfAgent;
    const name = side ? `side ${kindOf(record["agentId"])}` : "main";
    const existing = chains.get(name) ?? { turn: undefined, response: undefined, counts: true, last: FIRST };
    chains.set(name, existing);
    return existing;
  };

  const finish = (chain: Chain, { writer }: RecordImport): void => {
    chain.turn?.write(writer);
    chain.last = chain.turn?.tail ?? chain.last;
    chain.turn = undefined;
  };

  const parentOf = (uuid: unknown, chain: Chain, to: RecordImport): string => {
    if (uuid === null) return FIRST;
    const place = places.get(stringOf(uuid) ?? "");
    if (place === undefined || typeof place === "string") return place ?? chain.last;
    if (place.tail === undefined) for (const other of chains.values()) if (other.turn === place) finish(other, to);
    return place.tail ?? chain.last;
  };

  const answered = (record: Json, line: number, chain: Chain, to: RecordImport): Turn => {
    const message = objectOf(record["message"]);
    const response = stringOf(message["id"]);
    let { turn } = chain;
    if (turn === undefined || response === undefined || response !== chain.response) {
      finish(chain, to);
      turn = new Turn(
        { id: `l${line}`, parent: parentOf(record["parentUuid"], chain, to), at: timeOf(record["timestamp"]) },
        claudeModel(record),
      );
      chain.turn = turn;
      chain.response = response;
      chain.counts = response === undefined || !responses.has(response);
      if (response !== undefined) responses.add(response);
    }
    const parts = claudeAnswer(message["content"], to.left);
    turn.add(...parts);
    turn.stop = STOPS[kindOf(message["stop_reason"])] ?? turn.stop;
    // Each record of a response repeats its usage; only the last one includes all of the output.
    if (chain.counts) count(turn, objectOf(message["usage"]), record);
    for (const part of parts) if (part.type === "tool_call") calls.set(part.id, { turn, name: part.name });
    return turn;
  };

  const result = (block: Json, place: Place, chain: Chain, to: RecordImport): Turn | string => {
    const callId = stringOf(block["tool_use_id"]) ?? "";
    const call = calls.get(callId);
    const content = claudeContent(block["content"], to.left);
    const message: ToolMessage = { role: "tool", callId, name: call?.name ?? "unknown", content, isError: block["is_error"] === true };
    if (call !== undefined && call.turn.tail === undefined) {
      call.turn.result(message, { id: place.id, at: place.at });
      return call.turn;
    }
    finish(chain, to);
    const id = to.writer.addMessage(message, { ...place, parent: call?.turn.tail ?? place.parent ?? chain.last });
    if (call !== undefined) call.turn.tail = id;
    chain.last = id;
    return call?.turn ?? id;
  };

  const convert = (record: Json, line: number, chain: Chain, to: RecordImport): Turn | string => {
    const { content } = objectOf(record["message"]);
    const at = timeOf(record["timestamp"]);
    const isResult = (block: unknown): boolean => objectOf(block)["type"] === "tool_result";
    const results = listOf(content).filter(isResult);
    let last: Turn | string | undefined;
    for (const [index, block] of results.entries()) {
      const parent = parentOfResult(record, chain, to, objectOf(block));
      last = result(objectOf(block), { id: `l${line}.r${index}`, at, ...(parent === undefined ? {} : { parent }) }, chain, to);
    }
    const rest = results.length === 0 ? content : listOf(content).filter((block) => !isResult(block));
    const parts = claudeContent(rest, to.left);
    if (parts.length === 0 && last !== undefined) return last;
    finish(chain, to);
    const before = typeof last === "string" ? last : last?.tail;
    const own = record["isMeta"] === true || record["isCompactSummary"] === true;
    const message = { role: "user" as const, content: parts, ...(own ? { source: "claude" } : {}) };
    chain.last = to.writer.addMessage(message, { id: `l${line}`, parent: before ?? parentOf(record["parentUuid"], chain, to), at });
    return chain.last;
  };

  /** Parent of a result without a call: the record's own parent. */
  const parentOfResult = (record: Json, chain: Chain, to: RecordImport, block: Json): string | undefined =>
    calls.has(stringOf(block["tool_use_id"]) ?? "") ? undefined : parentOf(record["parentUuid"], chain, to);

  const carry = (record: Json, line: number, chain: Chain, to: RecordImport): Turn | string | undefined => {
    const { type, subtype } = record;
    if (type === "user") return convert(record, line, chain, to);
    if (type === "assistant" && !isSynthetic(record)) return answered(record, line, chain, to);
    if (type === "system" && subtype === "compact_boundary") {
      finish(chain, to);
      const parent = parentOf(record["logicalParentUuid"] ?? record["parentUuid"], chain, to);
      chain.last = to.writer.put<ResetEntry>({ type: "reset" }, { id: `l${line}`, parent, at: timeOf(record["timestamp"]) });
      return chain.last;
    }
    if (type === "assistant") to.left.add("synthetic message");
    else if (!TITLES.has(type))
      to.left.add([type, subtype].filter((word) => typeof word === "string").join(" ") || "record without a type");
    return undefined;
  };

  /** Children of a skipped record are attached to its parent. */
  const placeAbove = (record: Json, chain: Chain): Turn | string => {
    const parent = record["parentUuid"];
    if (parent === null) return chain.turn ?? chain.last;
    return places.get(stringOf(parent) ?? "") ?? chain.turn ?? chain.last;
  };

  return {
    look: (record) => whole.look(record),
    survey: () => whole.survey(),
    importRecord(record, line, to) {
      const uuid = stringOf(record["uuid"]);
      const chain = chainOf(record);
      const place = carry(record, line, chain, to);
      if (uuid !== undefined) places.set(uuid, place ?? placeAbove(record, chain));
    },
    end(to) {
      for (const chain of chains.values()) finish(chain, to);
      const main = chains.get("main");
      if (main !== undefined) to.writer.moveTo(main.last, "end");
    },
  };
};

const count = (turn: Turn, usage: Json, record: Json): void => {
  turn.usage = usageFrom({
    input: usage["input_tokens"],
    cacheRead: usage["cache_read_input_tokens"],
    cacheWrite: usage["cache_creation_input_tokens"],
    output: usage["output_tokens"],
  });
  turn.cost = numberOf(record["costUSD"]) ?? turn.cost;
};

/** Types that the survey has processed. */
const TITLES: ReadonlySet<unknown> = new Set(["summary", "custom-title", "ai-title"]);
