import assert from "node:assert/strict";
import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { networkFileSystem } from "./network-file-systems.ts";

test("file systems of other machines are known by their type, also where it is told as a negative number", () => {
  assert.equal(networkFileSystem(0x6969), "NFS");
  assert.equal(networkFileSystem(0xff534d42), "CIFS");
  assert.equal(networkFileSystem(0xff534d42 | 0), "CIFS");
  assert.equal(networkFileSystem(0xfe534d42), "SMB2");
  assert.equal(networkFileSystem(0x00c36400), "Ceph");
  assert.equal(networkFileSystem(0x0bd00bd0), "Lustre");
});

test("ext4, tmpfs, overlay and what this machine has for its temporary files are none", () => {
  for (const type of [0xef53, 0x01021994, 0x794c7630, 0, statfsSync(tmpdir()).type]) assert.equal(networkFileSystem(type), undefined);
});
