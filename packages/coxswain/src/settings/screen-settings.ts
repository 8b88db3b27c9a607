import type { FooterSegment, NotificationSettings, Settings, StatusLineSettings } from "./settings.ts";
import type { Setting } from "./shape.ts";
import { array, boolean, integer, object, oneOf, string } from "./shapes.ts";

/* The settings of interactive sessions. They belong to the user alone: a project can change none of them. */

const SEGMENTS = [
  "model",
  "thinking",
  "mode",
  "sandbox",
  "context",
  "cache",
  "cost",
  "budget",
  "branch",
  "folder",
  "title",
] as const satisfies readonly FooterSegment[];

const statusLine = object<StatusLineSettings>({
  type: { shape: oneOf(["command"]), required: true, description: "Always `command`." },
  command: {
    shape: string("a command"),
    required: true,
    description:
      "Shell command, run in the session's folder. It receives the session's state as JSON on standard input; the first two " +
      "lines that it writes are shown. It has two seconds.",
  },
  padding: { shape: integer(0, 20), default: 0, description: "Columns of space before its lines." },
});

const notifications = object<NotificationSettings>({
  method: {
    shape: oneOf(["auto", "bell", "osc9", "osc777", "osc99", "command", "off"]),
    default: "auto",
    description:
      "`auto`: a desktop notification in the form that the terminal is known to support, otherwise its bell. `osc9`, `osc777`, " +
      "`osc99`: that form. `command`: runs `notifications.command`. `off`: none.",
  },
  command: {
    shape: string("a command"),
    description: "Shell command for the method `command`. It receives the notification as JSON on standard input, and has ten seconds.",
  },
  afterSeconds: {
    shape: integer(0),
    default: 10,
    description: "Seconds that a run must have lasted, if the terminal does not report whether it has the focus.",
  },
  status: {
    shape: boolean(),
    default: true,
    description: "If true, the terminal's title, its progress bar and its list of programs show the session's state.",
  },
});

type ScreenKey = "screen" | "theme" | "motion" | "footer" | "statusLine" | "notifications";

export const SCREEN_SETTINGS: { readonly [Key in ScreenKey]-?: Setting<Exclude<Settings[Key], undefined>> } = {
  screen: {
    shape: oneOf(["inline", "full", "plain"]),
    project: "never",
    description:
      "How `cox` shows an interactive session: `inline` prints it in the terminal's normal screen, with the terminal's own " +
      "scrollback; `full` takes the whole window, with separate scrolling, search and selection; `plain` only adds lines. " +
      "`--screen` overrides it. Default: `plain` with `TERM=dumb` or `ACCESSIBLE=1`, otherwise `inline`.",
  },
  theme: {
    shape: string("the name of a theme", /^[\w.-]+$/),
    project: "never",
    default: "default",
    description:
      "Colors of interactive sessions: `default` (the terminal's own colors), `auto` (`light` or `dark`, as the terminal is), " +
      "`light`, `dark`, `high-contrast`, `colorless`, or the name of a file in the folder `themes` beside your settings.",
  },
  motion: {
    shape: oneOf(["full", "reduced"]),
    project: "never",
    default: "full",
    description: "`reduced`: nothing moves in interactive sessions, and they show changes at most once a second.",
  },
  footer: {
    shape: array(oneOf(SEGMENTS)),
    project: "never",
    description: `Parts of the footer of interactive sessions, in this order: ${SEGMENTS.map((name) => `\`${name}\``).join(", ")}. Default: all but \`thinking\`, \`folder\` and \`title\`.`,
  },
  statusLine: {
    shape: statusLine,
    project: "never",
    description: "A command that writes the footer of interactive sessions, in the format of Claude Code's `statusLine`. Default: none.",
  },
  notifications: {
    shape: notifications,
    project: "never",
    description: "Notifications of interactive sessions, when a question waits and when a run has ended, while you look elsewhere.",
  },
};
