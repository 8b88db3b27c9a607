// Opens a session and compacts it. The test kills this process during the compaction.
import { openSessions } from "./killed-compaction.ts";

const [directory = "", id = ""] = process.argv.slice(2);

const { runtime } = openSessions(directory);
const session = await runtime.open(id);
await session.compact();
await runtime.close();
