import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { cycles, type Graph } from "./cycles.ts";
import type { Import } from "./imports.ts";
import type { Layers } from "./layer.ts";
import type { SourceTree } from "./source-tree.ts";

export interface PackageRules {
  /** Folders of the package. Default: every folder may import every other. */
  readonly layers?: Layers;
  /** Modules of this workspace that the package may import. */
  readonly workspace: readonly string[];
  /** Further modules that its tests may import. */
  readonly workspaceInTests: readonly string[];
  /** Files with computed imports, and the reason of each. */
  readonly computed?: Readonly<Record<string, string>>;
}

/** Returns each violation as one line: `file:line message`. */
export const violations = (tree: SourceTree, rules: PackageRules): readonly string[] => [
  ...[...tree.keys()].flatMap((path) => unknownFolder(path, rules)),
  ...[...tree.keys()].filter((path) => !path.endsWith(".ts")).map((path) => `${path}: code must be in .ts files`),
  ...[...tree].flatMap(([path, imports]) =>
    imports.flatMap((found) => checkImport(tree, rules, path, found).map((broken) => `${path}:${found.line} ${broken}`)),
  ),
  ...cycles(graphOf(tree)).map((group) => `${group.join(", ")}: import each other`),
];

const unknownFolder = (path: string, { layers }: PackageRules): readonly string[] =>
  layers === undefined || Object.hasOwn(layers, folderOf(path)) ? [] : [`${path}: the folder ${folderOf(path)} is not in the table`];

const checkImport = (tree: SourceTree, rules: PackageRules, path: string, { specifier, wildcard }: Import): readonly string[] => {
  if (wildcard) return ["uses export *: list the names"];
  if (specifier === undefined) return rules.computed?.[path] === undefined ? ["imports something computed: name it in a literal"] : [];
  // These would be other names for a file of this or another folder.
  if (/^(?:[/#]|file:|data:|https?:)/.test(specifier)) return [`imports ${specifier}: name files by their relative path`];
  const broken = specifier.startsWith(".") ? checkFileImport(tree, rules, path, specifier) : checkPackageImport(rules, path, specifier);
  return broken.map((reason) => `imports ${specifier}: ${reason}`);
};

const checkFileImport = (tree: SourceTree, { layers }: PackageRules, path: string, specifier: string): readonly string[] => {
  const target = resolve(path, specifier);
  if (target.startsWith("../")) return ["it is outside the package's source"];
  if (!tree.has(target) && !target.endsWith(".json")) return ["the file does not exist"];
  const broken: string[] = [];
  const from = folderOf(path);
  const to = folderOf(target);
  const entered = foldersOf(target).find((folder) => !path.startsWith(`${folder}/`));
  // An index.ts lists neither fixtures nor data files.
  const needsIndex = !isFixture(target) && (target.endsWith(".ts") || entered === to);
  if (entered !== undefined && needsIndex && target !== `${entered}/index.ts`) broken.push(`${entered} is entered through its index.ts`);
  if (target.endsWith(".test.ts")) broken.push("no file may import a test");
  if (isFixture(target) && !isForTests(path)) broken.push("only tests may import a fixture");
  if (layers !== undefined && !path.endsWith(".test.ts") && from !== to && !(layers[from]?.imports ?? []).includes(to)) {
    broken.push(`${from} may not import ${to}`);
  }
  return broken;
};

const checkPackageImport = ({ layers, workspace, workspaceInTests }: PackageRules, path: string, specifier: string): readonly string[] => {
  if (isBuiltin(specifier)) {
    const pure = layers?.[folderOf(path)]?.pure === true && !isForTests(path);
    return pure ? [`${folderOf(path)} must not import Node`] : [];
  }
  if (!/^coxswain($|[/-])/.test(specifier)) return [];
  const allowed = isForTests(path) ? [...workspace, ...workspaceInTests] : workspace;
  return allowed.includes(specifier) ? [] : ["this package may not import it here"];
};

const isFixture = (path: string): boolean => path.endsWith(".fixture.ts");

const isForTests = (path: string): boolean => path.endsWith(".test.ts") || isFixture(path);

/** The top folder of a file, or `.` for a file beside the folders. */
const folderOf = (path: string): string => foldersOf(path)[0] ?? ".";

/** Folders of a file, the outermost first: `a/b/c.ts` → `a`, `a/b`. */
const foldersOf = (path: string): readonly string[] => {
  const names = path.split("/").slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
};

const resolve = (path: string, specifier: string): string => posix.join(posix.dirname(path), specifier);

const graphOf = (tree: SourceTree): Graph =>
  new Map(
    [...tree].map(([path, imports]) => [
      path,
      imports.flatMap(({ specifier }) => {
        const target = specifier?.startsWith(".") === true ? resolve(path, specifier) : undefined;
        return target !== undefined && tree.has(target) ? [target] : [];
      }),
    ]),
  );
