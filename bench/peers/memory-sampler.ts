import { Worker, workerData } from "node:worker_threads";
import { treeMemory } from "./process-tree.ts";

const EVERY_MS = 10;

/** Watches the memory of one process tree at a time, in a thread, so that it does not delay the provider server. */
export interface MemorySampler extends AsyncDisposable {
  /** Starts to watch a process and forgets the peak of the one before. */
  watch(pid: number): void;
  /** The peak since `watch`, in MB: the highest sum over the tree; zero where there is no `/proc`. */
  peak(): number;
}

/** The memory that both threads share: the process, and its peak in KB. */
const PID = 0;
const PEAK = 1;

export const memorySampler = (): MemorySampler => {
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(new URL(import.meta.url), { workerData: shared });
  return {
    watch: (pid) => {
      Atomics.store(shared, PID, pid);
      Atomics.store(shared, PEAK, 0);
    },
    peak: () => {
      Atomics.store(shared, PID, 0);
      return Atomics.load(shared, PEAK) / 1024;
    },
    [Symbol.asyncDispose]: async () => void (await worker.terminate()),
  };
};

if (workerData instanceof Int32Array) {
  const shared = workerData;
  setInterval(() => {
    const pid = Atomics.load(shared, PID);
    if (pid === 0) return;
    const { sumMB, highestMB } = treeMemory(pid);
    const peak = Math.round(Math.max(sumMB, highestMB) * 1024);
    // The program may have changed while its tree was read.
    if (Atomics.load(shared, PID) === pid) Atomics.store(shared, PEAK, Math.max(peak, Atomics.load(shared, PEAK)));
  }, EVERY_MS);
}
