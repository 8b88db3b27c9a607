import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ownFiles, ownFilesIn, root } from "./language/files.ts";
import { findingsIn, formatFinding } from "./language/findings.ts";

/*
 * Prints the phrases in comments, strings, names and documents that scripts/language/rules.ts forbids. With paths, it
 * checks these files, and prints the number of findings. Without paths, it checks all files.
 * Exits with 1 if there are findings.
 */
const paths = process.argv.slice(2);
const files = paths.length > 0 ? ownFilesIn(paths) : ownFiles();
const findings = files.flatMap((path) => findingsIn(path, readFileSync(join(root, path), "utf8")));
for (const finding of findings) console.log(formatFinding(finding));
if (paths.length > 0 || findings.length > 0) console.log(`${findings.length} findings in ${files.length} files`);
process.exitCode = findings.length > 0 ? 1 : 0;
