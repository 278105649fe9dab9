export function DeliveryScreen() {
  return (
    <main>
      <h1>Delivery</h1>
    </main>
  );
}
