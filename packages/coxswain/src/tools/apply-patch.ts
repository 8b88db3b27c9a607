import { defineTool } from "../loop/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { filesSeen } from "./files-seen.ts";
import { carriedFiles, filesTouched } from "./files-touched.ts";
import { text, toolInput } from "./input.ts";
import { LIMITS } from "./limits.ts";

const limits = LIMITS.apply_patch;

const DESCRIPTION = `Changes files by a patch of this form, at most ${limits.bytes} bytes and ${limits.files} files, all of it or nothing:
*** Begin Patch
*** Add File: path
+each line of a new file
*** Update File: path
*** Move to: other/path
@@ a line after which to look, as the head of a class or function
 a line that stays
-a line that goes
+a line that comes
*** End of File
*** Delete File: path
*** End Patch
Move to, @@ and End of File are there where they are needed. Give three lines that stay before and after each change. Files that are changed, moved or deleted have to be \
read first. Line ends, encoding, byte order mark and mode stay. Files over ${LIMITS.edit.fileBytes} bytes are refused.`;

const schema = toolInput({ input: text("The patch.") });

/** Models that were trained to write patches in this format. */
const TRAINED = /(^|[/.])(gpt-(4\.1|[5-9]|oss)|o[34]\b|codex)/;

/** Changes several files by one patch: all of them or none. */
export const applyPatchTool = (workspace: Workspace) =>
  defineTool({
    name: "apply_patch",
    description: DESCRIPTION,
    inputSchema: schema,
    effect: "write",
    supportsModel: (model) => TRAINED.test(model),
    requiredState: [filesSeen, filesTouched],
    preserveOnCompaction: (facts) => carriedFiles(workspace, facts(filesTouched)),
    permissionRequests: async ({ input }) => (await loadPatch()).patchRequests(workspace, input),
    execute: async ({ input }, context) => (await loadPatch()).applyPatch(workspace, input, context),
  });

/** Loaded with the first call: most models never write patches. */
const loadPatch = () => import("./patch/index.ts");
