import { useAtomValue, useSetAtom } from 'jotai';
import { shop } from '#core/shop';
import { chooseHandoverAtom, tableAtom } from '../../state/checkout/handover.ts';
import { Field } from '../forms/field.tsx';
import style from './table-field.module.css';

/** The number of the customer's table; typing it chooses dine-in (decision O13). `isMissing`: it is needed and was asked for. */
export function TableField({ isMissing, onType }: { isMissing: boolean; onType?: () => void }) {
  const table = useAtomValue(tableAtom);
  const choose = useSetAtom(chooseHandoverAtom);

  return (
    <div id="table" className={style.table}>
      <Field
        label="Nomor meja"
        hint={`Tertulis di meja Anda, 1 sampai ${shop.tables}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        // It may be the only field of the form that sends the order, which Enter would do.
        enterKeyHint="done"
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          event.currentTarget.blur();
        }}
        value={table}
        error={isMissing ? `Isi nomor meja terlebih dahulu, 1 sampai ${shop.tables}` : undefined}
        onChange={({ target }) => {
          onType?.();
          void choose({ handover: 'dine-in', table: target.value.trim() });
        }}
      />
    </div>
  );
}
