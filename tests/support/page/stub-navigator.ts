import { onTestFinished } from 'vitest';

/** Adds a property to `navigator` for the test. happy-dom's own object has private fields, so that it cannot be replaced. */
export function stubNavigator(name: string, value: unknown) {
  Object.defineProperty(navigator, name, { value, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, name));
}
