export function AddressScreen() {
  return (
    <main>
      <h1>Address</h1>
    </main>
  );
}
