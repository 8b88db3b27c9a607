import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type Agent, type Argv, installedFile, MODEL, type Scene } from "../agent.ts";
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

const program = (scene: Scene, ...parameters: readonly string[]): Argv => [
  installedFile(scene, "@anthropic-ai/claude-code/bin/claude.exe"),
  ...parameters,
];

/** `--dangerously-skip-permissions` refuses to run as root, so a rule allows the one command. */
const FLAGS = ["--model", MODEL, "--allowedTools", "Bash(true:*)"] as const;

export const claudeCode: Agent = {
  name: "Claude Code",
  package: "@anthropic-ai/claude-code",
  wire: "anthropic",
  call: (number) => ({ name: "Bash", input: { command: `true ${number}`, description: "Do nothing" } }),
  environment: ({ home, url }) => ({
    CLAUDE_CONFIG_DIR: join(home, "claude"),
    ANTHROPIC_API_KEY: "bench",
    ANTHROPIC_BASE_URL: url,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    // A session of 100,000 entries is longer than any context window.
    DISABLE_AUTO_COMPACT: "1",
  }),
  version: (scene) => program(scene, "--version"),
  start: (scene, prompt) => program(scene, "--print", prompt, ...FLAGS),
  resume: (scene, prompt) => program(scene, "--continue", "--print", prompt, ...FLAGS),

  lengthen: async ({ home }, entries) => {
    const { path, lines } = readSession(home, "claude/projects/*/*.jsonl");
    const content = (line: SessionLine) => objectAt(line, "message")["content"];
    const user = lineThat("prompt", lines, (line) => line["type"] === "user" && typeof content(line) === "string");
    const assistant = lineThat("answer", lines, ({ type }) => type === "assistant");
    const result = lineThat("result", lines, ({ toolUseResult }) => toolUseResult !== undefined);
    const more: SessionLine[] = [...lines];
    let parentUuid = lines.findLast(({ uuid }) => uuid !== undefined)?.["uuid"];
    const add = (line: SessionLine, fields: SessionLine): string => {
      const uuid = randomUUID();
      more.push({ ...line, ...fields, uuid, parentUuid });
      parentUuid = uuid;
      return uuid;
    };
    const answer = objectAt(assistant, "message");
    for (let turn = 0; turn < entries / ENTRIES_PER_TURN; turn++) {
      const id = `toolu_turn_${turn}`;
      const promptId = randomUUID();
      add(user, { promptId });
      const message = { ...answer, id: `msg_turn_${turn}`, content: [{ ...firstOf(answer, "content"), id }] };
      const sourceToolAssistantUUID = add(assistant, { message });
      const text = resultText(turn);
      const block = { ...firstOf(objectAt(result, "message"), "content"), tool_use_id: id, content: text };
      const toolUseResult = { ...objectAt(result, "toolUseResult"), stdout: text };
      add(result, { promptId, message: { role: "user", content: [block] }, toolUseResult, sourceToolAssistantUUID });
    }
    writeSession(path, more);
  },

  compact: (scene, run) => run(program(scene, "--continue", "--print", "/compact", ...FLAGS)),
};
