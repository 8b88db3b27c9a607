import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../../workspace.fixture.ts";
import { sharedNetwork } from "./shared-network.ts";

const options = { nsenter: "/bin/true", users: "same", within: () => [], mark: async () => ({ env: {}, ended: () => {} }) } as const;

test(
  "bubblewrap's report of its process may be read after the output of the process",
  { skip: process.platform !== "linux" },
  async (t) => {
    const bwrap = join(temporaryFolder(t), "bwrap");
    const report = "echo '{ \"child-pid\": '$$', \"mnt-namespace\": 1 }' >&3";
    writeFileSync(bwrap, `#!/bin/sh\necho\nsleep 0.1\n${report}\nexec cat\n`, { mode: 0o755 });
    const network = await sharedNetwork({ ...options, bwrap });
    t.after(() => network?.close());
    assert.ok(network !== undefined);
  },
);

test("without a process there is no shared network", { skip: process.platform !== "linux" }, async (t) => {
  const bwrap = join(temporaryFolder(t), "bwrap");
  writeFileSync(bwrap, "#!/bin/sh\necho\nexit 1\n", { mode: 0o755 });
  assert.equal(await sharedNetwork({ ...options, bwrap }), undefined);
});
