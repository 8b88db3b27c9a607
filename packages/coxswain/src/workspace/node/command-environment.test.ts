import assert from "node:assert/strict";
import { test } from "node:test";
import { commandEnvironment } from "./command-environment.ts";

test("keys, tokens, secrets and passwords do not reach commands", () => {
  const secrets = [
    "ANTHROPIC_API_KEY",
    "OPENAI_API_KEY",
    "GEMINI_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "GITHUB_TOKEN",
    "NPM_TOKEN",
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_PROFILE",
    "AZURE_CLIENT_SECRET",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "PGPASSWORD",
    "DB_PASSWORD_2",
    "MYSQL_PWD",
    "SSH_PRIVATE_KEY",
    "client_secret",
    "npm_config_//registry.npmjs.org/:_authToken",
  ];
  const environment = commandEnvironment(Object.fromEntries(secrets.map((name) => [name, "canary"])));
  assert.deepEqual(
    Object.values(environment).filter((value) => value === "canary"),
    [],
  );
});

test("variables that are not secret stay, including CI and the agent's socket", () => {
  const variables = {
    PATH: "/bin",
    HOME: "/home/x",
    CI: "true",
    SSH_AUTH_SOCK: "/s",
    TOKENIZERS_PARALLELISM: "1",
    KEYBOARD: "us",
    PWD: "/",
  };
  const environment = commandEnvironment(variables);
  for (const [name, value] of Object.entries(variables)) assert.equal(environment[name], value);
});

test("a secret that is allowed by name stays", () => {
  const environment = commandEnvironment({ GITHUB_TOKEN: "a", NPM_TOKEN: "b" }, { allow: ["GITHUB_TOKEN"] });
  assert.equal(environment.GITHUB_TOKEN, "a");
  assert.equal(environment.NPM_TOKEN, undefined);
});

test("a variable that is named as secret is removed unless it is allowed", () => {
  const base = { WORKSHOP: "canary", OTHER: "plain" };
  assert.equal(commandEnvironment(base, { secret: ["WORKSHOP"] }).WORKSHOP, undefined);
  assert.equal(commandEnvironment(base, { secret: ["WORKSHOP"] }).OTHER, "plain");
  assert.equal(commandEnvironment(base, { secret: ["WORKSHOP"], allow: ["WORKSHOP"] }).WORKSHOP, "canary");
});

test("pagers, editors, colors and prompts are disabled, whatever their previous values", () => {
  const environment = commandEnvironment({ PAGER: "less", EDITOR: "vim", TERM: "xterm", FORCE_COLOR: "1", GIT_TERMINAL_PROMPT: "1" });
  assert.deepEqual(
    [environment.PAGER, environment.GIT_PAGER, environment.EDITOR, environment.TERM, environment.NO_COLOR, environment.GIT_TERMINAL_PROMPT],
    ["cat", "cat", "false", "dumb", "1", "0"],
  );
  assert.equal("FORCE_COLOR" in environment, false);
});
