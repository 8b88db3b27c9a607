import { jsonlStore } from "coxswain";

/** Lists the sessions of a directory as can be done without an index: a look at each file and its header. */
const [directory = ""] = process.argv.slice(2);
let count = 0;
for await (const _ of jsonlStore({ directory }).list()) count += 1;
if (count === 0) throw new Error(`There are no sessions in ${directory}.`);
