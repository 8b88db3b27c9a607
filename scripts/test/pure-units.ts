/** Tests of folders without I/O leave nothing behind, so that they may share a process. */
export const isPureUnit = (file: string): boolean =>
  /^packages[\\/]coxswain[\\/]src[\\/](?:log|model|loop|policy)[\\/]/.test(file) && !file.endsWith(".long.test.ts");
