import assert from "node:assert/strict";
import { test } from "node:test";
import { bubblewrapCommand } from "./bubblewrap-command.ts";

const ORDER = { bwrap: "bwrap", shielded: false, mounts: [], cwd: "/p", network: false, users: "sealed", root: false } as const;

const has = (args: readonly string[], ...sequence: readonly string[]): boolean =>
  args.some((_, at) => sequence.every((word, index) => args[at + index] === word));

test("the whole machine is read-only, without capabilities, without a network, and in separate namespaces", () => {
  const args = bubblewrapCommand(ORDER);
  assert.deepEqual(args.slice(0, 8), ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]);
  for (const word of [
    "--unshare-net",
    "--unshare-pid",
    "--unshare-ipc",
    "--unshare-uts",
    "--die-with-parent",
    "--disable-userns",
    "--new-session",
  ])
    assert.ok(args.includes(word), word);
  assert.ok(has(args, "--cap-drop", "ALL"));
  assert.ok(has(args, "--chdir", "/p"));
  assert.equal(args.at(-1), "--");
});

test("capabilities are dropped for every user, and for root the kernel's settings are read-only", () => {
  const args = bubblewrapCommand({ ...ORDER, users: "same", root: true, network: true });
  assert.ok(has(args, "--cap-drop", "ALL"));
  assert.ok(has(args, "--remount-ro", "/proc"));
  assert.ok(!args.includes("--unshare-net"));
  assert.ok(!args.includes("--unshare-user"));
  assert.ok(!has(bubblewrapCommand(ORDER), "--remount-ro", "/proc"));
});

test("a hidden folder becomes read-only after everything is mounted in it", () => {
  const args = bubblewrapCommand({
    ...ORDER,
    mounts: [
      { at: "/data", show: "hidden-folder" },
      { at: "/data/tree", show: "writable" },
      { at: "/p/.env", show: "hidden-file" },
      { at: "/tmp", show: "own", from: "/var/t" },
    ],
  });
  const text = args.join(" ");
  assert.match(
    text,
    /--tmpfs \/data --bind \/data\/tree \/data\/tree --ro-bind \/dev\/null \/p\/\.env --bind \/var\/t \/tmp --remount-ro \/data /,
  );
});

test("inside another bubblewrap everything is read-only except the writable folders, and no status is reported", () => {
  const args = bubblewrapCommand({
    ...ORDER,
    shielded: true,
    status: 3,
    mounts: [
      { at: "/tmp", show: "own", from: "/var/t" },
      { at: "/p", show: "writable" },
      { at: "/p/in", show: "writable" },
      { at: "/p/in/.env", show: "hidden-file" },
    ],
  });
  const inner = args.lastIndexOf("bwrap");
  assert.equal(
    args.slice(0, inner).join(" "),
    "bwrap --ro-bind / / --dev-bind /dev /dev --bind /proc /proc --bind /var/t /var/t --bind /p /p --unshare-user --die-with-parent --",
  );
  assert.ok(has(args.slice(inner), "--bind", "/p/in", "/p/in", "--ro-bind", "/dev/null", "/p/in/.env"));
});
