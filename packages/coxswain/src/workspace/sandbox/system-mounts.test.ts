import assert from "node:assert/strict";
import { test } from "node:test";
import { unixSockets } from "./system-mounts.ts";

test("returns each socket with a path once, and none without a path", () => {
  const table = [
    "Num       RefCount Protocol Flags    Type St Inode Path",
    "000000007dacc8b2: 00000003 00000000 00000000 0001 03 4158173",
    "0000000098bb0581: 00000002 00000000 00010000 0001 01  1609 /run/docker.sock",
    "0000000098bb0582: 00000003 00000000 00000000 0001 03  1610 /run/docker.sock",
    "0000000098bb0583: 00000002 00000000 00010000 0001 01  1611 @/tmp/.X11-unix/X0",
    "0000000098bb0584: 00000002 00000000 00010000 0001 01  1612 /home/me/with a space.sock",
  ].join("\n");
  assert.deepEqual(unixSockets(table), ["/run/docker.sock", "/home/me/with a space.sock"]);
});
