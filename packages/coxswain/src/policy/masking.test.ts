import assert from "node:assert/strict";
import { test } from "node:test";
import { secretValues } from "./masking.ts";

test("the values of variables that are named after secrets are secrets", () => {
  const env = {
    DEPLOY_TOKEN: "a1b2c3d4e5f6g7",
    MY_API_KEY: " k-0123456789ab\n",
    DB_PASSWORD: "s3cret-of-the-db",
    NPM_PAT: "x9y8z7w6v5u4t3",
  };
  assert.deepEqual(secretValues(env), ["a1b2c3d4e5f6g7", "k-0123456789ab", "s3cret-of-the-db", "x9y8z7w6v5u4t3"]);
});

test("a word, number, path or URL is not a secret, regardless of the variable's name", () => {
  const env = {
    POSTGRES_PASSWORD: "postgrespostgres",
    CI_TOKEN: "true",
    GITHUB_TOKEN: "123456789012345",
    SSH_PRIVATE_KEY: "/home/ada/.ssh/id_work",
    TOKEN: "https://example.org/token",
    SECRET: "two words of 14",
    EMPTY_TOKEN: undefined,
  };
  assert.deepEqual(secretValues(env), []);
});

test("a variable that names the location or the owner of a secret is ignored", () => {
  assert.deepEqual(
    secretValues({ AWS_ACCESS_KEY_ID: "AKIA0123456789ABCDEF", TOKEN_URL: "a1b2c3d4e5f6g7", KEYBOARD: "qwertz-0123456" }),
    [],
  );
});
