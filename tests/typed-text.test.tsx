import { act, fireEvent, render, within } from '@testing-library/react';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Field } from '../src/ui/forms/field.tsx';
import { Form } from '../src/ui/forms/form.tsx';

function Person() {
  const [name, setName] = useState('');
  const [town, setTown] = useState('');

  return (
    <Form submit={() => undefined}>
      <Field label="Nama" name="name" value={name} onChange={({ target }) => setName(target.value)} />
      <Field label="Kota" name="town" value={town} onChange={({ target }) => setTown(target.value)} />
      <output>{`${name}, ${town}`}</output>
    </Form>
  );
}

/** A prerendered page with two fields, hydrated after text was typed into the name field. */
async function typeBeforeHydration() {
  const { recordTyped, restoreTyped } = await import('../src/ui/frame/typed-text.ts');
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = renderToString(<Person />);
  const [name, town] = within(container).getAllByRole('textbox') as [HTMLInputElement, HTMLInputElement];
  name.value = 'Bud';
  recordTyped();
  render(<Person />, { container, hydrate: true });
  return { container, name, town, restoreTyped, known: within(container).getByRole('status') };
}

test.for([
  ['typed on', 'Budi'],
  ['erased', ''],
] as const)('a text that is %s after hydration is not overwritten by what was typed before', async ([, value]) => {
  const { name, known, restoreTyped } = await typeBeforeHydration();

  fireEvent.input(name, { target: { value } });
  act(restoreTyped);

  expect(name).toHaveValue(value);
  expect(known).toHaveTextContent(`${value},`);
});

test('a text typed before hydration stays when another field is typed into, and can be continued', async () => {
  const { name, town, known, restoreTyped } = await typeBeforeHydration();

  for (const value of ['Band', 'Bandung']) fireEvent.input(town, { target: { value } });
  act(restoreTyped);
  fireEvent.input(name, { target: { value: `${name.value}i` } });

  expect(known).toHaveTextContent('Budi, Bandung');
});

test('a text that is filled in without an event while the page is hydrated is not lost', async () => {
  const { town, known, restoreTyped } = await typeBeforeHydration();

  town.value = 'Bandung';
  act(restoreTyped);

  expect(known).toHaveTextContent('Bud, Bandung');
});

test('a text typed into a page that had to be rendered again is in the new field', async () => {
  const { container, restoreTyped } = await typeBeforeHydration();
  container.remove();
  const { getByLabelText } = render(<Person />);

  act(restoreTyped);

  expect(getByLabelText('Nama')).toHaveValue('Bud');
});

test('a text typed before hydration, which may be a password, is forgotten once the form has it', async () => {
  const { recordTyped, restoreTyped } = await import('../src/ui/frame/typed-text.ts');
  const field = document.body.appendChild(document.createElement('input'));
  field.value = 'kopi123';
  recordTyped();
  restoreTyped();
  field.value = '';

  restoreTyped();

  expect(field.value).toBe('');
  field.remove();
});
