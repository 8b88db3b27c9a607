/** What an exit code says. The table in docs/cli.md is held to this one by a test. */
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

/** The meaning of each, for people. */
export const EXIT_MEANING: Readonly<Record<keyof typeof EXIT, string>> = {
  done: "The model finished, or the command did what it was asked.",
  failed: "It failed; the last line on standard error says why and what to do.",
  usage: "The command line cannot be followed: an unknown option, a missing value, an @file that is not there.",
  limit: "The run was stopped at a limit, as --max-turns or --max-budget-usd; the session is kept.",
  hangup: "SIGHUP: the terminal went away; the run was aborted and the session is kept.",
  interrupted: "SIGINT, as by Ctrl+C: the run was aborted and the session is kept.",
  unread: "Nobody reads standard output any more: the run was aborted and the session is kept.",
  terminated: "SIGTERM: the run was aborted and the session is kept.",
};
