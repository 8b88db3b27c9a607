import { homedir } from "node:os";
import type { SecretPlaces } from "coxswain/policy";
import { type Configuration, credentialsPath } from "./configure.ts";
import { realPath } from "./real-path.ts";

/** Where this person's secrets lie, the kept keys among them, links resolved. */
export const secretPlaces = ({ home }: Pick<Configuration, "home">): SecretPlaces => ({
  home: realPath(homedir()),
  also: [credentialsPath({ ...home, data: realPath(home.data) })],
});
