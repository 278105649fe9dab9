export function ContactScreen() {
  return (
    <main>
      <h1>Contact</h1>
    </main>
  );
}
