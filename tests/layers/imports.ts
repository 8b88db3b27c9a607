import { parseSync, Visitor } from "oxc-parser";

/** A reference to another module. */
export interface Import {
  readonly line: number;
  /** Undefined for a computed specifier. */
  readonly specifier: string | undefined;
  /** True for `export * from`, which hides a folder's exports. */
  readonly wildcard: boolean;
}

interface Position {
  readonly start: number;
}

type Visits = ConstructorParameters<typeof Visitor>[0];
type Expression = Parameters<NonNullable<Visits["CallExpression"]>>[0]["callee"];
type NewExpression = Parameters<NonNullable<Visits["NewExpression"]>>[0];

/**
 * Everything that a TypeScript file imports: `import`, `import type`, `export … from`, `import()`, the types
 * `import("…")`,
 * `require`, `import.meta.resolve`, `new URL("…", import.meta.url)`, `declare module "…"` and `/// <reference path="…"
 * />`.
 * `createRequire` counts as a computed import. @throws {SyntaxError}
 */
export const importsOf = (path: string, source: string): readonly Import[] => {
  const { program, errors, comments } = parseSync(path, source);
  if (errors[0] !== undefined) throw new SyntaxError(`${path}: ${errors[0].message}`);
  const found: Import[] = [];
  const add = ({ start }: Position, specifier: string | undefined, wildcard = false): void => {
    found.push({ line: source.slice(0, start).split("\n").length, specifier, wildcard });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node, node.source.value),
    ExportNamedDeclaration: (node) => node.source !== null && add(node, node.source.value),
    ExportAllDeclaration: (node) => add(node, node.source.value, true),
    ImportExpression: (node) => add(node, literal(node.source)),
    TSImportType: (node) => add(node, node.source.value),
    TSExternalModuleReference: (node) => add(node, node.expression.value),
    CallExpression: (node) => resolves(node.callee) && add(node, literal(node.arguments[0])),
    NewExpression: (node) => isRelativeUrl(node) && literal(node.arguments[0]) !== undefined && add(node, literal(node.arguments[0])),
    TSModuleDeclaration: (node) => node.id.type === "Literal" && add(node, node.id.value),
    ImportSpecifier: ({ imported, ...node }) => nameOf(imported) === "createRequire" && add(node, undefined),
    MemberExpression: ({ property, ...node }) => nameOf(property) === "createRequire" && add(node, undefined),
  }).visit(program);
  for (const comment of comments) {
    const referenced = /^\/\s*<reference\s+path\s*=\s*["']([^"']+)["']/.exec(comment.value)?.[1];
    if (referenced !== undefined) add(comment, /^[./]/.test(referenced) ? referenced : `./${referenced}`);
  }
  return found.toSorted((a, b) => a.line - b.line);
};

/** `require(…)`, `require.resolve(…)` and `import.meta.resolve(…)`. */
const resolves = (callee: Expression): boolean => {
  if (callee.type === "Identifier") return callee.name === "require";
  if (callee.type !== "MemberExpression" || nameOf(callee.property) !== "resolve") return false;
  return callee.object.type === "MetaProperty" || (callee.object.type === "Identifier" && callee.object.name === "require");
};

/** `new URL(…, import.meta.url)`, the notation for a worker's file. */
const isRelativeUrl = ({ callee, arguments: [, base] }: NewExpression): boolean =>
  callee.type === "Identifier" && callee.name === "URL" && base?.type === "MemberExpression" && base.object.type === "MetaProperty";

/** Name of an identifier or value of a string literal. */
const nameOf = (node: { readonly type: string }): unknown => {
  if (node.type === "Identifier" && "name" in node) return node.name;
  return literal(node);
};

const literal = (node: { readonly type: string } | undefined): string | undefined =>
  node?.type === "Literal" && "value" in node && typeof node.value === "string" ? node.value : undefined;
