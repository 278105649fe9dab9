import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { CustomerList } from '#device/private-lists';
import { showMessage } from '../../../design/messages.tsx';
import type { Resource } from '../../state/connection/resource.ts';
import { onlyThisPageAtom } from '../../state/storage/stored-atom.ts';
import { asOf } from '../feedback/clock.ts';
import { LoadFailure } from '../feedback/empty-state.tsx';
import { WorkButton } from '../forms/work-button.tsx';
import style from './customer-list.module.css';
import { LogInAgain } from './customer-only.tsx';

/** The items of a customer's list that may be shown; undefined while unknown, and when the session has ended. */
export const itemsOf = <Item,>({ data }: Resource<CustomerList<Item>>) => (data?.hasEnded ? undefined : data?.items);

interface CustomerListNoticeProps {
  list: Resource<CustomerList<unknown>>;
  retry: () => Promise<Resource<CustomerList<unknown>>>;
  name: string;
}

/**
 * The line above a customer's list: that it is loading, how old it is if it is not fresh, or why there is none. `name` as
 * in 'Pesanan per 14.05'.
 */
export function CustomerListNotice({ list: { status, data, failure }, retry, name }: CustomerListNoticeProps) {
  const onlyThisPage = useAtomValue(onlyThisPageAtom);
  const isOld = Boolean(data && (data.isStored || failure));
  // Once shown, the age stays, even when the list is fresh again: the list would move if the line disappeared.
  const [wasOld, setWasOld] = useState(false);
  if (isOld && !wasOld) setWasOld(true);

  const retryWithToast = async () => {
    const { status, data } = await retry();
    if (status === 'error' || data?.isStored) showMessage('Kedai belum bisa dihubungi', { ms: 2_500 });
  };

  if (data?.hasEnded) {
    return (
      <p role="alert" className="notice bad">
        Sesi Anda sudah berakhir. <LogInAgain /> <span>{`lagi untuk melihat ${name.toLowerCase()} Anda.`}</span>
      </p>
    );
  }
  // Stays during a retry, so that the button does not disappear under the finger.
  if (!data && failure)
    return <LoadFailure text={`${name} Anda belum bisa dimuat.`} retry={() => void retryWithToast()} />;
  if (!data) {
    return (
      <p role="status" className={`center soft ${style.loading}`}>
        {`Memuat ${name.toLowerCase()} . . .`}
      </p>
    );
  }
  if (!isOld && !wasOld) return null;

  return (
    <div className={`row apart gap-2 small notice crema ${style.age}`}>
      <p role="status">{`${name} ${asOf(data.asOf)}${data.isStored && !onlyThisPage ? ', tersimpan di HP' : ''}`}</p>
      {isOld && (
        <WorkButton className="quiet hover-card nowrap" working={status === 'process'} onClick={retryWithToast}>
          Coba lagi
        </WorkButton>
      )}
    </div>
  );
}
