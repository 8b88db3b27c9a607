import type { Survey } from "./importer.ts";
import { type Json, objectOf, stringOf, timeOf } from "./json.ts";

/** Model name that Claude Code sets on messages that it wrote itself. */
const SYNTHETIC = "<synthetic>";

export const isSynthetic = (record: Json): boolean => objectOf(record["message"])["model"] === SYNTHETIC;

export const claudeModel = (record: Json): string => `anthropic/${stringOf(objectOf(record["message"])["model"]) ?? "unknown"}`;

/** Collects session properties from a Claude Code file, where they may appear on any line. */
export class ClaudeSurvey {
  readonly #sessions = new Map<string, number>();
  readonly #uuids = new Set<string>();
  readonly #summaries: { readonly text: string; readonly leaf: string }[] = [];
  #first: Json | undefined;
  #model: string | undefined;
  #sideModel: string | undefined;
  #agent: string | undefined;
  #title: string | undefined;
  #madeTitle: string | undefined;
  #hasMain = false;

  look(record: Json): void {
    const { type } = record;
    if (type === "summary") this.#summaries.push({ text: stringOf(record["summary"]) ?? "", leaf: stringOf(record["leafUuid"]) ?? "" });
    if (type === "custom-title") this.#title = stringOf(record["customTitle"]) ?? this.#title;
    if (type === "ai-title") this.#madeTitle = stringOf(record["aiTitle"]) ?? this.#madeTitle;
    const uuid = stringOf(record["uuid"]);
    if (uuid === undefined) return;
    this.#uuids.add(uuid);
    this.#first ??= record;
    const session = stringOf(record["sessionId"]);
    if (session !== undefined) this.#sessions.set(session, (this.#sessions.get(session) ?? 0) + 1);
    if (record["isSidechain"] === true) this.#agent ??= stringOf(record["agentId"]);
    else this.#hasMain = true;
    if (type !== "assistant" || isSynthetic(record)) return;
    if (record["isSidechain"] === true) this.#sideModel ??= claudeModel(record);
    else this.#model ??= claudeModel(record);
  }

  /** True if all records belong to a subagent, which is then the main conversation. */
  get isOfAgent(): boolean {
    return !this.#hasMain;
  }

  survey(): Survey {
    // A file may contain records of the session that it continues; its own are the majority.
    const [session] = [...this.#sessions].toSorted(([, one], [, other]) => other - one)[0] ?? [];
    const agent = this.isOfAgent && this.#agent !== undefined ? `-${this.#agent}` : "";
    // The file may contain summaries of other sessions too.
    const summary = this.#summaries.findLast(({ leaf }) => this.#uuids.has(leaf))?.text;
    return {
      id: session === undefined ? undefined : session + agent,
      cwd: stringOf(this.#first?.["cwd"]),
      at: timeOf(this.#first?.["timestamp"]),
      model: this.#model ?? this.#sideModel,
      title: this.#title ?? this.#madeTitle ?? summary,
    };
  }
}
