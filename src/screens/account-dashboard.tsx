export function DashboardScreen() {
  return (
    <main>
      <h1>Dashboard</h1>
    </main>
  );
}
