import { fireEvent, render, within } from '@testing-library/react';
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

test('a text typed before hydration is known to its form, stays when another is typed, and can be continued', () => {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<Person />);
  const [name, town] = within(container).getAllByRole('textbox') as [HTMLInputElement, HTMLInputElement];
  const known = within(container).getByRole('status');
  name.value = 'Bud';

  render(<Person />, { container, hydrate: true });
  expect(known).toHaveTextContent('Bud,');
  for (const value of ['Band', 'Bandung']) fireEvent.input(town, { target: { value } });
  fireEvent.input(name, { target: { value: `${name.value}i` } });

  expect(known).toHaveTextContent('Budi, Bandung');
});
