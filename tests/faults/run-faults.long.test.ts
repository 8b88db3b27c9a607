import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { jsonlStore, type Store } from "coxswain";
import { failEachWrite } from "./fail-each-write.ts";

const onDisk = async (use: (store: Store) => Promise<void>): Promise<void> => {
  const directory = await mkdtemp(join(tmpdir(), "coxswain-faults-"));
  try {
    await use(jsonlStore({ directory }));
  } finally {
    await rm(directory, { recursive: true });
  }
};

test("L8: after any failed append to a file, no emitted entry is lost, and the session continues once there is space", () =>
  failEachWrite("append", onDisk));

test("L11: after any failed sync of a file, no emitted entry is lost, and no call runs before its intent is durable", () =>
  failEachWrite("sync", onDisk));
