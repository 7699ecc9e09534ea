/**
 * The invited friends: their number, each of them, and the next step if there are none yet or the list fails to load.
 */
import { Share2 } from 'lucide-react';
import { wholeNumber } from '#i18n/numbers.ts';
import { timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { FriendList } from './friend-list.tsx';
import { useFriends } from './use-friends.ts';

export function FriendsCard({
  onInvite,
}: {
  /** Null until there is a link. */
  readonly onInvite: (() => void) | null;
}) {
  const { t } = useTranslation(['referrals', 'common']);
  const friends = useFriends();
  const { items, rows, total, fetching, isFresh, asOf, retry } = friends;
  const title =
    total === null ? t('friends') : t('friendsCount', { count: total, number: wholeNumber(total) });
  const isEmpty = rows === 0 && (fetching === 'loading' || fetching === 'ok');
  const hidden = rows === items.length ? Math.max(0, (total ?? 0) - items.length) : 0;
  const failure =
    fetching === 'reopen' ? (
      <Notice tone="error">{t('reopen')}</Notice>
    ) : (
      fetching === 'failed' && (
        <Notice tone="error" buttons={[{ label: t('common:retry'), onPress: retry }]}>
          {t('failed')}
        </Notice>
      )
    );
  return (
    <Card
      title={title}
      aside={
        !isEmpty && (
          <Button variant="plain" disabled={onInvite === null} onClick={() => onInvite?.()}>
            {t('more')}
          </Button>
        )
      }
    >
      {!isEmpty && (
        <p className="sub friends-state" role="status">
          {stateText()}
        </p>
      )}
      {!isFresh && failure}
      {isEmpty ? (
        <div className="friends-empty">
          <p className="sub">{t('empty')}</p>
          {onInvite !== null && (
            <Button variant="quiet" small onClick={onInvite}>
              <Share2 size={18} />
              {t('invite')}
            </Button>
          )}
        </div>
      ) : (
        rows > 0 && <FriendList friends={friends} label={title} />
      )}
      {isFresh && failure}
      {hidden > 0 && items.length > 0 && (
        <p className="sub friends-hidden">
          {t(fetching === 'reopen' ? 'hiddenReopen' : 'hidden', {
            count: hidden,
            number: wholeNumber(hidden),
          })}
        </p>
      )}
    </Card>
  );

  function stateText(): string {
    if (items.length === 0 && fetching === 'offline') return t('offline');
    if (asOf !== null) return t('common:asOf', { time: timeOfDay(asOf) });
    return fetching === 'loading' ? t('common:loading') : '\u00a0';
  }
}
