import type { GetModuleInfo } from "rolldown";

/** Whether a module is one that another imports, itself or over others: what is imported only on use is not. */
export const importedFrom = (entry: string): ((id: string, modules: { readonly getModuleInfo: GetModuleInfo }) => boolean) => {
  const found = new Set([entry]);
  return (id, modules) => {
    // Each that is added is visited too.
    if (found.size === 1)
      for (const one of found) for (const imported of modules.getModuleInfo(one)?.importedIds ?? []) found.add(imported);
    return found.has(id);
  };
};
