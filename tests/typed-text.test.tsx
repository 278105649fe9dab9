import { fireEvent, render, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Field } from '../src/ui/forms/field.tsx';
import { Form } from '../src/ui/forms/form.tsx';
import { hydrate } from '../src/ui/frame/hydrate.ts';

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

test('a text typed into a page that had to be rendered again is in the new field', async () => {
  vi.stubGlobal('reportError', () => undefined);
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<Person />).replace('Nama', '<font>Name</font>');
  const name = within(container).getByLabelText<HTMLInputElement>('Name');
  name.value = 'Bud';

  const page = hydrate(container, <Person />);

  await waitFor(() => expect(within(container).getByLabelText('Nama')).toHaveValue('Bud'));
  expect([name.isConnected, name.value]).toEqual([false, '']);
  await waitFor(() => expect(within(container).getByRole('status')).toHaveTextContent('Bud,'));
  page.unmount();
});
