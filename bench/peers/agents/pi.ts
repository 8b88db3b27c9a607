import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Agent, type Argv, installedFile, type Scene } from "../agent.ts";
import {
  ENTRIES_PER_TURN,
  firstOf,
  lineThat,
  objectAt,
  readSession,
  resultText,
  type SessionLine,
  writeSession,
} from "../session-lines.ts";

const SESSIONS = "agent/sessions/*/*.jsonl";

const program = (scene: Scene, ...parameters: readonly string[]): Argv => [
  process.execPath,
  installedFile(scene, "@earendil-works/pi-coding-agent/dist/bundle/cli.js"),
  ...parameters,
];

const hasRole = (role: string) => (line: SessionLine) => objectAt(line, "message")["role"] === role;

/** pi has no questions to switch off: its tools run without permission. */
export const pi: Agent = {
  name: "pi",
  package: "@earendil-works/pi-coding-agent",
  wire: "anthropic",
  call: (number) => ({ name: "bash", input: { command: `true ${number}` } }),
  environment: ({ home }) => ({ PI_CODING_AGENT_DIR: join(home, "agent"), PI_OFFLINE: "1", PI_TELEMETRY: "0" }),
  configure: async ({ home, url }) => {
    const models = [{ id: "bench", name: "bench", contextWindow: 200_000, maxTokens: 8192 }];
    const bench = { baseUrl: url, api: "anthropic-messages", apiKey: "bench", models };
    await mkdir(join(home, "agent"), { recursive: true });
    await writeFile(join(home, "agent", "models.json"), JSON.stringify({ providers: { bench } }));
  },
  version: (scene) => program(scene, "--version"),
  start: (scene, prompt) => program(scene, "--print", prompt, "--model", "bench/bench"),
  resume: (scene, prompt) => program(scene, "--continue", "--print", prompt, "--model", "bench/bench"),

  // Its file format is documented in docs/session-format.md of its package.
  lengthen: async ({ home }, entries) => {
    const { path, lines } = readSession(home, SESSIONS);
    const [user, assistant, result] = ["user", "assistant", "toolResult"].map((role) => lineThat(role, lines, hasRole(role)));
    const more: SessionLine[] = [...lines];
    let parentId = lines.at(-1)?.["id"];
    const add = (line: SessionLine = {}, message: SessionLine = {}): void => {
      const id = more.length.toString(16).padStart(8, "0");
      more.push({ ...line, id, parentId, message: { ...objectAt(line, "message"), ...message } });
      parentId = id;
    };
    const call = firstOf(objectAt(assistant ?? {}, "message"), "content");
    for (let turn = 0; turn < entries / ENTRIES_PER_TURN; turn++) {
      const id = `toolu_turn_${turn}`;
      add(user);
      add(assistant, { content: [{ ...call, id }] });
      add(result, { toolCallId: id, content: [{ type: "text", text: resultText(turn) }] });
    }
    writeSession(path, more);
  },

  compact: async ({ home }) => {
    const { path, lines } = readSession(home, SESSIONS);
    const system = objectAt(lineThat("system message", lines, hasRole("system")), "message");
    const last = lines.at(-1) ?? {};
    const id = "ffffffff";
    const compaction = {
      type: "compaction",
      id,
      parentId: last["id"],
      timestamp: last["timestamp"],
      summary: "It was inspected. ".repeat(100),
      firstKeptEntryId: id,
      tokensBefore: 150_000,
      systemMessage: system,
    };
    writeSession(path, [...lines, compaction]);
  },
};
