import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryStore } from "../log/index.ts";
import { jsonlStore } from "../store/index.ts";
import { storeContract } from "./store-contract.ts";

storeContract("memoryStore", async () => ({ store: memoryStore(), close: async () => {} }));

storeContract("jsonlStore", async () => {
  const directory = await mkdtemp(join(tmpdir(), "coxswain-store-"));
  return {
    store: jsonlStore({ directory: join(directory, "sessions") }),
    close: () => rm(directory, { recursive: true }),
  };
});
