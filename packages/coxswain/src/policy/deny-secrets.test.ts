import assert from "node:assert/strict";
import { test } from "node:test";
import { denySecrets } from "./deny-secrets.ts";
import { allowAll, allowTools } from "./grants.ts";
import { judge } from "./judge.ts";
import { strictest } from "./strictest.ts";

const HOME = "/home/ada";
const policy = denySecrets({ home: HOME, also: [`${HOME}/.local/share/coxswain/credentials.json`] });
const reading = (subject: string) => ({ tool: "read", effect: "read", subject }) as const;
const denied = (subject: string): boolean => policy(reading(subject))?.verdict === "deny";

const SECRETS = [
  "/work/.env",
  "/work/.ENV",
  "/work/.envrc",
  "/work/api/.env.production",
  "/work/.env.local",
  "/work/certs/server.pem",
  "/work/id_rsa",
  "/work/id_ed25519_github",
  "/work/id_ecdsa_sk",
  "/work/id_rsa.bak",
  "/home/ada/.ssh",
  "/home/ada/.ssh/",
  "/home/ada/.ssh/config",
  "/home/ada/.aws/credentials",
  "/home/ada/.config/gcloud/access_tokens.db",
  "/home/ada/.netrc",
  "/home/ada/.docker/config.json",
  "/home/ada/.local/share/coxswain/credentials.json",
  "/proc/self/environ",
  "/proc/4711/task/4711/environ",
  "C:\\work\\.env",
];

const PLAIN = [
  "/work/env.ts",
  "/work/.env.example",
  "/work/.environment",
  "/work/my.env",
  "/work/pem.ts",
  "/work/id_generator.ts",
  "/work/id_rsa.pub",
  "/work/id_ed25519-work.ts.md/readme",
  "/work/.ssh-notes.md",
  "/home/ada/.sshrc",
  "/home/adam/.ssh/config",
  "/home/ada/.docker/contexts",
  "/proc/cpuinfo",
  "/work/environ",
];

for (const path of SECRETS) test(`${path} holds secrets`, () => assert.ok(denied(path)));
for (const path of PLAIN) test(`${path} is a plain file`, () => assert.ok(!denied(path)));

test("no policy beside it can allow a secret, whatever the order", () => {
  const request = reading("/work/.env");
  assert.equal(judge([request], strictest(allowAll(), policy)).verdict, "deny");
  assert.equal(judge([request], strictest(policy, allowTools(["read"]))).verdict, "deny");
});

test("only reading is its matter", () => {
  assert.equal(policy({ tool: "write", effect: "write", subject: "/work/.env" }), undefined);
  assert.equal(policy({ tool: "bash", effect: "execute", subject: "cat .env" }), undefined);
});

test("on Windows a home is written with backslashes", () => {
  const windows = denySecrets({ home: "C:\\Users\\Ada" });
  assert.equal(windows(reading("C:\\Users\\Ada\\.ssh\\id_work"))?.verdict, "deny");
});

test("without a home, the names still count", () => {
  assert.equal(denySecrets({})(reading("/work/.env"))?.verdict, "deny");
  assert.equal(denySecrets({})(reading("/home/ada/.netrc")), undefined);
});
