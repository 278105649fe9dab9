export function CartNewAddressScreen() {
  return (
    <main>
      <h1>CartNewAddress</h1>
    </main>
  );
}
