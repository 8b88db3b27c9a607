import { parseRule, PERMISSION_MODES } from "../policy/index.ts";
import type {
  BudgetSettings,
  CompactionSettings,
  EnvironmentSettings,
  HookSettings,
  HookSettingsEvent,
  LspLanguageSettings,
  LspSettings,
  PermissionSettings,
  RetentionSettings,
  RetrySettings,
  SandboxSettings,
  TaskSettings,
  TimeoutSettings,
  WebSearchSettings,
  WebSettings,
} from "./settings.ts";
import { Mismatch, type Shape } from "./shape.ts";
import { nonNegative, boolean, array, object, oneOf, record, string, integer } from "./shapes.ts";

/* The settings that are objects, each with the descriptions and defaults of its fields. */

export const environment = object<EnvironmentSettings>({
  allow: {
    shape: array(string("the name of an environment variable", /^[A-Za-z_][A-Za-z0-9_]*$/)),
    default: [],
    description: "Environment variables that commands receive although their names suggest secrets.",
  },
});

const httpUrl = string("an http or https URL", /^https?:\/\/[^\s/]\S*$/);

const search = object<WebSearchSettings>({
  provider: {
    shape: oneOf(["brave", "exa", "searxng", "tavily"]),
    required: true,
    description:
      "The web search provider. Its key comes from `BRAVE_API_KEY`, `EXA_API_KEY` or `TAVILY_API_KEY`, or from `cox auth " +
      "set`. SearXNG needs no key.",
  },
  url: {
    shape: httpUrl,
    description: "URL of the provider; it may be in a private network. Default: the provider's public API. Required for SearXNG.",
  },
});

export const web = object<WebSettings>({
  privateHosts: {
    shape: array(string("a host, optionally with a port", /^[^\s/@]+$/)),
    default: [],
    description:
      "Hosts in private networks and on this machine that `fetch` and `download` may access, for example `localhost:3000`, " +
      "or `wiki.internal` with any port. Sandboxed commands may access them too, if `sandbox.network` lists them.",
  },
  search: {
    shape: search,
    description: "Provider for the tool `web_search`. Default: none; the tool is not available.",
  },
  sourcegraph: {
    shape: object<NonNullable<WebSettings["sourcegraph"]>>({
      url: {
        shape: httpUrl,
        required: true,
        description: "For example `https://sourcegraph.com`. The token comes from `SRC_ACCESS_TOKEN`, or from `cox auth set sourcegraph`.",
      },
    }),
    description: "Sourcegraph instance for the tool `sourcegraph`. Default: none; the tool is not available.",
  },
});

export const timeouts = object<TimeoutSettings>({
  noBytesSeconds: {
    shape: integer(1),
    description: "Seconds without a byte after which a response fails. Default: 60, and 600 for servers on this machine.",
  },
  noContentSeconds: {
    shape: integer(1),
    description:
      "Seconds without content after which a response fails, even if bytes arrive. Default: 300, and 600 for servers on this machine.",
  },
});

export const retry = object<RetrySettings>({
  tries: {
    shape: integer(0),
    default: 3,
    description: "Maximum number of retries of a response after a temporary failure; 0 disables retries.",
  },
  baseSeconds: {
    shape: nonNegative(),
    default: 2,
    description: "Delay before the first retry, in seconds. It doubles with each further retry.",
  },
  capSeconds: {
    shape: nonNegative(),
    default: 60,
    description: "Maximum delay, in seconds. If the provider requests a longer one, the run ends.",
  },
  budgetSeconds: {
    shape: nonNegative(),
    default: 600,
    description: "Seconds after a response's first failure during which it may be retried.",
  },
});

export const compaction = object<CompactionSettings>({
  auto: {
    shape: oneOf(["off", "advisory", "auto"]),
    default: "auto",
    description:
      "`auto`: compacts the conversation automatically when the context window is nearly full. `advisory`: only shows a " +
      "notice. Both compact once after a request that is too long; `off` never compacts. `--no-compaction` sets `off`.",
  },
  advisePercent: {
    shape: integer(0, 99),
    default: 80,
    description: "Percent of the context window at which the notice is shown; 0 disables it.",
  },
  aboveTokens: { shape: integer(0), default: 0, description: "Also compacts above this number of tokens; 0 for no such limit." },
  keepTokens: {
    shape: integer(0),
    description: "Tokens of recent messages that a compaction leaves unchanged. Default: 20000, at most a quarter of the context window.",
  },
  maxTokens: {
    shape: integer(0),
    description: "Maximum tokens of a summary; 0 for 1024. Default: 4 % of the context window, from 512 to 8192.",
  },
});

export const budget = object<BudgetSettings>({
  usd: { shape: nonNegative(), default: 0, description: "Maximum cost in USD, for models with known prices." },
  tokens: { shape: integer(0), default: 0, description: "Maximum number of tokens of requests and responses, including cached ones." },
  toolCalls: { shape: integer(0), default: 0, description: "Maximum number of executed tool calls." },
  seconds: { shape: nonNegative(), default: 0, description: "Maximum duration in seconds." },
});

/** Defaults. */
export const TASK_DEFAULTS: Required<TaskSettings> = { depth: 3, atOnce: 8, waiting: 32, perRun: 100 };

export const tasks = object<TaskSettings>({
  depth: {
    shape: integer(0),
    default: TASK_DEFAULTS.depth,
    description: "Maximum depth of agents below a session: 1 for agents that cannot create tasks, 0 for no tasks.",
  },
  atOnce: {
    shape: integer(1),
    default: TASK_DEFAULTS.atOnce,
    description: "Maximum number of agents of one level that run at the same time. Others wait.",
  },
  waiting: {
    shape: integer(0),
    default: TASK_DEFAULTS.waiting,
    description: "Maximum number of waiting agents of one level. Further tasks are rejected.",
  },
  perRun: {
    shape: integer(1),
    default: TASK_DEFAULTS.perRun,
    description: "Maximum number of tasks of a run, including those of its agents.",
  },
});

const HOOK_EVENTS = [
  "before_run",
  "turn_start",
  "post_message",
  "pre_tool",
  "post_tool",
  "turn_end",
  "pre_compact",
  "run_end",
] as const satisfies readonly HookSettingsEvent[];

export const hook = object<HookSettings>({
  event: { shape: oneOf(HOOK_EVENTS), required: true, description: "The event at which the hook runs." },
  command: {
    shape: string("a command"),
    required: true,
    description: "Shell command, run in the session's folder. It receives the event as JSON on standard input; exit code 2 blocks.",
  },
  name: {
    shape: string("a name"),
    description: "Name shown with its denials and messages. Default: the beginning of the command.",
  },
  tools: {
    shape: array(string("a tool's name, or a pattern such as mcp_*")),
    description:
      "For `pre_tool` and `post_tool`: the tools to which the hook applies. `*` matches any characters, and `edit` includes " +
      "`apply_patch`. Default: all.",
  },
  timeout: { shape: integer(1), default: 5, description: "Timeout in seconds." },
  blocking: {
    shape: boolean(),
    default: true,
    description: "If true, a failure of the hook denies the run, the call or the compaction. If false, it only causes a warning.",
  },
  enabled: { shape: boolean(), default: true, description: "Enables the hook." },
});

/** A permission rule as a string. The schema gives editors only its outline; the rule parser reports errors. */
const ruleShape = (): Shape<string> => {
  const outline = string("a rule such as bash(git status)", /^[A-Za-z_][A-Za-z0-9_.-]*(?:\([\s\S]+\))?$/);
  return {
    schema: outline.schema,
    read(node, reading) {
      const parsed = parseRule(String(node.value));
      if (typeof node.value === "string" && node.value !== "" && "fault" in parsed) throw new Mismatch(node, `${parsed.fault}.`);
      return outline.read(node, reading);
    },
  };
};

export const permissions = object<PermissionSettings>({
  mode: {
    shape: oneOf(PERMISSION_MODES),
    default: "ask",
    description:
      "Actions that run without asking, in addition to those that rules allow. `plan`: only reading; everything else is " +
      "denied. `ask`: reading inside the folder, also by commands. `auto-edit`: also writing inside it, and sandboxed commands. `yolo`: " +
      "everything. Rules for `deny` and `ask` apply in every mode. `--mode` overrides it.",
  },
  allow: {
    shape: array(ruleShape()),
    adds: true,
    default: [],
    description: "Rules for actions that run without asking, for example `bash(git status)` or `fetch(example.org)`. `--allow` adds rules.",
  },
  ask: { shape: array(ruleShape()), adds: true, default: [], description: "Rules for actions that always require approval." },
  deny: {
    shape: array(ruleShape()),
    adds: true,
    default: [],
    description: "Rules for actions that are never allowed, for example `bash(rm -rf)` or `read(~/.ssh/**)`. `--deny` adds rules.",
  },
});

export const retention = object<RetentionSettings>({
  days: {
    shape: integer(1),
    description:
      "Days after its last use until `cox sessions prune` moves a session to the trash. Default: sessions are stored indefinitely.",
  },
});

export const sandboxShape = object<SandboxSettings>({
  mode: {
    shape: oneOf(["auto", "required", "off"]),
    default: "auto",
    description:
      "`auto`: confines commands if the system supports it; otherwise they run unconfined, with a warning. If that could not be determined, each command asks. `required`: " +
      "rejects commands that cannot be confined. `off`: confines no commands. `--sandbox` overrides it.",
  },
  network: {
    shape: array(string("a host such as example.org, *.example.org or example.org:8080, or *", /^[^\s/@]+$/)),
    default: [],
    description:
      "Hosts that sandboxed commands may access, for example `registry.npmjs.org`, `*.github.com` (all subdomains) or " +
      "`db.example.org:5432`; `*` allows all hosts.",
  },
  writable: {
    shape: array(string("an absolute path, or a path that starts with ~/", /^(?:\/|~\/)/)),
    default: [],
    description: "Additional folders that sandboxed commands may write to, for example `~/.cache/go-build`.",
  },
});

const language = object<LspLanguageSettings>({
  enabled: { shape: boolean(), default: true, description: "Enables the server of the language." },
  command: {
    shape: array(string("a program or an argument")),
    description: "Program and arguments of the server. Default: the first known server of the language on `PATH`.",
  },
  tsserver: {
    shape: string("an absolute path", /^\//),
    description: "For `typescript`: path of `tsserver.js`. Default: the one of a TypeScript next to the server, or of `tsc` on `PATH`.",
  },
});

export const lsp = object<LspSettings>({
  enabled: { shape: boolean(), default: true, description: "Enables language servers." },
  languages: {
    shape: record(
      { expected: "typescript, python, go, rust, c, json, yaml or bash", pattern: /^(?:typescript|python|go|rust|c|json|yaml|bash)$/ },
      language,
    ),
    description: "Servers by language: `typescript`, `python`, `go`, `rust`, `c`, `json`, `yaml` and `bash`.",
  },
  waitSeconds: {
    shape: nonNegative(),
    default: 3,
    description: "Seconds that the result of an edit waits for the errors that it caused; 0 for no such check.",
  },
  memoryMegabytes: {
    shape: integer(1),
    default: 2048,
    description: "Memory of a server, in megabytes, above which it is ended.",
  },
});
