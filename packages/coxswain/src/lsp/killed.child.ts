import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeWorkspace } from "../workspace/index.ts";
import { LanguageServers } from "./index.ts";

/* Starts a stub server that ignores the end of its input, writes its process id, and waits to be killed. */
const root = mkdtempSync(join(tmpdir(), "coxswain-test-"));
writeFileSync(join(root, "a.yaml"), "ERROR PID\n");
const workspace = nodeWorkspace({ root });
const command = [process.execPath, join(import.meta.dirname, "stub-server.child.ts"), "stay"];
const servers = new LanguageServers({ languages: { yaml: { command } } }, { workspace, trusted: true, warn: () => {} });
const [problem] = await servers.diagnostics(join(workspace.root, "a.yaml"), new AbortController().signal);
process.stdout.write(`${/\d+$/.exec(problem?.message ?? "")?.[0]}\n`);
