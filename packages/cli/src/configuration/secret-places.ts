import { homedir } from "node:os";
import type { SecretPlaces } from "coxswain/policy";
import { type Configuration, credentialsPath } from "./configure.ts";
import { realPath } from "./real-path.ts";

/** Returns the paths of the user's secrets, including the credentials file, links resolved. */
export const secretPlaces = ({ home }: Pick<Configuration, "home">): SecretPlaces => ({
  home: realPath(homedir()),
  also: [credentialsPath({ ...home, data: realPath(home.data) })],
});
