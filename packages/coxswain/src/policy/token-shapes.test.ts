import assert from "node:assert/strict";
import { test } from "node:test";
import { masking } from "./masking.ts";

const masked = (text: string): string => masking().foreignText(text);

const of = (length: number, alphabet = "aB3dE6gH9"): string => alphabet.repeat(Math.ceil(length / alphabet.length)).slice(0, length);
const hex = (length: number): string => of(length, "0a1b2c3d4e5f");
const digits = (length: number): string => of(length, "1234567890");

/** Built from pieces, so that this file contains no token. */
const TOKENS: Readonly<Record<string, readonly string[]>> = {
  "anthropic-key": [`sk-ant-api03-${of(95)}`, `sk-ant-admin01-${of(80)}`],
  "openai-key": [`sk-proj-${of(120)}`, `sk-svcacct-${of(60)}`, `sk-${of(20)}T3BlbkFJ${of(20)}`],
  "openrouter-key": [`sk-or-v1-${hex(64)}`],
  "google-key": [`AIza${of(35)}`],
  "google-token": [`ya29.${of(120)}`],
  "google-client-secret": [`GOCSPX-${of(28)}`],
  "github-token": [`ghp_${of(36)}`, `gho_${of(36)}`, `ghs_${of(40)}`, `github_pat_${of(22)}_${of(59)}`],
  "gitlab-token": [`glpat-${of(20)}`],
  "slack-token": [`xoxb-${digits(11)}-${digits(11)}-${of(24)}`, `xapp-1-${of(11, "A1B2")}-${digits(13)}-${hex(64)}`],
  "stripe-key": [`sk_live_${of(24)}`, `rk_live_${of(99)}`],
  "sendgrid-key": [`SG.${of(22)}.${of(43)}`],
  "npm-token": [`npm_${of(36)}`],
  "pypi-token": [`pypi-AgEIcHlwaS5vcmc${of(60)}`],
  "huggingface-token": [`hf_${of(34, "aBcD")}`],
  "groq-key": [`gsk_${of(52)}`],
  "xai-key": [`xai-${of(80)}`],
  "digitalocean-token": [`dop_v1_${hex(64)}`],
  "vault-token": [`hvs.${of(95)}`],
  "age-key": [`AGE-SECRET-KEY-1${of(58, "A1B2C3")}`],
};

for (const [kind, tokens] of Object.entries(TOKENS)) {
  test(`a ${kind} is masked anywhere in a command's output`, () => {
    for (const token of tokens) {
      assert.equal(masked(token), `[masked:${kind}]`);
      assert.equal(masked(`export KEY="${token}"\n${token}, and on`), `export KEY="[masked:${kind}]"\n[masked:${kind}], and on`);
    }
  });
}

test("a secret that is recognized by its name keeps the name", () => {
  const secret = of(40);
  assert.equal(masked(`AWS_SECRET_ACCESS_KEY=${secret}`), "AWS_SECRET_ACCESS_KEY=[masked:aws-secret-key]");
  assert.equal(masked(`aws_secret_access_key = "${secret}"`), 'aws_secret_access_key = "[masked:aws-secret-key]"');
  assert.equal(masked(`TWILIO_AUTH_TOKEN: ${hex(32)}`), "TWILIO_AUTH_TOKEN: [masked:twilio-key]");
  assert.equal(masked(`AccountName=a;AccountKey=${of(86)}==;Suffix=b`), "AccountName=a;AccountKey=[masked:azure-account-key];Suffix=b");
  assert.equal(
    masked(`https://hooks.slack.com/services/T${digits(8)}/B${digits(8)}/${of(24)}`),
    "https://hooks.slack.com/services/[masked:slack-webhook]",
  );
});

test("a private key keeps its first and last line, and a truncated key is masked too", () => {
  const lines = Array.from({ length: 20 }, () => of(64)).join("\n");
  for (const name of ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "]) {
    const [begin, end] = [`-----BEGIN ${name}PRIVATE KEY-----`, `-----END ${name}PRIVATE KEY-----`];
    assert.equal(masked(`a\n${begin}\n${lines}\n${end}\nb`), `a\n${begin}[masked:private-key]${end}\nb`);
    assert.equal(masked(`${begin}\n${lines}`), `${begin}[masked:private-key]`);
    assert.equal(masked(JSON.stringify(`${begin}\n${lines}\n${end}`)), `"${begin}[masked:private-key]${end}"`);
  }
});

const PLAIN = [
  "commit 3f786850e387550fdab836ed7e6dc881de23001b",
  "sha512-9UZtZJb2nJ5YDkXZVnGyfkTKOPbXt3rvvzV0JYJ/vqv2CzFjCcqLfXrOKl9e3sUo8NYkIKJwGQ0SMN7cO5XBNw==",
  "123e4567-e89b-12d3-a456-426614174000",
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
  "import sk-learn, ghp_short, xoxo-love, npm_config_registry=https://registry.npmjs.org",
  "process.env.OPENAI_API_KEY and sk-… or sk-ant-api03-...",
  "twilio.rest and TWILIO_ACCOUNT",
  "aws_secret_access_key = os.environ['AWS_SECRET_ACCESS_KEY']",
  "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----",
  "Paste the lines between -----BEGIN PRIVATE KEY----- and its end here.",
  "https://hooks.slack.com/services/",
];
for (const text of PLAIN) test(`finds no secret in: ${text.slice(0, 60)}`, () => assert.equal(masked(text), text));
