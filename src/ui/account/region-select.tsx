import { type KeyboardEvent, useId, useState } from 'react';
import type { Region } from '#core/contract';
import { foundRegions } from '#core/region-search';
import { Icon } from '../../../design/icon.tsx';
import type { Resource } from '../../state/connection/resource.ts';
import { InlineError, LoadFailure } from '../feedback/empty-state.tsx';
import field from '../forms/field.module.css';
import style from './region-select.module.css';

/**
 * One level of regions, chosen from a list or searched by typing: a kecamatan has up to 108 villages. It is the combobox
 * with a listbox of WAI-ARIA's Authoring Practices, where the focus never leaves the box.
 */
export function RegionSelect({
  label,
  above,
  regions,
  retry,
  value,
  first,
  warning,
  choose,
  errorId,
}: {
  label: string;
  /** The level that must be chosen first; empty if it is chosen. */
  above: string;
  regions: Resource<Region[]>;
  retry: () => void;
  value: string;
  /** The codes of the regions that are offered before all others. */
  first: readonly (string | undefined)[];
  /** What the customer should know about the chosen region; empty if there is nothing. */
  warning: string;
  choose: (code: string) => void;
  /** The id of the error message, if there is one. */
  errorId: string | undefined;
}) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const listed = regions.data ?? [];
  const preferred = first.flatMap((code) => listed.find(({ kode }) => kode === code) ?? []);
  const all = preferred.length > 0 ? [...new Set([...preferred, ...listed])] : listed;
  const found = typed === undefined ? all : foundRegions(all, typed);
  const name = all.find(({ kode }) => kode === value)?.nama ?? '';
  const ready = regions.data !== undefined;

  const open = () => {
    if (!ready || opened) return;
    setOpened(true);
    const chosen = found.findIndex(({ kode }) => kode === value);
    setActive(Math.max(0, chosen));
  };
  const close = () => {
    setOpened(false);
    setTyped(undefined);
  };
  const pick = (region: Region | undefined) => {
    if (region) choose(region.kode);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!opened) open();
      else setActive((active + (event.key === 'ArrowDown' ? 1 : -1) + found.length) % Math.max(1, found.length));
    } else if (event.key === 'Enter' && opened) {
      event.preventDefault();
      pick(found[active]);
    } else if (event.key === 'Escape' && opened) {
      event.preventDefault();
      close();
    }
  };

  return (
    <div className="stack gap-1">
      <label htmlFor={id} className="small bold">
        {label}
      </label>
      <div className={field.box}>
        <input
          id={id}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={opened}
          aria-controls={`${id}-list`}
          aria-activedescendant={opened && found[active] ? `${id}-${found[active].kode}` : undefined}
          aria-disabled={ready ? undefined : true}
          aria-invalid={errorId ? true : undefined}
          aria-describedby={warning ? `${id}-warning` : errorId}
          aria-busy={regions.status === 'process' || undefined}
          autoComplete="off"
          spellCheck={false}
          readOnly={!ready}
          placeholder={placeholderOf(label, above, regions)}
          value={typed ?? name}
          className={`${field.input} ${style.input}`}
          onFocus={({ target }) => target.select()}
          onClick={({ currentTarget }) => {
            // A tap puts the caret into the name; if the whole name is selected, typing replaces it.
            if (typed === undefined) currentTarget.select();
            open();
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            // If only one region matches the typed text, it is chosen; otherwise the former choice is shown again.
            if (typed?.trim() && found.length === 1) pick(found[0]);
            else close();
          }}
          onChange={({ target }) => {
            setTyped(target.value);
            setActive(0);
            setOpened(true);
          }}
        />
        <span className={`center soft ${style.arrow}`}>
          <Icon name="forward" size={18} />
        </span>
        {opened && (
          <div ref={intoView} className={style.list}>
            <div id={`${id}-list`} role="listbox" aria-label={label}>
              {found.map((region, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the focus and the keys
                <div
                  key={region.kode}
                  ref={index === active ? intoView : undefined}
                  id={`${id}-${region.kode}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={region.kode === value}
                  className={index === active ? `${style.option} ${style.active}` : style.option}
                  onPointerDown={(event) => event.preventDefault()}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => pick(region)}
                >
                  <span>{region.nama}</span>
                  {region.kode === value && <Icon name="check" size={18} />}
                </div>
              ))}
            </div>
            {found.length === 0 && <p className="soft notice">Tidak ada yang cocok</p>}
          </div>
        )}
      </div>
      <span role="status" className="hidden">
        {opened && typed !== undefined && `${found.length} pilihan`}
      </span>
      {warning && <InlineError id={`${id}-warning`}>{warning}</InlineError>}
      {regions.status === 'error' && !ready && (
        <LoadFailure text={`Daftar ${label.toLowerCase()} gagal dimuat.`} retry={retry} />
      )}
    </div>
  );
}

function placeholderOf(label: string, above: string, { status, data }: Resource<Region[]>) {
  if (above) return `Pilih ${above} dahulu`;
  if (data) return data.length > 0 ? `Pilih atau ketik ${label.toLowerCase()}` : 'Tidak ada pilihan';
  return status === 'error' ? 'Belum bisa dipilih' : 'Memuat…';
}

const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });
