import type { MessageEntry } from "../loop/index.ts";
import type { ToolMessage } from "../model/index.ts";
import type { AgentActivity, CallAnswer, CallBlock, CallQuestion } from "./block.ts";
import type { BlockList } from "./block-list.ts";
import { withoutQuestion, withResult } from "./call-changes.ts";
import { newCall } from "./message-blocks.ts";

/** The calls of a conversation that have no result. */
export class OpenCalls {
  readonly #list: BlockList;
  /** Block ids by call id. */
  readonly #ids = new Map<string, string>();

  constructor(list: BlockList) {
    this.#list = list;
  }

  get #all(): readonly CallBlock[] {
    return [...this.#ids.keys()].flatMap((call) => this.#find(call) ?? []);
  }

  /** Returns whether there is a call other than this one. */
  hasOther(call: string): boolean {
    return this.#ids.size > (this.#ids.has(call) ? 1 : 0);
  }

  /** Adds a call whose block is in the list. */
  add({ call, id }: CallBlock): void {
    this.#ids.set(call, id);
  }

  change(call: string, change: (call: CallBlock) => CallBlock): void {
    const block = this.#find(call);
    if (block !== undefined) this.#list.put(change(block));
  }

  /** A result without its call becomes a call without arguments. */
  end(entry: MessageEntry, message: ToolMessage): void {
    const { id, at } = entry;
    const block = this.#find(message.callId) ?? { ...newCall({ id, at, message: "" }), call: message.callId };
    this.#ids.delete(message.callId);
    this.#list.put(withResult(block, message, entry));
  }

  interrupt(): void {
    for (const call of this.#all) this.#list.put({ ...withoutQuestion(call), settled: true, state: "interrupted" });
    this.#ids.clear();
  }

  ask(call: string, { id, requests, reasons, offers, wider, always }: CallQuestion): void {
    const question = {
      id,
      requests,
      reasons,
      offers,
      ...(wider === undefined ? {} : { wider }),
      ...(always === undefined ? {} : { always }),
    };
    this.change(call, (block) => ({ ...block, state: "asking", question }));
  }

  /** Answers the permission question of the calls that match. */
  reply(matches: (call: CallBlock) => boolean, answer: CallAnswer): void {
    for (const call of this.#all) if (matches(call)) this.#list.put({ ...withoutQuestion(call), state: "pending", answer });
  }

  /** Returns the call that an agent works for. */
  ofAgent(agent: string): CallBlock | undefined {
    return this.#all.find(({ agents }) => agents.some((activity) => activity.agent === agent));
  }

  addAgent(call: string, activity: AgentActivity): void {
    this.change(call, (block) => ({ ...block, agents: [...block.agents, activity] }));
  }

  changeAgent(agent: string, change: (activity: AgentActivity) => AgentActivity): void {
    for (const call of this.#all) {
      if (!call.agents.some((activity) => activity.agent === agent)) continue;
      this.#list.put({ ...call, agents: call.agents.map((activity) => (activity.agent === agent ? change(activity) : activity)) });
    }
  }

  /** Removes an agent from the call that started it. */
  removeAgent(agent: string): void {
    for (const call of this.#all) {
      const agents = call.agents.filter((activity) => activity.agent !== agent);
      if (agents.length < call.agents.length) this.#list.put({ ...call, agents });
    }
  }

  #find(call: string): CallBlock | undefined {
    const block = this.#list.open(this.#ids.get(call) ?? "");
    return block?.kind === "call" ? block : undefined;
  }
}
