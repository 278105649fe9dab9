import { act, fireEvent, render, within } from '@testing-library/react';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

function Form() {
  const [{ name, town }, type] = useState({ name: '', town: '' });

  return (
    <>
      <input name="name" aria-label="Nama" value={name} onChange={({ target }) => type({ name: target.value, town })} />
      <input name="town" aria-label="Kota" value={town} onChange={({ target }) => type({ name, town: target.value })} />
    </>
  );
}

/** A prerendered page with two fields, hydrated after text was typed into the name field. */
async function typeBeforeHydration() {
  const { recordTyped, restoreTyped, restoreTypedFinally } = await import('../src/ui/frame/typed-text.ts');
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = renderToString(<Form />);
  const [name, town] = within(container).getAllByRole('textbox') as [HTMLInputElement, HTMLInputElement];
  name.value = 'Bud';
  recordTyped();
  render(<Form />, { container, hydrate: true });
  return { container, name, town, restoreTyped, restoreTypedFinally };
}

test.for([
  ['typed on', 'Budi'],
  ['erased', ''],
] as const)('a text that is %s after hydration is not overwritten by what was typed before', async ([, value]) => {
  const { name, restoreTyped, restoreTypedFinally } = await typeBeforeHydration();

  act(restoreTyped);
  fireEvent.input(name, { target: { value } });
  act(restoreTypedFinally);

  expect(name).toHaveValue(value);
});

test('a text typed before hydration stays when another field is typed into, and can be continued', async () => {
  const { name, town, restoreTyped } = await typeBeforeHydration();

  act(restoreTyped);
  // Two inputs, because the first rerender of the form would lose the name, if it were lost.
  for (const value of ['Band', 'Bandung']) fireEvent.input(town, { target: { value } });
  fireEvent.input(name, { target: { value: `${name.value}i` } });

  expect(name).toHaveValue('Budi');
  expect(town).toHaveValue('Bandung');
});

test('a text that is filled in without an event while the page is hydrated is not lost', async () => {
  const { name, town, restoreTyped, restoreTypedFinally } = await typeBeforeHydration();

  act(restoreTyped);
  town.value = 'Bandung';
  act(restoreTypedFinally);
  fireEvent.input(name, { target: { value: 'Budi' } });

  expect(town).toHaveValue('Bandung');
});

test('a text typed into a page that had to be rendered again is in the new field', async () => {
  const { container, restoreTyped } = await typeBeforeHydration();
  container.remove();
  const { getByLabelText } = render(<Form />);

  act(restoreTyped);

  expect(getByLabelText('Nama')).toHaveValue('Bud');
});

test('a text typed before hydration, which may be a password, is forgotten once the form has it', async () => {
  const { recordTyped, restoreTyped, restoreTypedFinally } = await import('../src/ui/frame/typed-text.ts');
  const field = document.body.appendChild(document.createElement('input'));
  field.value = 'kopi123';
  recordTyped();
  restoreTyped();
  restoreTypedFinally();
  field.value = '';

  restoreTyped();

  expect(field.value).toBe('');
  field.remove();
});
