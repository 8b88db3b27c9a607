// Prints the path of a session's file. Arguments: the store's folder, the session's id.
import { jsonlStore } from "coxswain";

const [, , directory = "", id = ""] = process.argv;
for await (const session of jsonlStore({ directory }).list()) if (session.id === id) console.log(session.path);
