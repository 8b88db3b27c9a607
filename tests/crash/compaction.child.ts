// Opens a session and compacts it: a process to be killed in the middle of that.
import { openSessions } from "./killed-compaction.ts";

const [directory = "", id = ""] = process.argv.slice(2);

const { runtime } = openSessions(directory);
const session = await runtime.open(id);
await session.compact();
await runtime.close();
