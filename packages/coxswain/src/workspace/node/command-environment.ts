/** Patterns of variables that commands do not get. `*` matches any characters; case is ignored. */
const SECRET_VARIABLES: readonly string[] = [
  "*API_KEY",
  "*APIKEY",
  "*ACCESS_KEY*",
  "*PRIVATE_KEY*",
  "*_TOKEN",
  "*_TOKEN_*",
  "TOKEN",
  "*_PAT",
  "*AUTHTOKEN*",
  "*SECRET*",
  "*PASSWORD*",
  "*PASSWD*",
  "*PASSPHRASE*",
  "*CREDENTIAL*",
  "MYSQL_PWD",
  "PGPASSFILE",
  "AWS_*",
  "AZURE_*",
  "SSH_ASKPASS",
  "SUDO_ASKPASS",
];

/** Stops programs from paging, colouring, opening an editor or prompting. */
const NON_INTERACTIVE: Readonly<Record<string, string>> = {
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
  SSH_ASKPASS_REQUIRE: "never",
  EDITOR: "false",
  VISUAL: "false",
  GIT_EDITOR: "false",
  GIT_SEQUENCE_EDITOR: "false",
  TERM: "dumb",
  NO_COLOR: "1",
};

/** These would enable colours in spite of NO_COLOR. */
const FORCE_COLORS = new Set(["FORCE_COLOR", "CLICOLOR_FORCE"]);

const SECRET = new RegExp(`^(?:${SECRET_VARIABLES.map((name) => name.replaceAll("*", ".*")).join("|")})$`, "i");

export interface EnvironmentOptions {
  /** Names of variables that commands get although they match a pattern. */
  readonly allow?: readonly string[] | undefined;
  /** Names of further variables that commands do not get. */
  readonly secret?: readonly string[] | undefined;
}

/** Returns the environment for commands: without secrets, and non-interactive. */
export const commandEnvironment = (
  base: Readonly<Record<string, string | undefined>>,
  { allow = [], secret = [] }: EnvironmentOptions = {},
): Record<string, string> => {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(base)) {
    const isPassed = allow.includes(name) || (!SECRET.test(name) && !secret.includes(name) && !FORCE_COLORS.has(name));
    if (value !== undefined && isPassed) environment[name] = value;
  }
  return { ...environment, ...NON_INTERACTIVE };
};
