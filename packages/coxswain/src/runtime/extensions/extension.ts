import type { ExtensionApi } from "./extension-api.ts";

/** Ends what an extension has running besides what it registered. */
export type Disposer = () => void | Promise<void>;

/**
 * What a module exports under the name `extension`, or as its default: registers what it brings. It is waited for, within a
 * bound. A function that it gives back is called when the extension is unloaded.
 */
export type Extension = (cox: ExtensionApi) => void | Disposer | Promise<void | Disposer>;
