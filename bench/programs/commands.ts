// Runs empty commands one after the other and prints the median time of one; prints nothing if they cannot be confined.
// Arguments: a folder, `confined` or `free`, the number of commands.
import { nodeWorkspace } from "coxswain/tools";

const [root = "", how, count] = process.argv.slice(2);
const workspace = nodeWorkspace({ root, sandbox: { mode: how === "confined" ? "auto" : "off" } });
const { kind } = await workspace.confinement();
if (how === "free" || kind !== "none") {
  // The first command probes the sandbox.
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
