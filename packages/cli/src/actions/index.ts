/*
 * Actions of the commands that need one file each. Each loads on its own, with what it imports.
 */
export const loadAgents = async () => (await import("./agents.ts")).agentsAction;
export const loadExtensions = async () => (await import("./extensions.ts")).extensionsAction;
export const loadHooks = async () => (await import("./hooks.ts")).hooksAction;
export const loadModels = async () => (await import("./models.ts")).modelsAction;
export const loadSearch = async () => (await import("./search.ts")).searchAction;
export const loadSkills = async () => (await import("./skills.ts")).skillsAction;
export const loadStats = async () => (await import("./stats.ts")).statsAction;
