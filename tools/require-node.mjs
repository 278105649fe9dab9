// Runs on whatever Node the machine has, so it is plain JavaScript: one sentence instead of a stack from an old Node.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Kedai memerlukan Node 22.18 atau lebih baru, tetapi menemukan ${process.versions.node}: jalankan lagi "npm ci" (di Linux dan macOS ia membawa Node 24), atau pasang Node 24.`,
  );
  process.exit(1);
}
