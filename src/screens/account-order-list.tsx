export function OrderListScreen() {
  return (
    <main>
      <h1>OrderList</h1>
    </main>
  );
}
