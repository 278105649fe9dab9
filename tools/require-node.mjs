// Runs on whatever Node the machine has, so it is plain JavaScript: one sentence instead of a stack from an old Node.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Kedai needs Node 22.18 or newer and found ${process.versions.node}: run "npm ci" again (it brings Node 24 along on Linux and macOS), or install Node 24.`,
  );
  process.exit(1);
}
