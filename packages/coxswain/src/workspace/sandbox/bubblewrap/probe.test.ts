import assert from "node:assert/strict";
import { test } from "node:test";
import { unavailable } from "./probe.ts";

const settings =
  (values: Readonly<Record<string, string>>) =>
  (file: string): string | undefined =>
    Object.entries(values).find(([name]) => file.endsWith(name))?.[1];

test("where bubblewrap is missing it is said how it is installed", () => {
  assert.match(unavailable(undefined, settings({})), /^bubblewrap is not installed\. Install it with apt install bubblewrap/);
});

test("a setting of the system that forbids it is named", () => {
  const said = "bwrap: setting up uid map: Permission denied\n";
  assert.match(
    unavailable(said, settings({ apparmor_restrict_unprivileged_userns: "1\n" })),
    /^AppArmor prevents .*sysctl kernel\.apparmor/,
  );
  const creating =
    "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.\n";
  assert.match(unavailable(creating, settings({ unprivileged_userns_clone: "0\n" })), /sudo sysctl kernel\.unprivileged_userns_clone=1/);
  assert.match(unavailable(creating, settings({ max_user_namespaces: "0\n" })), /sudo sysctl user\.max_user_namespaces/);
});

test("else it is said what bubblewrap said", () => {
  assert.equal(
    unavailable("bwrap: Can't mount proc on /newroot/proc: Operation not permitted\n", settings({ max_user_namespaces: "9" })),
    "bubblewrap does not work here (Can't mount proc on /newroot/proc: Operation not permitted). In a container, start the container with more privileges",
  );
});
