import { join } from "node:path";
import type { CoxHome } from "coxswain/settings";

export const sessionsFolder = (home: CoxHome): string => join(home.data, "sessions");
