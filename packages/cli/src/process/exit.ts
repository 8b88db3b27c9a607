/** Exit codes. A test compares the table in docs/cli.md. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  limit: 3,
  hangup: 129,
  interrupted: 130,
  unread: 141,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Description of each code. */
export const EXIT_MEANING: Readonly<Record<keyof typeof EXIT, string>> = {
  done: "The model finished, or the command did what it was asked.",
  failed: "It failed; the last message on stderr gives the reason and what to do.",
  usage: "The command line is invalid: an unknown option, a missing value, an unknown /command.",
  limit: "The run reached a limit such as --max-turns or --max-budget-usd; the session is saved.",
  hangup: "SIGHUP: the terminal was closed; the run was aborted and the session is saved.",
  interrupted: "SIGINT, as with Ctrl+C: the run was aborted and the session is saved.",
  unread: "The reader of stdout closed the pipe: the run was aborted and the session is saved.",
  terminated: "SIGTERM: the run was aborted and the session is saved.",
};
