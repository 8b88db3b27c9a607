export { facts } from "./facts.ts";
export { assistant, BLIND, call, MODEL, png, result, RUN, thought, user } from "./messages.ts";
export { pathOf, pathOfMessages, said } from "./path.ts";
export { assertAccepted } from "./provider-rules.ts";
export { brokenHistories, live } from "./broken-history.ts";
export { wholeHistories } from "./whole-history.ts";
