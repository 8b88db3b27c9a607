import type { GetModuleInfo } from "rolldown";

/** Returns whether a module is the entry or imported by it, directly or indirectly, except by dynamic imports. */
export const importedFrom = (entry: string): ((id: string, modules: { readonly getModuleInfo: GetModuleInfo }) => boolean) => {
  const found = new Set([entry]);
  return (id, modules) => {
    // The loop also visits the modules that it adds.
    if (found.size === 1)
      for (const one of found) for (const imported of modules.getModuleInfo(one)?.importedIds ?? []) found.add(imported);
    return found.has(id);
  };
};
