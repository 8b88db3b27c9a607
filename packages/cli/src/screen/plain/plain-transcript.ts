import type { Block, CallBlock, SessionView, ShellBlock } from "coxswain/view";
import { escapeText } from "../../output/index.ts";
import { isComplete } from "../blocks/index.ts";
import { agentLine, blockLines, callStart, shellEnd } from "./plain-lines.ts";

/** The printed part of an unfinished block. */
interface Progress {
  /** Characters of the text whose lines are printed. */
  readonly characters: number;
  /** True once the beginning of a call is printed. */
  readonly begun: boolean;
  /** States of the sub-agents that are printed. */
  readonly agents: ReadonlySet<string>;
}

const NOTHING: Progress = { characters: 0, begun: false, agents: new Set() };

/** Blocks that follow each other without an empty line. */
const STEPS: ReadonlySet<Block["kind"]> = new Set(["call", "provider", "notice", "todos", "run"]);

/** Turns the blocks of a session into lines that are only added: growing text line by line, calls at their beginning and end. */
export class PlainTranscript {
  readonly #view: SessionView;
  readonly #progress = new Map<string, Progress>();
  /** Ids of the settled blocks that are printed and still in the view, behind an unsettled one. */
  readonly #printed = new Set<string>();
  /** Messages that the terminal shows already, because they were typed here. */
  readonly #typed = new Set<string>();
  #previous: Block["kind"] | undefined;
  /** The last call or command, whose output may be shortened. */
  last: CallBlock | ShellBlock | undefined;

  /** @param view the transcript takes its settled blocks */
  constructor(view: SessionView) {
    this.#view = view;
  }

  /** Does not repeat this message, which was typed here and starts a run. */
  addTyped(text: string): void {
    this.#typed.add(text.trim());
  }

  /** Returns the lines of the last turns, and the number of the user's messages before them. */
  lastTurns(turns: number): { readonly lines: readonly string[]; readonly earlier: number } {
    const blocks = this.#view.takeSettled();
    const prompts = blocks.flatMap((block, at) => (block.kind === "user" && block.source === undefined ? [at] : []));
    const earlier = Math.max(0, prompts.length - turns);
    const lines: string[] = [];
    for (const block of earlier === 0 ? blocks : blocks.slice(prompts[earlier])) this.#print(block, lines);
    return { lines, earlier };
  }

  /** Returns the lines that are new since the last call. */
  update(): readonly string[] {
    const lines: string[] = [];
    for (const block of this.#view.takeSettled()) this.#print(block, lines);
    const { blocks } = this.#view;
    for (const [at, block] of blocks.entries()) {
      if (isComplete(block, at, blocks)) {
        this.#print(block, lines);
        this.#printed.add(block.id);
      } else this.#grow(block, lines);
    }
    return lines;
  }

  #print(block: Block, lines: string[]): void {
    if (this.#printed.delete(block.id)) return;
    if (block.kind === "user" && block.source === undefined && this.#typed.delete(block.text.trim())) {
      this.#previous = "user";
      return;
    }
    if (block.kind === "call" || block.kind === "shell") this.last = block;
    if (block.kind === "call") this.#growCall(block, lines);
    const grown = block.kind === "text" || block.kind === "shell" ? this.#growText(block, lines, true) : false;
    const rest = grown ? (block.kind === "shell" ? shellEnd(block) : []) : blockLines(block);
    this.#progress.delete(block.id);
    if (rest.length === 0) return;
    if (!grown) this.#begin(block.kind, lines);
    lines.push(...rest);
  }

  #grow(block: Block, lines: string[]): void {
    if (block.kind === "text" || block.kind === "shell") this.#growText(block, lines, false);
    else if (block.kind === "call") this.#growCall(block, lines);
  }

  /** Prints the complete lines of growing text, at its end also the last one. Returns true if something of it is printed. */
  #growText(block: Extract<Block, { readonly kind: "text" | "shell" }>, lines: string[], complete: boolean): boolean {
    const { characters } = this.#progressOf(block.id);
    const text = block.kind === "text" ? block.text : block.output;
    const end = complete ? text.trimEnd().length : text.lastIndexOf("\n") + 1;
    if (end <= characters) return characters > 0;
    const rest = text.slice(characters, end).replace(/\n$/, "");
    const added = characters > 0 ? rest : rest.replace(/^(?:[ \t]*\n)+/, "");
    if (characters === 0 && added.trim() === "") return false;
    if (characters === 0) this.#begin(block.kind, lines);
    lines.push(...escapeText(added).split("\n"));
    this.#progress.set(block.id, { ...NOTHING, characters: end });
    return true;
  }

  #growCall(call: CallBlock, lines: string[]): void {
    if (call.state === "writing" || call.state === "pending") return;
    const before = this.#progressOf(call.id);
    if (!before.begun) {
      this.#begin("call", lines);
      lines.push(callStart(call));
    }
    const agents = new Set(before.agents);
    for (const agent of call.agents) {
      const state = `${agent.agent} ${agent.endedAt === undefined ? "works" : "ended"}`;
      if (!agents.has(state)) lines.push(agentLine(agent));
      agents.add(state);
    }
    this.#progress.set(call.id, { characters: 0, begun: true, agents });
  }

  #progressOf(id: string): Progress {
    return this.#progress.get(id) ?? NOTHING;
  }

  /** Separates blocks by an empty line, but not the steps of one piece of work. */
  #begin(kind: Block["kind"], lines: string[]): void {
    if (this.#previous !== undefined && !(STEPS.has(kind) && STEPS.has(this.#previous))) lines.push("");
    this.#previous = kind;
  }
}
