import { act, fireEvent, render, within } from '@testing-library/react';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

function Form() {
  const [{ name, town }, type] = useState({ name: '', town: '' });

  return (
    <>
      <input aria-label="Nama" value={name} onChange={({ target }) => type({ name: target.value, town })} />
      <input aria-label="Kota" value={town} onChange={({ target }) => type({ name, town: target.value })} />
    </>
  );
}

/** A page with two fields, as it was rendered, in which somebody typed a name before it was hydrated. */
async function typedIntoPage() {
  const { noteTyped, typeAgain, typeAgainAtLast } = await import('../src/opening/typed-text.ts');
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = renderToString(<Form />);
  const [name, town] = within(container).getAllByRole('textbox') as [HTMLInputElement, HTMLInputElement];
  name.value = 'Bud';
  noteTyped();
  render(<Form />, { container, hydrate: true });
  return { name, town, typeAgain, typeAgainAtLast };
}

test.for([
  ['typed on', 'Budi'],
  ['erased', ''],
] as const)('what is %s after the page was hydrated is not undone by what was typed before', async ([, value]) => {
  const { name, typeAgain, typeAgainAtLast } = await typedIntoPage();

  act(typeAgain);
  fireEvent.input(name, { target: { value } });
  act(typeAgainAtLast);

  expect(name).toHaveValue(value);
});

test('what was typed before the page was hydrated stands there when something is typed beside it, and is typed on', async () => {
  const { name, town, typeAgain } = await typedIntoPage();

  act(typeAgain);
  // Drawn again for the first, the form would have forgotten the name by the second.
  for (const value of ['Band', 'Bandung']) fireEvent.input(town, { target: { value } });
  fireEvent.input(name, { target: { value: `${name.value}i` } });

  expect(name).toHaveValue('Budi');
  expect(town).toHaveValue('Bandung');
});
