export function HomeScreen() {
  return (
    <main>
      <h1>Home</h1>
    </main>
  );
}
