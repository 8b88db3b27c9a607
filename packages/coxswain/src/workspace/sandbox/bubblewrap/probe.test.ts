import assert from "node:assert/strict";
import { test } from "node:test";
import { unavailable } from "./probe.ts";

const settings =
  (values: Readonly<Record<string, string>>) =>
  (file: string): string | undefined =>
    Object.entries(values).find(([name]) => file.endsWith(name))?.[1];

test("a missing bubblewrap is reported with the command to install it", () => {
  assert.match(unavailable(undefined, settings({})), /^bubblewrap is not installed\. Install it with apt install bubblewrap/);
});

test("names a system setting that prevents it", () => {
  const output = "bwrap: setting up uid map: Permission denied\n";
  assert.match(
    unavailable(output, settings({ apparmor_restrict_unprivileged_userns: "1\n" })),
    /^AppArmor prevents .*sysctl kernel\.apparmor/,
  );
  const creating =
    "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.\n";
  assert.match(unavailable(creating, settings({ unprivileged_userns_clone: "0\n" })), /sudo sysctl kernel\.unprivileged_userns_clone=1/);
  assert.match(unavailable(creating, settings({ max_user_namespaces: "0\n" })), /sudo sysctl user\.max_user_namespaces/);
});

test("otherwise reports bubblewrap's own message", () => {
  assert.equal(
    unavailable("bwrap: Can't mount proc on /newroot/proc: Operation not permitted\n", settings({ max_user_namespaces: "9" })),
    "bubblewrap does not work here (Can't mount proc on /newroot/proc: Operation not permitted). In a container, start the container with more privileges",
  );
});
