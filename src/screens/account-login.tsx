export function LoginScreen() {
  return (
    <main>
      <h1>Login</h1>
    </main>
  );
}
