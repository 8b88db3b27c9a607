import assert from "node:assert/strict";
import { test } from "node:test";
import type { SpawnOptions, Workspace } from "coxswain/tools";
import { spawnPrepared } from "../../packages/coxswain/src/workspace/sandbox/prepared.fixture.ts";
import { attackWorld, SECRET } from "./attack-world.ts";
import { attacks } from "./attacks.ts";
import { unconfinedReason } from "./unconfined-reason.ts";

/** Ways of a command into the sandbox. */
const WAYS = {
  started: (workspace: Workspace, command: string, options?: SpawnOptions) => workspace.spawn(command, options),
  prepared: spawnPrepared,
} as const;

for (const [way, spawn] of Object.entries(WAYS)) {
  test(`A3: no attack escapes the sandbox of a ${way} command, and those that can run outside it succeed there`, async (t) => {
    const reason = await unconfinedReason();
    if (reason !== undefined) return t.skip(reason);
    const world = await attackWorld();
    t.after(world.close);
    using _ = way === "prepared" ? world.workspace.preparing?.() : undefined;
    const before = world.state();
    for (const { name, command, works } of attacks(world)) {
      const { output, end } = await spawn(world.workspace, command, { timeout: 20_000 });
      assert.notEqual(end.kind, "timeout", name);
      assert.doesNotMatch(output.head, new RegExp(`ESCAPED|${SECRET}`), `${name}: ${output.head}`);
      assert.deepEqual(world.state(), before, name);
      if (works !== true) continue;
      const free = await world.workspace.spawn(command, { outside: true });
      assert.match(free.output.head, new RegExp(`ESCAPED|${SECRET}`), `${name} is not an attack: ${free.output.head}`);
    }
    const tried = attacks(world).filter(({ name, works }) => works === true && /socket|server/.test(name)).length;
    assert.equal(world.connections(), tried, "only commands outside the sandbox reach a listener");
  });
}

const SWAPPING = `
mkdir -p new && echo mine > new/.env && echo up
while [ ! -e stop ]; do mv new away && ln -s .. new && rm new && mv away new; done`;

for (const way of Object.keys(WAYS)) {
  test(`a command that swaps folders for links during other, ${way} commands gives them no access`, async (t) => {
    const reason = await unconfinedReason();
    if (reason !== undefined) return t.skip(reason);
    const world = await attackWorld();
    t.after(world.close);
    const before = world.state();
    const up = Promise.withResolvers<string>();
    const swapping = world.workspace.spawn(SWAPPING, { onOutput: up.resolve });
    await up.promise;
    const other = world.another();
    using _ = way === "prepared" ? other.preparing?.() : undefined;
    let ran = 0;
    for (let count = 0; count < TRIES; count += 1) {
      const { output } = await other
        .spawn(`touch ${world.home}/new && echo ESCAPED; cat .env in/key.pem; echo ran`)
        .catch((error: Error) => ({
          output: { head: `not run: ${error.message}` },
        }));
      assert.doesNotMatch(output.head, new RegExp(`ESCAPED|${SECRET}`));
      if (output.head.endsWith("ran\n")) ran += 1;
      assert.deepEqual(world.state(), before);
    }
    await world.workspace.spawn("touch stop", { outside: true });
    await swapping;
    t.diagnostic(`${ran} of ${TRIES} commands were run`);
  });
}

/** Number of commands that start while another one changes the folder. */
const TRIES = 20;
