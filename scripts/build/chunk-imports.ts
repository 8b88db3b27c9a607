import { isBuiltin } from "node:module";
import type { Plugin } from "rolldown";
import { parseSync, Visitor } from "rolldown/utils";

/**
 * Replaces the dynamic imports that remain in a chunk. Chunks run as scripts, which cannot import; the launcher passes
 * `importModule` to each. Node's own modules are taken from `process.getBuiltinModule`, because an import reads every
 * exported name, and some of them load more modules: node:http loads all of undici (25 ms).
 */
export const chunkImports = (): Plugin => ({
  name: "chunk-imports",
  renderChunk(code, { fileName }) {
    const changes: Change[] = [];
    new Visitor({
      ImportExpression({ start, end, source }) {
        const isOfNode = source.type === "Literal" && typeof source.value === "string" && isBuiltin(source.value);
        const specifier = code.slice(source.start, source.end);
        changes.push({
          start,
          end,
          text: isOfNode ? `Promise.resolve(process.getBuiltinModule(${specifier}))` : `importModule(${specifier})`,
        });
      },
    }).visit(parseSync(fileName, code).program);
    return changes
      .toSorted((one, other) => other.start - one.start)
      .reduce((text, change) => `${text.slice(0, change.start)}${change.text}${text.slice(change.end)}`, code);
  },
});

interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
