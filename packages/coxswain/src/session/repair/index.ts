export type { RepairableHistory } from "./repair.ts";
export { repairingModel } from "./repairing-model.ts";
export { SearchCost } from "./search-cost.ts";
