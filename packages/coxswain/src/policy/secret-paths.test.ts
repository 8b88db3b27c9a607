import assert from "node:assert/strict";
import { test } from "node:test";
import { secretPaths, denySecrets } from "./secret-paths.ts";
import { allowAll, allowTools } from "./grants.ts";
import { judge, strictest } from "./policy.ts";

const isSecret = secretPaths({ home: "/home/ada", also: ["/home/ada/.local/share/coxswain/credentials.json"] });

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
  "/proc/self/mem",
  "/proc/4711/task/4711/mem",
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
  "/work/id_ed25519_github.pub",
  "/work/.ssh-notes.md",
  "/home/ada/.sshrc",
  "/home/adam/.ssh/config",
  "/home/ada/.docker/contexts",
  "/proc/cpuinfo",
  "/proc/meminfo",
  "/proc/self/maps",
  "/work/environ",
];

for (const path of SECRETS) test(`${path} contains secrets`, () => assert.ok(isSecret(path)));
for (const path of PLAIN) test(`${path} is a plain file`, () => assert.ok(!isSecret(path)));

test("on Windows a home is written with backslashes", () => {
  assert.ok(secretPaths({ home: "C:\\Users\\Ada" })("C:\\Users\\Ada\\.ssh\\id_work"));
});

test("without a home, names are still recognized", () => {
  assert.ok(secretPaths({})("/work/.env"));
  assert.ok(!secretPaths({})("/home/ada/.netrc"));
});

test("a name is recognized in composed and decomposed form", () => {
  for (const home of ["/home/zo\u00EB", "/home/zoe\u0308"])
    for (const path of ["/home/zo\u00EB/.ssh/config", "/home/zoe\u0308/.ssh/config", "/home/ZOE\u0308/.SSH/config"])
      assert.ok(secretPaths({ home })(path), JSON.stringify([home, path]));
});

const policy = denySecrets({ home: "/home/ada" });
const reading = (subject: string) => ({ tool: "read", effect: "read", subject }) as const;

test("reading a secret is denied with a reason; other files are left open", () => {
  assert.deepEqual(policy(reading("/work/.env")), {
    verdict: "deny",
    reason: "/work/.env contains secrets and is never read; ask the user for the information that you need",
  });
  assert.equal(policy(reading("/work/env.ts")), undefined);
});

test("a secret is recognized under its other names", () => {
  const request = { ...reading("/work/notes.txt"), alsoKnownAs: ["/home/ada/.ssh/id_ed25519"] };
  assert.equal(policy(request)?.verdict, "deny");
  assert.match(policy(request)?.reason ?? "", /^\/home\/ada\/\.ssh\/id_ed25519 contains secrets/);
});

test("no other policy can allow a secret, in any order", () => {
  const request = reading("/work/.env");
  assert.equal(judge([request], strictest(allowAll(), policy)).verdict, "deny");
  assert.equal(judge([request], strictest(policy, allowTools(["read"]))).verdict, "deny");
});

test("only reading is judged", () => {
  assert.equal(policy({ tool: "write", effect: "write", subject: "/work/.env" }), undefined);
  assert.equal(policy({ tool: "bash", effect: "execute", subject: "cat .env" }), undefined);
});
