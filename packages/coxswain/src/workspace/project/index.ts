export { hasRepository } from "./has-repository.ts";
export { projectIdentity } from "./project-identity.ts";
