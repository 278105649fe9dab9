export function ChooseAddressScreen() {
  return (
    <main>
      <h1>ChooseAddress</h1>
    </main>
  );
}
