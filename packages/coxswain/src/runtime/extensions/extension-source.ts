import type { Extension } from "./extension.ts";

/** Where an extension is. Paths are absolute. `origin` says for people whose it is, as `user`. */
export type ExtensionSource =
  /** A function, as a program has it. */
  | { readonly name: string; readonly setup: Extension; readonly origin?: string }
  | {
      /** A file, or a folder with an `index.ts` or `index.js`. */
      readonly file: string;
      /** It has to lie in this folder, links resolved: what a project names must not be a file of the person's. Default: anywhere. */
      readonly within?: string;
      readonly origin?: string;
    }
  /** What lies in a folder: `NAME.ts`, `NAME.js` or `NAME/index.ts`, `.js`, by name. A folder that is not there has none. */
  | {
      readonly folder: string;
      /** The same of what is in it. */
      readonly within?: string;
      readonly origin?: string;
    }
  /** A package of npm, as an import in the folder `from` finds it. Node strips no types of packages: it has to be JavaScript. */
  | { readonly package: string; readonly from: string; readonly origin?: string };

/** One extension of a source. */
export interface FoundExtension {
  /** The file's without its ending, the folder's of an `index`, or the package's. */
  readonly name: string;
  /** A file, absolute, or what else it goes by. */
  readonly place: string;
  readonly origin: string;
  /** What of it is to be loaded, or why that cannot be. */
  readonly what: { readonly setup: Extension } | { readonly file: string } | { readonly problem: string };
}
