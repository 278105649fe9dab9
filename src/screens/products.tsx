export function ProductsScreen() {
  return (
    <main>
      <h1>Products</h1>
    </main>
  );
}
