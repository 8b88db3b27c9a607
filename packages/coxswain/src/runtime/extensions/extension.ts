import type { ExtensionApi } from "./extension-api.ts";

/** Stops an extension's background work. Registrations are removed separately. */
export type Disposer = () => void | Promise<void>;

/**
 * Setup function, which a module exports as `extension` or as its default: registers the extension's contributions. The
 * loader awaits it, within a timeout. A function that it returns is called when the extension is unloaded.
 */
export type Extension = (cox: ExtensionApi) => void | Disposer | Promise<void | Disposer>;
