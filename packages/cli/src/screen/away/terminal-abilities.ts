/** Forms of a desktop notification, and the terminal's bell. */
export type NotificationForm = "osc9" | "osc777" | "osc99" | "bell";

/** Abilities of a terminal that cannot be asked for. */
export interface TerminalAbilities {
  /** False for a terminal that shows unknown sequences as text: it gets only the bell. */
  readonly sequences: boolean;
  /** The form that it is known to show. */
  readonly notification: NotificationForm;
  /** True if it is known to show progress (OSC 9;4). Others may take that for a notification. */
  readonly progress: boolean;
  /** The program between this one and the terminal, which passes wrapped sequences through. */
  readonly multiplexer?: "tmux" | "screen";
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Returns the abilities of the terminal that these environment variables describe. Unknown ones have the least. */
export const terminalAbilities = (env: Variables): TerminalAbilities => {
  const { TERM = "", TMUX = "", STY = "" } = env;
  const terminal = TERMINALS.find(({ is }) => is(env));
  // Terminals of Windows set no `TERM`.
  if (TERM === "dumb" || TERM === "linux" || (TERM === "" && terminal === undefined))
    return { sequences: false, notification: "bell", progress: false };
  const multiplexer = TMUX !== "" || TERM.startsWith("tmux") ? "tmux" : STY !== "" || TERM.startsWith("screen") ? "screen" : undefined;
  const { notification = "bell", progress } = terminal ?? {};
  return {
    sequences: true,
    notification,
    // A multiplexer has its own idea of progress, or none.
    progress: multiplexer === undefined && progress?.(env) === true,
    ...(multiplexer === undefined ? {} : { multiplexer }),
  };
};

interface KnownTerminal {
  /** Variables that a multiplexer inherits come first, since it replaces `TERM_PROGRAM`. */
  readonly is: (env: Variables) => boolean;
  readonly notification?: NotificationForm;
  readonly progress?: (env: Variables) => boolean;
}

const isSet = (name: string) => (env: Variables) => (env[name] ?? "") !== "";
const isProgram = (name: string) => (env: Variables) => env["TERM_PROGRAM"] === name;

/** True if a version such as `3.6.6` or `1.2.0-dev` is at least the other one. */
const isVersion = (version: string | undefined, least: readonly number[]): boolean => {
  const parts = (version ?? "").split(/[.-]/).map(Number);
  for (const [at, number] of least.entries()) {
    const part = parts[at] ?? 0;
    if (part !== number) return part > number;
  }
  return true;
};

const TERMINALS: readonly KnownTerminal[] = [
  { is: isSet("KITTY_WINDOW_ID"), notification: "osc99" },
  {
    is: (env) => isSet("GHOSTTY_RESOURCES_DIR")(env) || isProgram("ghostty")(env),
    notification: "osc777",
    progress: (env) => isProgram("ghostty")(env) && isVersion(env["TERM_PROGRAM_VERSION"], [1, 2]),
  },
  { is: (env) => isSet("WEZTERM_PANE")(env) || isProgram("WezTerm")(env), notification: "osc777" },
  {
    is: (env) => env["LC_TERMINAL"] === "iTerm2" || isProgram("iTerm.app")(env),
    notification: "osc9",
    // Before, it took progress for a notification.
    progress: (env) => isProgram("iTerm.app")(env) && isVersion(env["TERM_PROGRAM_VERSION"], [3, 6, 6]),
  },
  { is: isProgram("WarpTerminal"), notification: "osc777" },
  { is: isProgram("rio"), notification: "osc777" },
  { is: ({ TERM = "" }) => TERM.startsWith("foot"), notification: "osc777" },
  { is: ({ TERM = "" }) => TERM.startsWith("rxvt-unicode"), notification: "osc777" },
  { is: isSet("WT_SESSION"), progress: () => true },
  { is: ({ ConEmuANSI }) => ConEmuANSI === "ON", progress: () => true },
  { is: isProgram("vscode"), progress: (env) => isVersion(env["TERM_PROGRAM_VERSION"], [1, 97]) },
  { is: isSet("VTE_VERSION"), progress: ({ VTE_VERSION }) => Number(VTE_VERSION) >= 7900 },
];
