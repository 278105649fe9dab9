export function AboutScreen() {
  return (
    <main>
      <h1>About</h1>
    </main>
  );
}
