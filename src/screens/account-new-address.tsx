export function AccountNewAddressScreen() {
  return (
    <main>
      <h1>AccountNewAddress</h1>
    </main>
  );
}
