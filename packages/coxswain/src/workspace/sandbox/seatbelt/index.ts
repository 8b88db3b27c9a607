export { SeatbeltSandbox } from "./seatbelt-sandbox.ts";
