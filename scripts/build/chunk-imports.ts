import type { Plugin } from "rolldown";
import { parseSync, Visitor } from "rolldown/utils";
import { type Change, changed } from "./change.ts";

/**
 * Replaces the imports that remain in a chunk of CommonJS by calls of `importModule`. Chunks run as scripts, which cannot
 * import; the launcher passes this function to each.
 */
export const chunkImports = (): Plugin => ({
  name: "chunk-imports",
  renderChunk(code, { fileName }) {
    const changes: Change[] = [];
    new Visitor({
      ImportExpression({ start, end, source }) {
        changes.push({ start, end, text: `importModule(${code.slice(source.start, source.end)})` });
      },
    }).visit(parseSync(fileName, code).program);
    return changed(code, changes);
  },
});
