import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Agent, type Argv, installedFile, type Scene } from "../agent.ts";
import { ENTRIES_PER_TURN, lineThat, objectAt, resultText, type SessionLine } from "../session-lines.ts";

const program = (scene: Scene, ...parameters: readonly string[]): Argv => [
  installedFile(scene, "opencode-ai/bin/opencode.exe"),
  ...parameters,
];

interface Exported {
  readonly info: SessionLine;
  readonly messages: readonly Message[];
}

interface Message {
  readonly info: SessionLine;
  readonly parts: readonly SessionLine[];
}

export const opencode: Agent = {
  name: "opencode",
  package: "opencode-ai",
  wire: "anthropic",
  call: (number) => ({ name: "bash", input: { command: `true ${number}`, description: "Do nothing" } }),
  environment: ({ home }) => ({
    XDG_DATA_HOME: join(home, "data"),
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_STATE_HOME: join(home, "state"),
    XDG_CACHE_HOME: join(home, "cache"),
    OPENCODE_CONFIG: join(home, "opencode.json"),
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_AUTOCOMPACT: "1",
    // Otherwise it installs a package for plugins into its configuration folder.
    npm_config_offline: "true",
  }),
  configure: ({ home, url }) =>
    writeFile(
      join(home, "opencode.json"),
      JSON.stringify({
        autoupdate: false,
        share: "disabled",
        permission: "allow",
        model: "bench/bench",
        provider: {
          bench: {
            npm: "@ai-sdk/anthropic",
            name: "bench",
            options: { apiKey: "bench", baseURL: `${url}/v1` },
            models: { bench: { name: "bench", limit: { context: 200_000, output: 8192 } } },
          },
        },
      }),
    ),
  version: (scene) => program(scene, "--version"),
  start: (scene, prompt) => program(scene, "run", prompt),
  resume: (scene, prompt) => program(scene, "run", "--continue", prompt),

  // Its sessions are in a database: `opencode export` and `opencode import` are the documented ways in and out.
  lengthen: async (scene, entries, run) => {
    const [latest] = JSON.parse(await run(program(scene, "session", "list", "--format", "json"))) as readonly { readonly id: string }[];
    const session = JSON.parse(await run(program(scene, "export", latest?.id ?? ""))) as Exported;
    const infos = session.messages.map(({ info }) => info);
    const indexOf = (what: string, fits: (info: SessionLine) => boolean): number => infos.indexOf(lineThat(what, infos, fits));
    const user = session.messages[indexOf("prompt", ({ role }) => role === "user")];
    const assistant = session.messages[indexOf("call", ({ finish }) => finish === "tool-calls")];
    if (user === undefined || assistant === undefined) return;

    let at = Number(objectAt(session.info, "time")["updated"]);
    let number = 0;
    // Its identifiers ascend: 12 hexadecimal digits of the time in 4096ths of a millisecond, and a random rest.
    const identifier = (prefix: string): string => {
      number += 1;
      const time = (BigInt(at) * 0x1000n + BigInt(number % 0x1000)) & 0xffffffffffffn;
      return `${prefix}_${time.toString(16).padStart(12, "0")}${String(number).padStart(14, "0")}`;
    };
    const copy = ({ info, parts }: Message, turn: number, fields: SessionLine): Message => {
      at += 1;
      const id = identifier("msg");
      const state = (part: SessionLine) => ({ ...objectAt(part, "state"), output: resultText(turn) });
      const time = { created: at, ...(info["role"] === "assistant" ? { completed: at } : {}) };
      return {
        info: { ...info, ...fields, id, time },
        parts: parts.map((part) => ({
          ...part,
          ...(part["type"] === "tool" ? { callID: `toolu_turn_${turn}`, state: state(part) } : {}),
          id: identifier("prt"),
          messageID: id,
        })),
      };
    };
    const more = Array.from({ length: Math.ceil(entries / ENTRIES_PER_TURN) }, (_, turn) => {
      const prompt = copy(user, turn, {});
      return [prompt, copy(assistant, turn, { parentID: prompt.info["id"] })];
    });
    const path = join(scene.home, "session.json");
    await writeFile(path, JSON.stringify({ ...session, messages: [...session.messages, ...more.flat()] }));
    await run(program(scene, "import", path));
  },
};
