import { jsonlStore } from "coxswain";

/** Lists the sessions of a directory without an index, by the header of each file. */
const [directory = ""] = process.argv.slice(2);
let count = 0;
for await (const _ of jsonlStore({ directory }).list()) count += 1;
if (count === 0) throw new Error(`There are no sessions in ${directory}.`);
