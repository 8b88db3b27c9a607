export { projectIdentity } from "./project-identity.ts";
