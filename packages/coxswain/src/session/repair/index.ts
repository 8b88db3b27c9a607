export { repairableHistory } from "./repairable-history.ts";
export { repairingModel } from "./repairing-model.ts";
