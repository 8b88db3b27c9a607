import { defineTool } from "../loop/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { filesSeen, preservedFiles, filesTouched } from "./files-seen.ts";
import { stringField, toolInput } from "./input.ts";
import { LIMITS } from "./limits.ts";

const limits = LIMITS.apply_patch;

const DESCRIPTION = `Applies a patch to files. All changes are made, or none. A patch has at most ${limits.bytes} bytes and ${limits.files} files, in this format:
*** Begin Patch
*** Add File: path
+each line of a new file
*** Update File: path
*** Move to: other/path
@@ a line before the change, such as the head of a class or function
 an unchanged line
-a removed line
+an added line
*** End of File
*** Delete File: path
*** End Patch
Move to, @@ and End of File are optional. Include three unchanged lines before and after each change. Read a file before you change, move or delete it. \
Line ends, encoding, byte order mark and mode are preserved. Files over ${LIMITS.edit.fileBytes} bytes are rejected.`;

const schema = toolInput({ input: stringField("The patch.") });

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
    preserveOnCompaction: (facts) => preservedFiles(workspace, facts(filesTouched)),
    permissionRequests: async ({ input }) => (await loadPatch()).patchRequests(workspace, input),
    execute: async ({ input }, context) => (await loadPatch()).applyPatch(workspace, input, context),
  });

/** Loaded with the first call: most models never write patches. */
const loadPatch = () => import("./patch/index.ts");
