import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { program } from "../../measure/prepared-programs.ts";
import type { Agent, Argv, Scene } from "../agent.ts";
import { ENTRIES_PER_TURN, resultText, writeSession } from "../session-lines.ts";

const agent = (...parameters: readonly string[]): Argv => [process.execPath, program("bare-agent"), ...parameters];

const historyOf = ({ home }: Scene): string => join(home, "history.jsonl");

/** The least code that does the same: `fetch`, a hand-written parser, and a history as JSON lines. */
export const bare: Agent = {
  name: "bare limit",
  wire: "anthropic",
  call: (number) => ({ name: "bash", input: { command: `true ${number}` } }),
  environment: ({ url }) => ({ ANTHROPIC_BASE_URL: url }),
  version: () => [process.execPath, program("empty")],
  start: (_, prompt) => agent(prompt),
  resume: (scene, prompt) => agent(prompt, historyOf(scene)),
  lengthen: async (scene, entries) => {
    const turns = Array.from({ length: Math.ceil(entries / ENTRIES_PER_TURN) }, (_, turn) => {
      const id = `toolu_turn_${turn}`;
      return [
        { role: "user", content: "Go." },
        { role: "assistant", content: [{ type: "tool_use", id, name: "bash", input: { command: "true" } }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: resultText(turn) }] },
      ];
    });
    writeSession(historyOf(scene), turns.flat());
  },
  compact: async (scene) => writeFileSync(historyOf(scene), `${JSON.stringify({ role: "user", content: "It was inspected." })}\n`),
};
