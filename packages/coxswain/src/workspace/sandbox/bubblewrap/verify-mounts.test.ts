import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join, relative } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { temporaryFolder } from "../../workspace.fixture.ts";
import { confinedWorkspace } from "../sandbox.fixture.ts";
import { WAITING, waiting, waitingShell } from "../waiting-shell.ts";
import { inOrder, type Mount } from "../mounts.ts";
import { type BubblewrapOptions, bubblewrapCommand } from "./bubblewrap-command.ts";
import { originsOf, straysIn } from "./mount-table.ts";
import { checkMounts, type Verification, verifying } from "./verify-mounts.ts";

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const ENV = { PATH: "/usr/bin:/bin", mode: "mine" };

/** Runs a program with these mounts and the planned ones in `verification`, if the check allows it. */
const CHECKS = {
  "from inside": async (verification: Verification, order: BubblewrapOptions, program: readonly string[]): Promise<Run> => {
    const [bwrap = "", ...confined] = bubblewrapCommand(order);
    const { status, stdout, stderr } = spawnSync(bwrap, [...confined, ...verifying(verification), ...program], {
      encoding: "utf8",
      env: ENV,
    });
    return { status, stdout, stderr };
  },
  "from outside": async (verification: Verification, order: BubblewrapOptions, program: readonly string[]): Promise<Run> => {
    const [bwrap = "", ...confined] = bubblewrapCommand({ ...order, status: 3 });
    const child = spawn(bwrap, [...confined, ...waiting([]), ...program], { env: ENV, stdio: ["ignore", "pipe", "pipe", "pipe", "pipe"] });
    const pipes = child.stdio as readonly unknown[];
    const [stdout, stderr] = [text(pipes[1] as Readable), text(pipes[2] as Readable)];
    const exited = once(child, "exit");
    const reported = once(pipes[3] as Socket, "data");
    const shell = waitingShell(pipes[WAITING] as Socket);
    const first = async (): Promise<number> => Number(/"child-pid": *(\d+)/.exec(String((await reported)[0]))?.[1]);
    const pid = (await shell.ready) ? await first() : undefined;
    const found = pid === undefined ? undefined : checkMounts(verification, pid);
    if (found?.kind === "planned") shell.run();
    else {
      // Killed before bubblewrap, because it may not have armed `--die-with-parent` yet.
      if (pid !== undefined) process.kill(pid, "SIGKILL");
      child.kill("SIGKILL");
    }
    const [code] = (await exited) as [number | null];
    if (found?.kind === "changed") return { status: 126, stdout: await stdout, stderr: found.message };
    return { status: code, stdout: await stdout, stderr: await stderr };
  },
} as const;

/** Creates a folder with a nested secret, and a way to run a program with other mounts than planned. */
const folder = async (t: TestContext, check: (typeof CHECKS)[keyof typeof CHECKS]) => {
  const made = await confinedWorkspace(t);
  if (made === undefined) return undefined;
  const { root, at } = made;
  for (const name of ["sub", "other", "out"]) mkdirSync(at(name));
  writeFileSync(at("sub", ".env"), "KEY=1\n");
  const plan: readonly Mount[] = [
    { at: root, show: "writable" },
    { at: at("sub", ".env"), show: "hidden-file" },
  ];
  const run = (planned: readonly Mount[], mounted: readonly Mount[]): Promise<Run> => {
    const order = {
      bwrap: "bwrap",
      shielded: true,
      mounts: inOrder(mounted),
      cwd: "/",
      network: false,
      users: "sealed",
      root: false,
    } as const;
    const verification = { mounts: inOrder(planned), originOf: originsOf(), strays: [] };
    return check(verification, order, ["/bin/sh", "-c", 'echo "ran $mode"']);
  };
  return { root, at, plan, run };
};

for (const [where, check] of Object.entries(CHECKS)) {
  test(`checked ${where}, runs a program whose mounts are as planned, with its environment unchanged`, async (t) => {
    const made = await folder(t, check);
    if (made === undefined) return;
    assert.deepEqual(await made.run(made.plan, made.plan), { status: 0, stdout: "ran mine\n", stderr: "" });
  });

  test(`checked ${where}, does not run the command if a mount leads elsewhere by a link, is missing, or shows something else`, async (t) => {
    const made = await folder(t, check);
    if (made === undefined) return;
    const { plan, run, at, root } = made;
    const instead: Readonly<Record<string, readonly Mount[]>> = {
      missing: plan.slice(0, 1),
      elsewhere: [
        { at: root, show: "writable" },
        { at: at("other"), show: "writable" },
        { at: at("sub"), show: "writable", from: at("other") },
      ],
      "writable outside of the folder": [...plan, { at: "/usr/share", show: "writable" }],
      "writable instead of read-only": [...plan, { at: at("out"), show: "writable" }],
    };
    for (const [name, mounted] of Object.entries(instead)) {
      const planned = name.startsWith("writable") ? [...plan, { at: at("out"), show: "protected" as const }] : plan;
      const { status, stdout, stderr } = await run(planned, mounted);
      assert.deepEqual([status, stdout], [126, ""], name);
      assert.match(stderr, /^The command was not run: the folder changed while the sandbox was set up/, name);
    }
  });

  test(`checked ${where}, compares names in the kernel's escaped form`, async (t) => {
    const made = await folder(t, check);
    if (made === undefined) return;
    const { root, at, run } = made;
    const odd = at("a b\tc\\d*[e]");
    mkdirSync(odd);
    writeFileSync(join(odd, ".env"), "");
    const plan: readonly Mount[] = [
      { at: root, show: "writable" },
      { at: join(odd, ".env"), show: "hidden-file" },
    ];
    assert.equal((await run(plan, plan)).stdout, "ran mine\n");
    assert.equal((await run(plan, plan.slice(0, 1))).status, 126);
  });

  test(`checked ${where}, a link that appears at the path of a mount changes nothing at its target`, async (t) => {
    const made = await folder(t, check);
    if (made === undefined) return;
    const { plan, run, at } = made;
    const outside = temporaryFolder(t);
    renameSync(at("sub"), at("moved"));
    for (const to of [outside, relative(at(), outside), join("../../../../../../oldroot", outside)]) {
      symlinkSync(to, at("sub"));
      const { status, stdout } = await run(plan, plan);
      assert.notEqual(status, 0, to);
      assert.equal(stdout, "", to);
      assert.deepEqual(readdirSync(outside), [], to);
      unlinkSync(at("sub"));
    }
  });
}

test("returns mounts that are writable although the sandbox did not make them so", () => {
  const table = [
    "30 1 254:0 / / ro,nosuid - ext4 /dev/vda rw",
    "31 30 0:5 / /tmp rw - tmpfs x rw",
    "32 30 0:6 / /run/user/1/doc rw,nosuid - fuse.portal x rw",
    "33 30 254:0 /p /p/in\\040it rw - ext4 /dev/vda rw",
  ].join("\n");
  assert.deepEqual(straysIn(table, ["/tmp", "/p"]), ["/run/user/1/doc"]);
});

test("locates a path by the innermost mount, by the last of several at one path, and returns whether it is read-only", () => {
  const origin = originsOf(
    [
      "1 0 8:1 / / rw - ext4 a rw",
      "2 1 8:2 /sub /home rw - btrfs b rw",
      "3 1 8:3 / /mnt rw - ext4 c rw",
      "4 1 8:4 /x /mnt rw - ext4 d rw",
      "5 1 8:5 / /media ro,nosuid - iso9660 e ro",
    ].join("\n"),
  );
  assert.deepEqual(origin("/home/me/a b"), { device: "8:2", path: "/sub/me/a\\040b", readOnly: false });
  assert.deepEqual(origin("/etc"), { device: "8:1", path: "/etc", readOnly: false });
  assert.deepEqual(origin("/"), { device: "8:1", path: "/", readOnly: false });
  assert.deepEqual(origin("/mnt/y"), { device: "8:4", path: "/x/y", readOnly: false });
  assert.deepEqual(origin("/media/disc"), { device: "8:5", path: "/disc", readOnly: true });
});
