import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Agent, type Argv, installedFile, type Scene } from "../agent.ts";
import { ENTRIES_PER_TURN, lineThat, objectAt, readSession, resultText, type SessionLine, writeSession } from "../session-lines.ts";

const TARGETS: Readonly<Record<string, string>> = {
  "linux-x64": "x86_64-unknown-linux-musl",
  "linux-arm64": "aarch64-unknown-linux-musl",
  "darwin-x64": "x86_64-apple-darwin",
  "darwin-arm64": "aarch64-apple-darwin",
};

/** The native program, which npm's launcher starts as its child. */
const native = (scene: Scene, ...parameters: readonly string[]): Argv => {
  const system = `${process.platform}-${process.arch}`;
  return [installedFile(scene, `@openai/codex-${system}/vendor/${TARGETS[system]}/bin/codex`), ...parameters];
};

const FLAGS = ["--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"] as const;

export const codex: Agent = {
  name: "Codex",
  package: "@openai/codex",
  wire: "responses",
  call: (number) => ({ name: "exec_command", input: { cmd: `true ${number}` } }),
  environment: ({ home }) => ({ CODEX_HOME: home, OPENAI_API_KEY: "bench" }),
  configure: ({ home, url }) =>
    writeFile(
      join(home, "config.toml"),
      [
        'model = "gpt-5.5"',
        'model_provider = "bench"',
        "check_for_update_on_startup = false",
        "[model_providers.bench]",
        'name = "bench"',
        `base_url = "${url}/v1"`,
        'env_key = "OPENAI_API_KEY"',
        'wire_api = "responses"',
        "[analytics]",
        "enabled = false",
        // Otherwise it looks for plugins at github.com and chatgpt.com.
        "[features]",
        "plugins = false",
        "",
      ].join("\n"),
    ),
  version: (scene) => native(scene, "--version"),
  start: (scene, prompt) => native(scene, "exec", ...FLAGS, prompt),
  resume: (scene, prompt) => native(scene, "exec", "resume", "--last", ...FLAGS, prompt),

  lengthen: async ({ home }, entries) => {
    const { path, lines } = readSession(home, "sessions/*/*/*/rollout-*.jsonl");
    const items = lines.filter(({ type }) => type === "response_item");
    const payloadHas = (key: string, value: string) => (line: SessionLine) => objectAt(line, "payload")[key] === value;
    const user = lineThat("prompt", items.toReversed(), payloadHas("role", "user"));
    const call = lineThat("call", items, payloadHas("type", "function_call"));
    const result = lineThat("result", items, payloadHas("type", "function_call_output"));
    const more: SessionLine[] = [...lines];
    let sequence = Number(objectAt(items.at(-1) ?? {}, "metadata")["history_sequence"]);
    const add = (line: SessionLine, fields: SessionLine): void => {
      sequence += 1;
      more.push({
        ...line,
        ordinal: more.length,
        payload: { ...objectAt(line, "payload"), ...fields },
        metadata: { ...objectAt(line, "metadata"), history_sequence: sequence },
      });
    };
    for (let turn = 0; turn < entries / ENTRIES_PER_TURN; turn++) {
      const call_id = `call_turn_${turn}`;
      add(user, { id: `msg_turn_${turn}` });
      add(call, { id: `fc_turn_${turn}`, call_id });
      add(result, { id: `fco_turn_${turn}`, call_id, output: resultText(turn) });
    }
    writeSession(path, more);
  },
};

/** Codex as npm installs it: a launcher in Node that starts the native program. */
export const codexByNpm: Agent = {
  ...codex,
  name: "Codex, npm's launcher",
  version: (scene) => [process.execPath, installedFile(scene, "@openai/codex/bin/codex.js"), "--version"],
  start: (scene, prompt) => [process.execPath, installedFile(scene, "@openai/codex/bin/codex.js"), "exec", ...FLAGS, prompt],
};
