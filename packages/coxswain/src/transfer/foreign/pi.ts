import type { ResetEntry, ShellEntry } from "../../context/index.ts";
import type { MessageEntry } from "../../loop/index.ts";
import { isThinking, NO_USAGE } from "../../model/index.ts";
import type { LabelEntry, ModelChangeEntry, ThinkingChangeEntry, TitleChangeEntry } from "../../journal/index.ts";
import type { RecordImport, Importer } from "./importer.ts";
import { type Json, kindOf, numberOf, objectOf, stringOf, timeOf } from "./json.ts";
import type { SkippedContent } from "./skipped-content.ts";
import { piMessage, piModel } from "./pi-message.ts";
import { FIRST, type Place, type EntryWriter } from "./entry-writer.ts";
import { summary } from "./summary.ts";

type Message = MessageEntry["message"];
type Attached = Place & { readonly parent: string };

/**
 * Imports session files of pi, versions 1 to 3: a header, then entries that form a tree by `parentId`, or a list in
 * version 1.
 */
export const piImporter = (): Importer => {
  let header: Json = {};
  let model: string | undefined;
  /** Ids of the first entries that compactions preserve. */
  const preservedFrom = new Set<string>();
  const buffered = new PathMessages();
  /** Maps each record to its entry; a skipped record maps to the previous entry. */
  const places = new Map<string, string>();

  const ours = (id: unknown): string | undefined => places.get(stringOf(id) ?? "");

  const placeOf = (record: Json, line: number, { writer }: RecordImport): Attached => {
    const { parentId } = record;
    const parent = parentId === null ? FIRST : (ours(parentId) ?? writer.leaf);
    return { id: `l${line}`, parent, at: timeOf(record["timestamp"]) };
  };

  const say = (message: Message, place: Attached, { writer }: RecordImport): string => {
    buffered.add(place.id, place.parent, message);
    return writer.addMessage(message, place);
  };

  /** Writes the summary in place of the earlier messages, then repeats the preserved ones. */
  const compact = (record: Json, place: Attached, { writer }: RecordImport): string => {
    const again = buffered.take(ours(record["firstKeptEntryId"]), place.parent);
    writer.put<ResetEntry>({ type: "reset" }, place);
    let last = writer.addMessage(summary(stringOf(record["summary"]) ?? "", "pi"), { id: `${place.id}-summary` });
    for (const [index, message] of again.entries()) last = writer.addMessage(withoutCost(message), { id: `${place.id}-kept${index}` });
    return last;
  };

  /** Returns undefined if there is no content to convert. */
  const carry = (record: Json, place: Attached, to: RecordImport): string | undefined => {
    const { writer, left } = to;
    switch (record["type"]) {
      case "message": {
        const message = objectOf(record["message"]);
        if (message["role"] === "bashExecution") return shell(message, place, writer);
        const converted = piMessage(message, left);
        if (converted === undefined) left.add(`message of ${kindOf(message["role"])}`);
        return converted && say(converted, place, to);
      }
      case "custom_message":
        return say(piMessage({ ...record, role: "custom" }, left) as Message, place, to);
      case "branch_summary":
        return say(summary(stringOf(record["summary"]) ?? "", "pi"), place, to);
      case "compaction":
        return compact(record, place, to);
      default:
        return change(record, place, writer) ?? nothing(record, left);
    }
  };

  const change = (record: Json, place: Place, writer: EntryWriter): string | undefined => {
    switch (record["type"]) {
      case "model_change":
        return writer.put<ModelChangeEntry>({ type: "model_change", model: piModel(record["provider"], record["modelId"]) }, place);
      case "thinking_level_change": {
        const thinking = stringOf(record["thinkingLevel"]) ?? "";
        return isThinking(thinking) ? writer.put<ThinkingChangeEntry>({ type: "thinking_change", thinking }, place) : undefined;
      }
      case "label": {
        const [target, label = null] = [ours(record["targetId"]), stringOf(record["label"])];
        return target === undefined ? undefined : writer.put<LabelEntry>({ type: "label", target, label }, place);
      }
      case "session_info": {
        const title = stringOf(record["name"]);
        return title === undefined ? undefined : writer.put<TitleChangeEntry>({ type: "title_change", title }, place);
      }
      default:
        return undefined;
    }
  };

  return {
    look(record) {
      if (record["type"] === "session") header = record;
      const first = stringOf(record["firstKeptEntryId"]);
      if (record["type"] === "compaction" && first !== undefined) preservedFrom.add(first);
      const message = objectOf(record["message"]);
      if (message["role"] === "assistant") model ??= piModel(message["provider"], message["model"]);
      if (record["type"] === "model_change") model ??= piModel(record["provider"], record["modelId"]);
    },
    survey: () => ({
      id: stringOf(header["id"]),
      cwd: stringOf(header["cwd"]),
      at: timeOf(header["timestamp"]),
      model: stringOf(header["modelId"]) === undefined ? model : piModel(header["provider"], header["modelId"]),
      title: undefined,
      parent: sessionIn(stringOf(header["parentSession"]) ?? stringOf(header["branchedFrom"])),
    }),
    importRecord(record, line, to) {
      if (record["type"] === "session") return;
      const id = stringOf(record["id"]);
      if (id !== undefined && preservedFrom.has(id)) buffered.begin();
      const place = placeOf(record, line, to);
      const carried = carry(record, place, to);
      if (carried !== undefined) buffered.link(carried, place.parent);
      if (id !== undefined) places.set(id, carried ?? place.parent);
    },
    end: () => {},
  };
};

const nothing = (record: Json, left: SkippedContent): undefined => {
  left.add(kindOf(record["type"]));
};

const shell = (message: Json, place: Place, writer: EntryWriter): string => {
  const [command, output] = [stringOf(message["command"]) ?? "", stringOf(message["output"]) ?? ""];
  const exitCode = message["cancelled"] === true ? null : (numberOf(message["exitCode"]) ?? null);
  return writer.put<ShellEntry>({ type: "shell", command, output, exitCode, include: message["excludeFromContext"] !== true }, place);
};

/** Removes the cost of a repeated message, which was already counted. */
const withoutCost = (message: Message): Message => {
  if (message.role !== "assistant") return message;
  const { cost: _, ...rest } = message;
  return { ...rest, usage: NO_USAGE };
};

/** Returns the id at the end of a session file's name. */
const sessionIn = (path: string | undefined): string | undefined => /_([0-9a-zA-Z-]+)\.jsonl$/.exec(path ?? "")?.[1];

/** Buffers messages of a path that a later compaction preserves, so that they can be repeated after it. */
class PathMessages {
  readonly #entries = new Map<string, { readonly parent: string; readonly message: Message | undefined }>();
  #keeping = false;

  begin(): void {
    this.#keeping = true;
  }

  add(id: string, parent: string, message: Message): void {
    if (this.#keeping) this.#entries.set(id, { parent, message });
  }

  /** Links entries between messages, so that the path is connected. */
  link(id: string, parent: string): void {
    if (this.#keeping && !this.#entries.has(id)) this.#entries.set(id, { parent, message: undefined });
  }

  /** Returns the messages on the path from `first` to `last`, and clears the buffer. */
  take(first: string | undefined, last: string): readonly Message[] {
    const messages: Message[] = [];
    for (let at = last, entry = this.#entries.get(at); entry !== undefined; at = entry.parent, entry = this.#entries.get(at)) {
      if (entry.message !== undefined) messages.push(entry.message);
      if (at === first) break;
    }
    this.#entries.clear();
    this.#keeping = false;
    return messages.toReversed();
  }
}
