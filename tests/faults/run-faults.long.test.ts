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

test("L8: whichever append to a file fails, nothing told is lost, and the session goes on when there is space", () =>
  failEachWrite("append", onDisk));

test("L11: whichever sync of a file fails, nothing told is lost, and no call runs whose intent is not on the disk", () =>
  failEachWrite("sync", onDisk));
