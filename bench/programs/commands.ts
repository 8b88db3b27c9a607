// Runs commands that do nothing, one after the other, and writes what one of them took; nothing where they cannot be run so. Arguments: a folder,
// `confined` or `free`, how many.
import { nodeWorkspace } from "coxswain/tools";

const [root = "", how, count] = process.argv.slice(2);
const workspace = nodeWorkspace({ root, sandbox: { mode: how === "confined" ? "auto" : "off" } });
const { kind } = await workspace.confinement();
if (how === "free" || kind !== "none") {
  // The first one finds out what there is.
  await workspace.spawn("true");
  const times: number[] = [];
  for (let at = 0; at < Number(count); at++) {
    const begun = performance.now();
    await workspace.spawn("true");
    times.push(performance.now() - begun);
  }
  console.log(times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]);
}
await workspace.close();
