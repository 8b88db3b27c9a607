export { addUserTurn } from "./add-user-turn.ts";
export { clear } from "./clear.ts";
export { contextUsageOf } from "./context-usage-of.ts";
export { cycleModel, cycleThinking, type Direction } from "./cycle.ts";
export { history } from "./history.ts";
export { label } from "./label.ts";
export { uncompact } from "./uncompact.ts";
