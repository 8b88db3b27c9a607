/**
 * Runs a program while no other process runs one with the same lock: `in-turn.child.ts LOCK PROGRAM ARGUMENT…`. The lock is a
 * SQLite database, whose lock ends with its process.
 */
import { spawnSync } from "node:child_process";
import { DatabaseSync } from "node:sqlite";

const [lock = "", program = "", ...args] = process.argv.slice(2);
const database = new DatabaseSync(lock);
database.exec("PRAGMA busy_timeout = 600000; BEGIN EXCLUSIVE");
process.exitCode = spawnSync(program, args, { stdio: "inherit" }).status ?? 1;
