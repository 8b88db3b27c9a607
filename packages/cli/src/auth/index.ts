export { authAction } from "./auth-action.ts";
