export { doctorAction } from "./doctor-action.ts";
