import { useAtomValue, useStore } from 'jotai';
import { type ReactNode, useMemo, useState } from 'react';
import { renderSVG } from 'uqr';
import type { Member, NewInvitation } from '#core/counter';
import { Icon } from '../../design/icon.tsx';
import { showMessage } from '../../design/messages.tsx';
import { deleteMember, getStaff, postInvitation } from '../state/api.ts';
import { useChange, useListing } from '../state/calls.ts';
import { isUnheardAtom } from '../state/live.ts';
import { sessionAtom } from '../state/session.ts';
import { Failure, ListingState } from './listing-state.tsx';
import { invitationLink } from './location.ts';
import { confirmed, Sheet } from './sheet.tsx';
import style from './staff-view.module.css';
import { dayInWords, timeOf } from './time.ts';
import view from './view.module.css';

/** The staff, whom an owner invites and removes (decision W14). */
export function StaffView() {
  const store = useStore();
  const listing = useListing(getStaff);
  const self = useAtomValue(sessionAtom)?.staff.id;
  const isOld = useAtomValue(isUnheardAtom) || listing.hasFailed;
  /** Who is invited: a new member, or one with a further device. */
  const [invited, setInvited] = useState<{ member?: Member }>();
  const removal = useChange((token, id: number) => deleteMember(token, id).finally(listing.reload));
  async function askRemoval({ id, name }: Member) {
    const detail = (
      <p>{`Semua perangkatnya keluar saat itu juga. Pesanannya tetap tercatat, dan ${name} bisa diundang lagi.`}</p>
    );
    if (await confirmed(store, { title: `Keluarkan ${name}?`, detail, yes: 'Ya, keluarkan' })) void removal.change(id);
  }
  const close = () => {
    setInvited(undefined);
    listing.reload();
  };
  const members = listing.data?.items.toSorted((one, other) => Number(other.id === self) - Number(one.id === self));
  const button = (text: string, look: string, work: () => void, icon?: ReactNode) => (
    <button type="button" className={look} disabled={isOld || removal.isBusy} onClick={work}>
      {icon} {text}
    </button>
  );

  return (
    <div className={view.view}>
      <div className={view.head}>
        <h1>Staf</h1>
        {button('Undang', 'primary', () => setInvited({}), <Icon name="plus" size={18} />)}
      </div>
      <ListingState listing={listing} />
      <Failure of={removal.failure} in={refusals} />
      <ul className="stack gap-2">
        {members?.map((member) => (
          <li key={member.id} className="card row wrap notice">
            <span aria-hidden="true" className="disc bold from-18em">
              {[...member.name][0]?.toUpperCase()}
            </span>
            <div className={style.about}>
              <p className="wrap gap-2 flat">
                <strong className="anywhere">{member.name}</strong>
                {member.id === self && <span className="soft">(Anda)</span>}
                <span className={`pill ${member.owner ? 'good' : 'crema'}`}>
                  {member.owner ? 'Pemilik' : 'Barista'}
                </span>
              </p>
              <p className="soft small">{devicesInWords(member)}</p>
            </div>
            <div className="wrap gap-2">
              {button('Tambah perangkat', 'secondary', () => setInvited({ member }))}
              {member.id !== self && button('Keluarkan', 'quiet', () => void askRemoval(member))}
            </div>
          </li>
        ))}
      </ul>
      {invited && <Invite member={invited.member} close={close} />}
    </div>
  );
}

const devicesInWords = ({ devices, last_used_at }: Member) =>
  devices === 0 || !last_used_at
    ? 'Belum ada perangkat'
    : `${devices} perangkat, terakhir ${dayInWords(Date.parse(last_used_at) || 0, Date.now())}`;

const refusals: Record<string, string> = {
  owner_only: 'Hanya pemilik yang bisa mengubah staf.',
  already_owner: 'Nama ini sudah dipakai pemilik. Beri nama lain.',
  not_found: 'Sudah dikeluarkan di perangkat lain.',
};

/** Asks who is invited, unless it is a `member`, and shows the invitation. */
function Invite({ member, close }: { member: Member | undefined; close: () => void }) {
  const [name, setName] = useState(member?.name ?? '');
  const [isOwner, setIsOwner] = useState(member?.owner === true);
  const [invitation, setInvitation] = useState<NewInvitation>();
  const invited = useChange((token) =>
    postInvitation(token, { id: member?.id, name, owner: isOwner }).then(setInvitation),
  );

  return (
    <Sheet
      title={invitation ? `Undangan untuk ${invitation.staff.name}` : 'Undang staf'}
      closing={invitation ? 'Selesai' : 'Batal'}
      close={close}
    >
      {invitation ? (
        <Invitation invitation={invitation} />
      ) : (
        <form method="post" className="stack gap-4" onSubmit={() => void invited.change()}>
          <label className="stack gap-1">
            <span className="bold">Nama</span>
            <input
              className="control"
              required
              pattern=".*\S.*"
              maxLength={100}
              autoComplete="off"
              readOnly={member !== undefined}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </label>
          <label className="tap check">
            <input
              type="checkbox"
              checked={isOwner}
              disabled={member?.owner === true}
              onChange={({ target }) => setIsOwner(target.checked)}
            />
            <span>
              <strong>Pemilik</strong>
              <span className="soft small">Melihat penjualan, mengubah menu, mengundang staf.</span>
            </span>
          </label>
          <Failure of={invited.failure} in={refusals} />
          <button type="submit" className="primary tall" disabled={invited.isBusy}>
            Buat undangan
          </button>
        </form>
      )}
    </Sheet>
  );
}

function Invitation({ invitation: { staff, invitation, expires_at } }: { invitation: NewInvitation }) {
  const url = invitationLink(invitation);
  const code = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(renderSVG(url, { ecc: 'L', border: 4 }))}`,
    [url],
  );

  return (
    <>
      <p>
        {`Pindai dengan perangkat ${staff.name}. Berlaku satu kali, sampai pukul ${timeOf(Date.parse(expires_at) || 0, Date.parse(expires_at) || 0)}.`}
      </p>
      <img src={code} alt={`Kode QR undangan untuk ${staff.name}`} width={280} height={280} className={style.code} />
      {navigator.clipboard && (
        <button
          type="button"
          className="secondary tall"
          onClick={() =>
            void navigator.clipboard.writeText(url).then(
              () => showMessage('Tautan disalin', { ms: 3_000 }),
              () => showMessage('Tautan tidak bisa disalin', { ms: 3_000 }),
            )
          }
        >
          Salin tautan
        </button>
      )}
    </>
  );
}
