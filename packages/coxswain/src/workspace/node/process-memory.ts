import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

interface ProcessRow {
  readonly id: number;
  readonly parent: number;
  readonly group: number;
  /** Resident memory in bytes. */
  readonly bytes: () => number;
}

/** Returns the resident memory of a process group, and of all processes below its leader. Undefined if it is unknown. */
export const groupMemory = async (leader: number): Promise<number | undefined> => {
  const rows = process.platform === "linux" ? rowsOfProc() : await rowsOfPs();
  const children = Map.groupBy(rows, ({ parent }) => parent);
  const counted = new Set(rows.filter(({ id, group }) => id === leader || group === leader));
  for (const { id } of counted) for (const child of children.get(id) ?? []) counted.add(child);
  return counted.size === 0 ? undefined : [...counted].reduce((sum, { bytes }) => sum + bytes(), 0);
};

const rowsOfProc = (): readonly ProcessRow[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readProc(name, "stat");
      // The name of the program, in parentheses, may contain spaces and parentheses.
      const [, parent, group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      // In kilobytes, regardless of the size of a page.
      const bytes = (): number => Number(/^VmRSS:\s*(\d+) kB$/m.exec(readProc(name, "status"))?.[1] ?? 0) * 1024;
      return group === undefined ? [] : [{ id: Number(name), parent: Number(parent), group: Number(group), bytes }];
    });

/** Empty for a process that has just ended. */
const readProc = (id: string, file: "stat" | "status"): string => {
  try {
    return readFileSync(`/proc/${id}/${file}`, "latin1");
  } catch {
    return "";
  }
};

const rowsOfPs = (): Promise<readonly ProcessRow[]> =>
  new Promise((resolve) => {
    execFile("/bin/ps", ["-axo", "pid=,ppid=,pgid=,rss="], { timeout: 5000, maxBuffer: 10_000_000 }, (_, output) =>
      resolve(
        output.split("\n").flatMap((line) => {
          const [id, parent, group, kilobytes] = line.trim().split(/\s+/).map(Number);
          if (id === undefined || parent === undefined || group === undefined || kilobytes === undefined) return [];
          return [{ id, parent, group, bytes: () => kilobytes * 1024 }];
        }),
      ),
    );
  });
