export function RegisterScreen() {
  return (
    <main>
      <h1>Register</h1>
    </main>
  );
}
