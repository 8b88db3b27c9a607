/** Variables that commands do not get: `*` stands for any characters, case does not matter. */
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

/** What keeps programs from paging, colouring, opening an editor or asking. */
const QUIET: Readonly<Record<string, string>> = {
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

/** These would colour in spite of NO_COLOR. */
const LOUD = new Set(["FORCE_COLOR", "CLICOLOR_FORCE"]);

const SECRET = new RegExp(`^(?:${SECRET_VARIABLES.map((name) => name.replaceAll("*", ".*")).join("|")})$`, "i");

export interface EnvironmentOptions {
  /** Names of secrets that stay. */
  readonly allow?: readonly string[] | undefined;
  /** Names of secrets that do not look like any. */
  readonly secret?: readonly string[] | undefined;
}

/** The environment of commands: the given one without secrets, made quiet. */
export const commandEnvironment = (
  base: Readonly<Record<string, string | undefined>>,
  { allow = [], secret = [] }: EnvironmentOptions = {},
): Record<string, string> => {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(base)) {
    const kept = allow.includes(name) || (!SECRET.test(name) && !secret.includes(name) && !LOUD.has(name));
    if (value !== undefined && kept) environment[name] = value;
  }
  return { ...environment, ...QUIET };
};
