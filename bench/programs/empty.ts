// The least that Node can do.
process.exitCode = 0;
