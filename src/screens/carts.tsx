export function CartScreen() {
  return (
    <main>
      <h1>Cart</h1>
    </main>
  );
}
