/** Commands of other agents' programs, with the command of `cox` that does the same. */
const OTHER_COMMANDS: Readonly<Record<string, string>> = {
  resume: 'cox -r ID "task", or cox -c "task" for the latest session',
  continue: 'cox -c "task"',
  fork: 'cox -c --fork "task"',
  compact: 'cox -c "/compact"',
  history: "cox sessions",
  list: "cox sessions",
  ls: "cox sessions",
  export: "cox sessions export ID",
  import: "cox sessions import FILE",
  rename: "cox sessions rename ID TITLE",
  delete: "cox sessions delete ID",
  login: "cox auth set PROVIDER",
  signin: "cox auth set PROVIDER",
  logout: "cox auth remove PROVIDER",
  signout: "cox auth remove PROVIDER",
  keys: "cox auth",
  exec: 'cox "task"',
  run: 'cox "task"',
  chat: 'cox "task"',
  settings: "cox config",
  usage: "cox stats",
  cost: "cox stats",
  plugins: "cox extensions",
  commands: "cox skills",
  version: "cox --version",
  update: "npm install --global coxswain-cli",
  upgrade: "npm install --global coxswain-cli",
};

/** Commands whose argument is one word. Other words after a name make a task, as in `cox update dependencies`. */
const WITH_ARGUMENT: ReadonlySet<string> = new Set(["resume", "login", "signin", "logout", "signout"]);

/** Returns the command of `cox` that does what these arguments ask of another program. Undefined for a task. */
export const ownCommandFor = (first: string, rest: readonly string[]): string | undefined => {
  if (rest.length > (WITH_ARGUMENT.has(first) ? 1 : 0) || !Object.hasOwn(OTHER_COMMANDS, first)) return undefined;
  return OTHER_COMMANDS[first];
};
