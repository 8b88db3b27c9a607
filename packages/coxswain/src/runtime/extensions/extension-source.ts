import type { Extension } from "./extension.ts";

/** Location of an extension. Paths are absolute. `origin` names the owner for users, such as `user`. */
export type ExtensionSource =
  /** Function that the program provides. */
  | { readonly name: string; readonly setup: Extension; readonly origin?: string }
  | {
      /** File, or folder with an `index.ts` or `index.js`. */
      readonly file: string;
      /**
       * Folder that must contain the file, after links are resolved, so that a project cannot name a file of the user.
       * Default: anywhere.
       */
      readonly within?: string;
      readonly origin?: string;
    }
  /**
   * Folder that contains extensions: `NAME.ts`, `NAME.js`, or `NAME/index.ts` or `.js`, sorted by name. A missing
   * folder contains none.
   */
  | {
      readonly folder: string;
      /** The same restriction for the folder's contents. */
      readonly within?: string;
      readonly origin?: string;
    }
  /**
   * npm package, resolved as an import from the folder `from`. It must be JavaScript, because Node does not strip types
   * in packages.
   */
  | { readonly package: string; readonly from: string; readonly origin?: string };

/** One extension of a source. */
export interface FoundExtension {
  /** Name of the file without its extension, of the folder of an `index` file, or of the package. */
  readonly name: string;
  /** Absolute path of a file, or another identifier. */
  readonly place: string;
  readonly origin: string;
  /** The code to load, or the reason why it cannot be loaded. */
  readonly what: { readonly setup: Extension } | { readonly file: string } | { readonly problem: string };
}
