export { InlineSurface } from "./inline-surface.ts";
export { MOTION_INTERVAL } from "./status-row.ts";
export type { Surface, Tail, TailSize } from "./surface.ts";
export { tailRows } from "./tail.ts";
