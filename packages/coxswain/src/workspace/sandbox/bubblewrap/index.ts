export { BubblewrapSandbox } from "./bubblewrap-sandbox.ts";
