export function PaymentScreen() {
  return (
    <main>
      <h1>Payment</h1>
    </main>
  );
}
